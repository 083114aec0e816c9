"""fourfold: Connect Four on boards of every size, with forbidden cells and a bonus cell.

>>> import fourfold as ff
>>> position = ff.Position.parse("7x6:445566")
>>> position.play(6).outcome.winner
<Player.FIRST: 0>
"""

from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

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
from fourfold.rules import FIRST, SECOND, Outcome, Player, Position, Rules

if TYPE_CHECKING:
    from fourfold.agents.base import Agent, Decision, Thinking
    from fourfold.agents.registry import agent, agents
    from fourfold.arena import match
    from fourfold.game import Game, Record
    from fourfold.search import Bounds, Limit, Result, Score, Solver, Stop, Unproven, solve

try:
    __version__ = version("fourfold")
except PackageNotFoundError:  # run from a source tree that is not installed
    __version__ = "0+unknown"

__all__ = [
    "FIRST",
    "SECOND",
    "Agent",
    "BookError",
    "Bounds",
    "Decision",
    "FourfoldError",
    "Game",
    "GameError",
    "IllegalMove",
    "InvalidAgent",
    "InvalidNotation",
    "InvalidOption",
    "InvalidRules",
    "Limit",
    "MatchError",
    "Outcome",
    "Player",
    "Position",
    "Record",
    "RecordError",
    "Result",
    "Rules",
    "Score",
    "Solver",
    "Stop",
    "StoreError",
    "Thinking",
    "Unproven",
    "__version__",
    "agent",
    "agents",
    "match",
    "solve",
]

# Public name -> the module that has it. These modules are costly to import, so that each is
# imported when its name is first used. A name that is added here belongs in __all__ as well.
_LAZY: dict[str, str] = {
    "Agent": "fourfold.agents.base",
    "Bounds": "fourfold.search",
    "Decision": "fourfold.agents.base",
    "Game": "fourfold.game",
    "Limit": "fourfold.search",
    "Record": "fourfold.game",
    "Result": "fourfold.search",
    "Score": "fourfold.search",
    "Solver": "fourfold.search",
    "Stop": "fourfold.search",
    "Thinking": "fourfold.agents.base",
    "Unproven": "fourfold.search",
    "agent": "fourfold.agents.registry",
    "match": "fourfold.arena",
    "solve": "fourfold.search",
}


def __getattr__(name: str) -> Any:
    if name == "agents":  # the package of that name, which can be called
        return import_module("fourfold.agents")
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_LAZY[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
