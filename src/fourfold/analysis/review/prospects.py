"""What a player can expect of a column or of a position: proven if possible, else estimated.

A review knows more than the analysis of one position: the position after a ply is analysed as well,
and what was found there counts for the column that led to it.

    position k      columns  1 2 3 4 5 6 7
                                   |              the ply that was played
    position k+1                   best column    its prospect, seen by the player before it
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from fourfold.analysis.analyst import Analysis, ColumnAnalysis
from fourfold.rules import Position
from fourfold.search import Result, Score
from fourfold.search.score import score_of

_OPPOSITE = {Result.WIN: Result.LOSS, Result.DRAW: Result.DRAW, Result.LOSS: Result.WIN}


@dataclass(frozen=True, slots=True)
class Prospect:
    """What one player can expect; each of the three is known less often than the next."""

    score: Score | None
    """Proven, with how long the game lasts."""
    outcome: Result | None
    """Proven."""
    points: float
    """1 for a win, 0.5 for a draw, 0 for a loss; where nothing is proven, the win chance."""

    @classmethod
    def of_column(cls, column: ColumnAnalysis) -> "Prospect":
        """Take over what an analysis says of a column, for the player to move."""
        return cls(column.score, column.outcome, column.expected_points)

    @classmethod
    def of_finished(cls, position: Position) -> "Prospect":
        """Return how a finished game ended for the player who would move next."""
        assert position.outcome is not None
        free = free_cells(position)
        if position.outcome.winner is None:
            return cls(score_of(0, free), Result.DRAW, 0.5)
        return cls(score_of(-(1 + free), free), Result.LOSS, 0.0)

    @property
    def rank(self) -> tuple[float, int]:
        """Greater is better, among the columns of one position."""
        return self.points, 0 if self.score is None else self.score.rank

    def before_ply(self, same_player: bool) -> "Prospect":
        """Return the same as it was a ply earlier, for the player who made that ply.

        same_player: whether they are to move again, because a ban is due.
        """
        score = self.score
        if score is not None and score.plies is not None:
            score = replace(score, plies=score.plies + 1)
        if same_player:
            return replace(self, score=score)
        outcome = None if self.outcome is None else _OPPOSITE[self.outcome]
        if score is not None:
            score = replace(score, score=-score.score, outcome=_OPPOSITE[score.outcome])
        return Prospect(score, outcome, 1 - self.points)

    def or_else(self, other: "Prospect") -> "Prospect":
        """Return the one that is proven further; of two estimates, this one."""
        if self.score is not None or (self.outcome is not None and other.score is None):
            return self
        return other if other.outcome is not None else self


def prospects(analysis: Analysis, played: int, after: Prospect) -> dict[int, Prospect]:
    """Return the prospect of every column, for the player to move.

    played: the column that was played.
    after: what was found out in the position after it, for the same player.
    """
    known = {column: Prospect.of_column(each) for column, each in analysis.columns.items()}
    return {**known, played: after.or_else(known[played])}


def best_column(columns: Mapping[int, Prospect], favourite: int) -> int:
    """Return the column that promises most; of equals the favourite."""
    best = max(columns, key=lambda column: columns[column].rank)
    return favourite if columns[favourite].rank == columns[best].rank else best


def position_prospect(columns: Mapping[int, Prospect], best: int) -> Prospect:
    """Return what the player to move can expect, with only so much proven as the columns prove."""
    top = columns[best]
    others = [each for column, each in columns.items() if column != best]
    outcome = top.outcome
    if outcome is not Result.WIN and any(each.outcome is None for each in others):
        outcome = None  # one of them may be better after all
    score = top.score
    rivals = [each for each in others if each.outcome in (None, outcome)]
    if outcome is None or any(each.score is None for each in rivals):
        # A win at once cannot be beaten, whatever the others are.
        score = score if score is not None and score.plies == 1 and outcome else None
    return Prospect(score, outcome, top.points)


def free_cells(position: Position) -> int:
    """Return how many cells can still take a piece."""
    rules = position.rules
    return rules.columns * rules.rows - len(rules.forbidden) - position.ply
