"""Hints for the player to move: an analyst that answers like an agent.

As an agent it can run in the thread of a `Thought`, and a game can record its answer. It is not
registered as an agent to play against.
"""

from fourfold.agents.base import BaseAgent, Control, Decision
from fourfold.analysis.analyst import Analysis, Analyst
from fourfold.analysis.explain import explain_analysis
from fourfold.rules import Position
from fourfold.search import Limit, Result, Score, SearchProgress
from fourfold.search.score import outcome_of

MEMORY_MB = 64
_SIGNS = {Result.WIN: 1, Result.DRAW: 0, Result.LOSS: -1}


class HintAgent(BaseAgent[Decision]):
    """Advises the best column, with a score or a win chance of each."""

    def __init__(
        self, seconds: float | None = None, memory: int = MEMORY_MB, seed: int | None = None
    ) -> None:
        """seconds: how long a hint takes at most; None is the analyst's own time."""
        self._limit = Limit(seconds)
        self._analyst = Analyst(memory, seed)

    def decide(self, position: Position, control: Control) -> Decision:
        """Analyse a position and advise its best column; the evaluations are win chances."""
        watch = control.watch

        def report(now: Analysis) -> None:
            if watch is not None:
                watch(SearchProgress(now.seconds, now.nodes, scores=_scores(now)))

        found = self._analyst.analyse(
            position,
            self._limit.and_also(control.limit),
            control.stop,
            None if watch is None else report,
            lines="best",
        )
        assert found.best is not None  # the position is not finished
        return Decision(
            found.best,
            score=found.best_analysis.score if found.is_complete else None,
            scores=_scores(found),
            evaluations={
                column: known.win_chance
                for column, known in found.columns.items()
                if not known.proven
            },
            nodes=found.nodes,
            seconds=found.seconds,
            line=found.line,
            reason=explain_analysis(found).reason,
        )


def _scores(analysis: Analysis) -> dict[int, Score]:
    """Return what is proven about each column: its score, or only win, draw or loss."""
    scores = {}
    for column, known in analysis.columns.items():
        if known.score is not None:
            scores[column] = known.score
        elif known.outcome is not None:
            scores[column] = outcome_of(_SIGNS[known.outcome])
    return scores
