"""What a review says of one ply."""

from dataclasses import dataclass

from fourfold.analysis.review.labels import Label
from fourfold.rules import FIRST, Player, Position
from fourfold.search import Result, Score


@dataclass(frozen=True, slots=True)
class PlyReview:
    """One piece or ban: what the player who dropped it had before, and what they kept.

    Everything but `win_chance` is for this player. Scores count their plies from the position
    before the ply, so that the two can be compared.
    """

    before: Position
    column: int
    """The column that was played."""
    label: Label
    points_before: float
    """1 for a win, 0.5 for a draw, 0 for a loss, if the ply is proven; else a win chance."""
    points_after: float
    """The same, for the column that was played."""
    cost: float
    """What it gave away, for the accuracy: points, and up to a quarter of a point for time."""
    stake: float
    """What the worst column would have cost."""
    outcome_before: Result | None = None
    """With best play; None where it is not proven."""
    outcome_after: Result | None = None
    """After this ply and best play from there; None where it is not proven."""
    score_before: Score | None = None
    """The score of the best column; None where it is not proven."""
    score_after: Score | None = None
    """The score of the column that was played; None where it is not proven."""
    plies_lost: int | None = None
    """By how many plies the own win is later or the own loss earlier; None where not known."""
    better: int | None = None
    """A best column, if the one that was played is none."""
    better_line: tuple[int, ...] = ()
    """How play may go on with the better column, which comes first."""
    reply_line: tuple[int, ...] = ()
    """How play may go on after this ply: where it lost points, its refutation."""
    sentences: tuple[str, ...] = ()
    """Why it is good or bad, in words."""

    @property
    def ply(self) -> int:
        """How many plies had been played before it."""
        return self.before.ply

    @property
    def number(self) -> int:
        """Its number in the game, counted from 1."""
        return self.before.ply + 1

    @property
    def player(self) -> Player:
        """Who dropped it."""
        return self.before.turn

    @property
    def is_ban(self) -> bool:
        """Return True if it was a ban."""
        return self.before.must_ban

    @property
    def after(self) -> Position:
        """The position after it."""
        return self.before.play(self.column)

    @property
    def proven(self) -> bool:
        """Return True if the label follows from proofs; else it follows from win chances."""
        return self.label is Label.FORCED or (
            self.outcome_before is not None and self.outcome_after is not None
        )

    @property
    def points_lost(self) -> float:
        """Return what it gave away: 0, half a point or a whole one, if proven."""
        return self.points_before - self.points_after

    @property
    def moves_lost(self) -> int | None:
        """Return by how many own moves the win is later or the loss earlier: two plies each."""
        return None if self.plies_lost is None else self.plies_lost // 2

    @property
    def changes_outcome(self) -> bool:
        """Return True if it gave points away: for mistakes and blunders."""
        return self.label.changes_outcome

    @property
    def refutation(self) -> tuple[int, ...]:
        """The moves that punish it; none unless it gave points away."""
        return self.reply_line if self.changes_outcome else ()

    @property
    def win_chance(self) -> float:
        """The win chance of FIRST after this ply; 1, 0.5 or 0 where it is proven."""
        return self.points_after if self.player is FIRST else 1 - self.points_after

    @property
    def win_chance_before(self) -> float:
        """The win chance of FIRST before this ply."""
        return self.points_before if self.player is FIRST else 1 - self.points_before
