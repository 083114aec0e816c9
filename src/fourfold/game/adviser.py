"""Advice for people: what each column is worth, proven where time allows, guessed elsewhere.

Half of the time goes to the solver. Where that leaves columns unproven, the Monte Carlo search
tells how often they win.
"""

import time
from collections.abc import Mapping

from fourfold.agents.base import Decision, Thinking, Watch, check_unfinished
from fourfold.agents.uct import UctAgent
from fourfold.rules import Position
from fourfold.search import Limit, Score, Solver, Stop
from fourfold.search.order import centre_first
from fourfold.search.stop import run_aside

SECONDS = 2.0
"""How long advice takes at most, if nobody says."""


class Adviser:
    """Looks at every column. It is asked like an agent, but is not one to play against."""

    def __init__(self, seconds: float = SECONDS, memory: int = 64, seed: int | None = None) -> None:
        self._seconds = seconds
        self._solver = Solver(memory_mb=memory)
        self._search = UctAgent(memory=memory, seed=seed)

    def choose(
        self,
        position: Position,
        limit: Limit | None = None,
        stop: Stop | None = None,
        watch: Watch | None = None,
    ) -> Decision:
        """The best column it knows of, with a score or an evaluation of each."""
        check_unfinished(position)
        began = time.monotonic()
        seconds = Limit(self._seconds).and_also(limit).seconds
        assert seconds is not None
        bounds = run_aside(
            lambda: self._solver.column_bounds(position, limit=Limit(seconds / 2)),
            self._solver.stop,
            stop,
        )
        scores = {column: b.proven for column, b in bounds.items() if b.proven is not None}
        if len(scores) == len(bounds):
            return self._proven(position, scores, began)
        if watch is not None:
            watch(Thinking(time.monotonic() - began, scores=scores))
        left = max(0.01, seconds - (time.monotonic() - began))
        guessed = self._search.choose(position, Limit(left), stop)
        scores = {**guessed.scores, **scores}  # the solver's say more: how long it lasts
        return Decision(
            _best(position, scores, guessed.evaluations),
            scores=scores,
            evaluations={c: e for c, e in guessed.evaluations.items() if c not in scores},
            nodes=guessed.nodes,
            seconds=time.monotonic() - began,
            reason="partly proven" if scores else "by how often each column wins",
        )

    def _proven(self, position: Position, scores: dict[int, Score], began: float) -> Decision:
        column = _best(position, scores, {})
        return Decision(
            column,
            score=scores[column],
            scores=scores,
            seconds=time.monotonic() - began,
            reason=f"proven: {scores[column]}",
        )


def _best(position: Position, scores: dict[int, Score], rates: Mapping[int, float]) -> int:
    """A proven win, else what is drawn or open, else the slowest loss."""

    def worth(column: int) -> tuple[int, float]:
        score = scores.get(column)
        if score is None:
            return 1, rates.get(column, 0.5)
        return (1, 0.5) if score.rank == 0 else (2 if score.rank > 0 else 0, score.rank)

    return max(centre_first(position.legal_columns, position.rules.columns), key=worth)
