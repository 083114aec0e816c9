"""fourfold: Connect Four on boards of every size, with forbidden cells and a bonus cell.

>>> import fourfold as ff
>>> position = ff.Position.parse("7x6:445566")
>>> position.play(6).outcome.winner
<Player.FIRST: 0>
"""

from importlib import import_module

TYPE_CHECKING = False  # as type checkers take it; `typing` itself is costly to import

if TYPE_CHECKING:
    from typing import Any

    from fourfold.agents.base import Agent, Decision
    from fourfold.agents.registry import agent, list_agents
    from fourfold.analysis.analyst import Analysis, Analyst, ColumnAnalysis, analyse
    from fourfold.analysis.explain import Explanation, explain
    from fourfold.analysis.review import Review, review
    from fourfold.analysis.threats import Plan, Threat, Threats
    from fourfold.analysis.threats.threats import threats  # the reference takes the module else
    from fourfold.arena import match, tournament
    from fourfold.errors import (
        BookError,
        FourfoldError,
        GameError,
        IllegalMove,
        InvalidAgent,
        InvalidNotation,
        InvalidOption,
        InvalidRules,
        MatchError,
        RecordError,
        StoreError,
    )
    from fourfold.game import Game, Record
    from fourfold.grading import Grade, grade
    from fourfold.rules import FIRST, SECOND, Outcome, Player, Position, Rules
    from fourfold.search import (
        Bounds,
        Limit,
        Result,
        Score,
        SearchProgress,
        Solver,
        Stop,
        Unproven,
        solve,
    )
    from fourfold.search.batch import Batch

    __version__: str
    """The version of the installed package.

    >>> ff.__version__.split(".")[0].isdigit()
    True
    """

__all__ = [
    "FIRST",
    "SECOND",
    "Agent",
    "Analysis",
    "Analyst",
    "Batch",
    "BookError",
    "Bounds",
    "ColumnAnalysis",
    "Decision",
    "Explanation",
    "FourfoldError",
    "Game",
    "GameError",
    "Grade",
    "IllegalMove",
    "InvalidAgent",
    "InvalidNotation",
    "InvalidOption",
    "InvalidRules",
    "Limit",
    "MatchError",
    "Outcome",
    "Plan",
    "Player",
    "Position",
    "Record",
    "RecordError",
    "Result",
    "Review",
    "Rules",
    "Score",
    "SearchProgress",
    "Solver",
    "Stop",
    "StoreError",
    "Threat",
    "Threats",
    "Unproven",
    "__version__",
    "agent",
    "analyse",
    "explain",
    "grade",
    "list_agents",
    "match",
    "review",
    "solve",
    "threats",
    "tournament",
]

# Public name -> the module that has it, which is imported when its name is first used. The command
# imports this file before anything else of ours, and until then Python answers to Ctrl-C, with a
# traceback. A name that is added here belongs in __all__ as well.
_LAZY: dict[str, str] = {
    "FIRST": "fourfold.rules",
    "SECOND": "fourfold.rules",
    "Agent": "fourfold.agents.base",
    "Analysis": "fourfold.analysis.analyst",
    "Analyst": "fourfold.analysis.analyst",
    "Batch": "fourfold.search.batch",
    "BookError": "fourfold.errors",
    "Bounds": "fourfold.search",
    "ColumnAnalysis": "fourfold.analysis.analyst",
    "Decision": "fourfold.agents.base",
    "Explanation": "fourfold.analysis.explain",
    "FourfoldError": "fourfold.errors",
    "Game": "fourfold.game",
    "GameError": "fourfold.errors",
    "Grade": "fourfold.grading",
    "IllegalMove": "fourfold.errors",
    "InvalidAgent": "fourfold.errors",
    "InvalidNotation": "fourfold.errors",
    "InvalidOption": "fourfold.errors",
    "InvalidRules": "fourfold.errors",
    "Limit": "fourfold.search",
    "MatchError": "fourfold.errors",
    "Outcome": "fourfold.rules",
    "Plan": "fourfold.analysis.threats",
    "Player": "fourfold.rules",
    "Position": "fourfold.rules",
    "Record": "fourfold.game",
    "RecordError": "fourfold.errors",
    "Result": "fourfold.search",
    "Review": "fourfold.analysis.review",
    "Rules": "fourfold.rules",
    "Score": "fourfold.search",
    "SearchProgress": "fourfold.search",
    "Solver": "fourfold.search",
    "Stop": "fourfold.search",
    "StoreError": "fourfold.errors",
    "Threat": "fourfold.analysis.threats",
    "Threats": "fourfold.analysis.threats",
    "Unproven": "fourfold.search",
    "agent": "fourfold.agents.registry",
    "analyse": "fourfold.analysis.analyst",
    "explain": "fourfold.analysis.explain",
    "grade": "fourfold.grading",
    "list_agents": "fourfold.agents.registry",
    "match": "fourfold.arena",
    "review": "fourfold.analysis.review",
    "solve": "fourfold.search",
    "threats": "fourfold.analysis.threats",
    "tournament": "fourfold.arena",
}


def __getattr__(name: str) -> "Any":
    value: Any
    if name == "__version__":
        value = _version()
    elif name in _LAZY:
        value = getattr(import_module(_LAZY[name]), name)
    elif name in ("errors", "rules"):
        value = import_module(f"fourfold.{name}")
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def _version() -> str:
    # Imported here because it takes longer than all the rest of the package.
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("fourfold")
    except PackageNotFoundError:  # run from a source tree that is not installed
        return "0+unknown"


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
