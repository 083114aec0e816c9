"""How well a player played, as one number from 0 to 100.

    accuracy = 100 * (1 - points lost / points at stake)

summed over the player's plies. The points at stake in a ply are those that the worst column would
have lost: none where all columns are as good as each other, or only one can be played. So nobody is
praised for plies in which nothing could go wrong, and no constant had to be chosen. docs/review.md
compares this with the formula that lichess publishes.
"""

from collections.abc import Iterable

from fourfold.analysis.review.labels import Label
from fourfold.analysis.review.ply_review import PlyReview


def accuracy(plies: Iterable[PlyReview]) -> float | None:
    """Return the accuracy of one player's plies; None if they never had anything to lose."""
    lost = at_stake = 0.0
    for ply in plies:
        lost += ply.points_lost
        at_stake += ply.points_at_stake
    # Where all was lost, the sums of estimates may differ in their last digit.
    return max(0.0, 100 * (1 - lost / at_stake)) if at_stake > 0 else None


def longest_streak(plies: Iterable[PlyReview]) -> int:
    """Return the longest run of best moves among one player's plies, in order.

    An only move is one; a forced ply neither counts nor ends the run.
    """
    longest = run = 0
    for ply in plies:
        if ply.label is not Label.FORCED:
            run = run + 1 if ply.label.is_best else 0
            longest = max(longest, run)
    return longest
