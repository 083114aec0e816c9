"""What a position is worth, column by column: proven where time allows, estimated elsewhere.

Half of the time goes to the solver. Where that leaves columns open, the Monte Carlo search tells
how often they win. A proof is never mixed with an estimate: a column has one or the other.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field

from fourfold.agents.uct import UctAgent
from fourfold.rules import Position
from fourfold.search import Limit, Result, Score, Solver, Stop, Unproven
from fourfold.search.order import centre_first
from fourfold.search.score import Bounds
from fourfold.search.stop import run_aside

LONGEST_LINE = 16
_WORTH = {Result.WIN: 1.0, Result.DRAW: 0.5, Result.LOSS: 0.0}


@dataclass(frozen=True, slots=True)
class ColumnWorth:
    """What a column is worth to the player to move."""

    outcome: Result | None = None
    """Proven; None where it is not."""
    score: Score | None = None
    """Proven as well, with how long the game lasts."""
    chance: float | None = None
    """Estimated, where nothing is proven: 1 if he always wins."""

    @property
    def value(self) -> float:
        """From 0 to 1, whether proven or estimated."""
        if self.outcome is not None:
            return _WORTH[self.outcome]
        return 0.5 if self.chance is None else self.chance


@dataclass(frozen=True, slots=True)
class Study:
    """What was found out about a position."""

    position: Position
    columns: Mapping[int, ColumnWorth] = field(default_factory=dict)
    """For every column that can be played."""
    best: int | None = None
    line: tuple[int, ...] = ()
    """How play may go on from here, beginning with the best column."""
    nodes: int = 0
    seconds: float = 0.0

    @property
    def worth(self) -> ColumnWorth:
        """What the position is worth: its best column."""
        return ColumnWorth() if self.best is None else self.columns[self.best]

    @property
    def is_complete(self) -> bool:
        """Whether all is proven."""
        return all(worth.score is not None for worth in self.columns.values())


class Student:
    """Studies one position at a time, and remembers what it has seen of a board."""

    def __init__(self, memory: int = 32) -> None:
        """memory: of each of its two searches, in MB."""
        self._solver = Solver(memory_mb=memory)
        self._search = UctAgent(memory=memory)

    def study(self, position: Position, seconds: float, stop: Stop | None = None) -> Study:
        """Find out as much as can be found out in so many seconds."""
        began = time.monotonic()
        if not position.legal_columns:
            return Study(position)
        bounds = run_aside(
            lambda: self._solver.column_bounds(position, limit=Limit(seconds / 2)),
            self._solver.stop,
            stop,
        )
        columns = {column: _proven(bound) for column, bound in bounds.items()}
        nodes = sum(bound.nodes for bound in bounds.values())
        line: tuple[int, ...] = ()
        if any(worth.outcome is None for worth in columns.values()):
            left = max(0.01, seconds - (time.monotonic() - began))
            guess = self._search.choose(position, Limit(left), stop)
            nodes += guess.nodes or 0
            line = guess.line
            for column, worth in columns.items():
                if worth.outcome is not None:
                    continue
                score = guess.scores.get(column)
                if score is not None:
                    columns[column] = ColumnWorth(score.outcome, _lasting(score))
                else:
                    columns[column] = ColumnWorth(chance=guess.evaluations.get(column))
        best = _best(position, columns)
        line = line if line[:1] == (best,) else (best,)
        if columns[best].score is not None:
            proven = self._line(position.play(best), (best,), began + seconds, stop)
            line = max(proven, line, key=len)
        return Study(position, columns, best, line, nodes, time.monotonic() - began)

    def _line(
        self, position: Position, line: tuple[int, ...], until: float, stop: Stop | None
    ) -> tuple[int, ...]:
        """Best play, as far as it can be proven in time."""
        while position.outcome is None and len(line) < LONGEST_LINE:
            left = until - time.monotonic()
            if left <= 0 or (stop is not None and stop.requested):
                break
            here = position
            try:
                column = run_aside(
                    lambda here=here, left=left: self._solver.best_column(here, Limit(left)),  # type: ignore[misc]
                    self._solver.stop,
                    stop,
                )
            except Unproven:
                break
            position = position.play(column)
            line = (*line, column)
        return line


def _proven(bounds: Bounds) -> ColumnWorth:
    """What the solver knows: all, only who wins, or nothing."""
    if bounds.proven is not None:
        return ColumnWorth(bounds.proven.outcome, bounds.proven)
    if bounds.lower.outcome is bounds.upper.outcome:
        return ColumnWorth(bounds.lower.outcome)
    return ColumnWorth()


def _lasting(score: Score) -> Score | None:
    return score if score.plies is not None else None


def _best(position: Position, columns: Mapping[int, ColumnWorth]) -> int:
    """The quickest win, else what is most likely, else the slowest loss."""

    def worth(column: int) -> tuple[float, int]:
        here = columns[column]
        return here.value, 0 if here.score is None else here.score.rank

    return max(centre_first(position.legal_columns, position.rules.columns), key=worth)
