"""What a proof says of a position, and what a search that was ended has proven so far.

The native core speaks in *values*, from which everything else follows. With e the number of
playable cells that are still empty when the game ends under best play:

    value     +(1 + e) the side to move wins      0 a draw      -(1 + e) it loses
    score     sign(value) * (1 + e // 2)                        the contract's number
    plies     free - e, where free cells are left now; all of them in a draw

A greater value is better for the side to move on every board, also with a bonus cell, where
two different values can have one score.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from fourfold.errors import FourfoldError
from fourfold.support import html


class Result(StrEnum):
    """How a game ends under best play, for the side to move.

    >>> ff.solve("7x6:4455").outcome is ff.Result.WIN
    True
    >>> ff.Result.LOSS == "loss"
    True
    """

    WIN = "win"
    """The side to move wins."""
    DRAW = "draw"
    """Nobody wins."""
    LOSS = "loss"
    """The side to move loses."""


_RESULTS = {1: Result.WIN, 0: Result.DRAW, -1: Result.LOSS}


@dataclass(frozen=True, slots=True, repr=False)
class Score:
    """A proven score, for the side to move.

    In an answer to `wdl=True` only the outcome is known: the score is then 1, 0 or -1, and plies
    is None.

    >>> score = ff.solve("7x6:4455")
    >>> score.score, str(score.outcome), score.plies
    (18, 'win', 3)
    >>> print(score)
    win in 3 plies (score 18)
    """

    score: int
    """0 for a draw, else 1 + (empty cells at the end) // 2, negative for a loss."""
    outcome: Result
    """Whether the side to move wins, draws or loses."""
    plies: int | None
    """How many more plies the game lasts under best play."""

    @property
    def rank(self) -> int:
        """Greater is better for the side to move, among the scores of one position.

        On a board with a bonus cell best play goes by the plies, which tell apart what the
        scores do not.

        >>> columns = ff.Solver().columns("7x6:4455")
        >>> max(columns, key=lambda column: columns[column].rank)
        2
        """
        if self.outcome is Result.DRAW:
            return 0
        away = 1_000 - (self.plies or 0)
        return away if self.outcome is Result.WIN else -away

    def __str__(self) -> str:
        if self.plies is None:
            return str(self.outcome)
        unit = "ply" if self.plies == 1 else "plies"
        return f"{self.outcome} in {self.plies} {unit} (score {self.score})"

    def __repr__(self) -> str:
        outcome = f"Result.{self.outcome.name}"
        return f"Score(score={self.score}, outcome={outcome}, plies={self.plies})"

    def to_badge(self) -> str:
        """Return the score as a piece of HTML in the colour of its outcome."""
        return html.badge(str(self), str(self.outcome))

    def _repr_html_(self) -> str:
        return html.value(self.to_badge())


@cache
def score_of(value: int, free: int) -> Score:
    """The score of a position with this value and so many free cells; one object for each."""
    if value == 0:
        return Score(0, Result.DRAW, free)
    empty = abs(value) - 1
    sign = 1 if value > 0 else -1
    return Score(sign * (1 + empty // 2), _RESULTS[sign], free - empty)


@cache
def outcome_of(sign: int) -> Score:
    """The answer to `wdl=True`."""
    return Score(sign, _RESULTS[sign], None)


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a search has proven: the score is `lower` at least and `upper` at most.

    >>> solver = ff.Solver(book=False, memory_mb=16)
    >>> bounds = solver.bounds("7x6:", limit=ff.Limit(nodes=1000))
    >>> bounds.proven is None, bounds.lower.score < bounds.upper.score
    (True, True)
    """

    lower: Score
    """The score is this at least."""
    upper: Score
    """The score is this at most."""
    nodes: int = 0
    """Positions visited."""
    seconds: float = 0.0
    """How long it took."""

    @property
    def proven(self) -> Score | None:
        """The score, if there is nothing left between the bounds.

        >>> print(ff.Solver().bounds("7x6:4455").proven)
        win in 3 plies (score 18)
        """
        return self.lower if self.lower == self.upper else None


class Unproven(FourfoldError):  # noqa: N818 - the public name reads as the fact it states
    """A search that a limit, or `stop`, ended before the proof was complete.

    >>> solver = ff.Solver(book=False, memory_mb=16)
    >>> try:
    ...     solver.solve("12x12:", limit=ff.Limit(nodes=1000))
    ... except ff.Unproven as error:
    ...     print(error.bounds.lower.score < error.bounds.upper.score)
    True
    """

    def __init__(self, message: str, bounds: Bounds | None = None) -> None:
        super().__init__(message)
        self.bounds = bounds
        """What is proven nevertheless, where a single position was searched."""
