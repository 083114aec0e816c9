"""What an analysis has found out about a position and about each of its columns.

Analysis          all of it, for the player to move
ColumnAnalysis    the part of one column: a proof or an estimate, and how play may go on
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from fourfold.analysis.threats import Threats, threats
from fourfold.rules import Position
from fourfold.rules.text import status_in_words
from fourfold.search import Result, Score
from fourfold.search.order import centre_first

POINTS = {Result.WIN: 1.0, Result.DRAW: 0.5, Result.LOSS: 0.0}
"""What an outcome is worth to the player to move."""


@dataclass(frozen=True, slots=True)
class ColumnAnalysis:
    """What is known of a column, for the player to move.

    >>> column = ff.analyse("5x4:33334").columns[3]
    >>> column.proven, str(column.outcome), column.win_chance
    (True, 'loss', 0.0)
    >>> print(column)
    loss in 4 plies (score -6)
    """

    outcome: Result | None = None
    """Proven; None where it is not."""
    score: Score | None = None
    """Proven as well, with how long the game lasts; None where only the outcome is, or nothing."""
    win_chance: float = 0.5
    """From 0 to 1, a draw counting one half: 1, 0.5 or 0 where the outcome is proven, else a guess.

    One half where nothing is known at all."""
    line: tuple[int, ...] = ()
    """How play may go on, beginning with the column itself.

    Best play, to the end if time allowed, where the score is proven; else a guess."""

    def __post_init__(self) -> None:
        if self.outcome is None and self.score is not None:
            object.__setattr__(self, "outcome", self.score.outcome)
        if self.outcome is not None:
            object.__setattr__(self, "win_chance", POINTS[self.outcome])

    @property
    def proven(self) -> bool:
        """Return True if the outcome is proven, and the win chance is no guess."""
        return self.outcome is not None

    @property
    def expected_points(self) -> float:
        """Return what the column promises: 1 for a win, 0.5 for a draw, 0 for a loss."""
        return self.win_chance

    @property
    def promise(self) -> tuple[float, int]:
        """Return what to compare columns by: the quickest win is best, the quickest loss worst."""
        return self.win_chance, 0 if self.score is None else self.score.rank

    def __str__(self) -> str:
        if self.score is not None:
            return str(self.score)
        return f"{self.win_chance:.0%} to win" if self.outcome is None else str(self.outcome)


@dataclass(frozen=True, slots=True, repr=False)
class Analysis:
    """What is known of a position, for the player to move.

    >>> analysis = ff.analyse("5x4:33334")
    >>> analysis.best, analysis.is_complete, analysis.line[0]
    (1, True, 1)
    >>> analysis.ranked_columns
    [1, 0, 4, 3]
    """

    position: Position
    """The position that was analysed."""
    columns: Mapping[int, ColumnAnalysis] = field(default_factory=dict)
    """Every column that can be played."""
    best: int | None = None
    """The best column; None once the game is over."""
    nodes: int = 0
    """How many positions the searches visited."""
    seconds: float = 0.0
    """How long it took."""

    @property
    def best_analysis(self) -> ColumnAnalysis:
        """Return what is known of the best column, and so of the position."""
        return ColumnAnalysis() if self.best is None else self.columns[self.best]

    @property
    def ranked_columns(self) -> list[int]:
        """Return the columns from the best to the worst; of equals the centre-most first."""
        ordered = centre_first(self.columns, self.position.rules.columns)
        return sorted(ordered, key=lambda column: self.columns[column].promise, reverse=True)

    @property
    def line(self) -> tuple[int, ...]:
        """Return how play may go on from here, beginning with the best column."""
        return self.best_analysis.line

    @property
    def threats(self) -> Threats:
        """Return the threats of both players, and the plans that hold."""
        return threats(self.position)

    @property
    def is_complete(self) -> bool:
        """Return True if every score is proven."""
        return all(column.score is not None for column in self.columns.values())

    def __repr__(self) -> str:
        if self.best is None:
            said = status_in_words(self.position)
        else:
            known = "proven" if self.best_analysis.proven else "estimated"
            said = f"best column {self.best}, {self.best_analysis}, {known}"
        return f"<Analysis of {self.position.to_text()}: {said}>"

    def _repr_html_(self) -> str:
        from fourfold.analysis.html_table import as_html

        return as_html(self)
