"""What a ply was, in a word: eight labels, of which every ply has exactly one.

The questions are asked in this order, and the first *yes* gives the label:

    forced         could only one column be played?
    blunder        was a whole point lost?
    mistake        was half a point lost?
    missed win     could the player have completed four at once, and did not?
    only move      would every other column have lost half a point or more?
    best           does no other column promise more?
    inaccuracy     is the own win later, or the own loss earlier, by 4 moves or more?
    good           else

So mistakes and blunders are exactly the plies that change the outcome. A missed win still wins; one
that no longer does is a mistake or a blunder.
"""

from collections.abc import Mapping
from enum import StrEnum

from fourfold.analysis.review.prospects import Prospect
from fourfold.search import Result

MISTAKE_POINTS = 0.25
"""Lost by a mistake at least, where nothing is proven: what is nearer to half a point than to 0."""
BLUNDER_POINTS = 0.75
"""Lost by a blunder at least, where nothing is proven: what is nearer to a whole point."""
INACCURACY_POINTS = 0.1
"""Lost by an inaccuracy at least, where nothing is proven."""
BEST_POINTS = 0.02
"""Estimates that differ by less are equal."""
INACCURACY_PLIES = 8
"""Lost by an inaccuracy at least, where the scores are proven: 4 moves of each player."""


class Label(StrEnum):
    """What a ply was."""

    BEST = "best"
    """No column has a better score: the quickest win, a draw, or the slowest loss."""
    ONLY_MOVE = "only move"
    """The one column that keeps the outcome: every other one loses half a point or more."""
    GOOD = "good"
    """Keeps the outcome, and is less than 4 moves behind the best column."""
    FORCED = "forced"
    """No other column can be played."""
    INACCURACY = "inaccuracy"
    """Keeps the outcome, but the player wins later or loses earlier by 4 moves or more."""
    MISSED_WIN = "missed win"
    """Still wins, but the player could have completed four at once."""
    MISTAKE = "mistake"
    """Loses half a point: a win becomes a draw, or a draw a loss."""
    BLUNDER = "blunder"
    """Loses a whole point: a win becomes a loss."""

    @property
    def changes_outcome(self) -> bool:
        """Return True if points were lost: for a mistake and a blunder."""
        return self in (Label.MISTAKE, Label.BLUNDER)

    @property
    def is_best(self) -> bool:
        """Return True if there was nothing better, and something to choose from."""
        return self in (Label.BEST, Label.ONLY_MOVE)

    @property
    def letter(self) -> str:
        """The letter that stands for it in lists; each has its own."""
        return _LETTERS[self]


_LETTERS = {
    Label.BEST: "B",
    Label.ONLY_MOVE: "O",
    Label.GOOD: "G",
    Label.FORCED: "F",
    Label.INACCURACY: "I",
    Label.MISSED_WIN: "W",
    Label.MISTAKE: "M",
    Label.BLUNDER: "X",
}


def label_of(columns: Mapping[int, Prospect], best: int, played: int) -> Label:
    """Return the label of a ply, by the prospects of all columns that could be played."""
    if len(columns) == 1:
        return Label.FORCED
    top, chosen = columns[best], columns[played]
    lost = top.points - chosen.points
    if lost >= BLUNDER_POINTS:
        return Label.BLUNDER
    if lost >= MISTAKE_POINTS:
        return Label.MISTAKE
    if _wins_at_once(top) and not _wins_at_once(chosen):
        return Label.MISSED_WIN
    others = (each for column, each in columns.items() if column != played)
    if all(top.points - each.points >= MISTAKE_POINTS for each in others):
        return Label.ONLY_MOVE
    if played == best or chosen.rank == top.rank:
        return Label.BEST
    if top.outcome is not None and chosen.outcome is top.outcome:
        plies = plies_lost(top, chosen) or 0
        return Label.INACCURACY if plies >= INACCURACY_PLIES else Label.GOOD
    if lost < BEST_POINTS:
        return Label.BEST
    return Label.INACCURACY if lost >= INACCURACY_POINTS else Label.GOOD


def plies_lost(top: Prospect, chosen: Prospect) -> int | None:
    """Return by how many plies a win is later or a loss earlier; None where it is not known.

    It is 0 for draws, and where the outcomes differ: then points were lost, not time.
    """
    if top.outcome is None or chosen.outcome is None:
        return None
    if top.outcome is not chosen.outcome or top.outcome is Result.DRAW:
        return 0
    if top.score is None or chosen.score is None:
        return None
    return abs((top.score.plies or 0) - (chosen.score.plies or 0))


def _wins_at_once(prospect: Prospect) -> bool:
    score = prospect.score
    return score is not None and score.outcome is Result.WIN and score.plies == 1
