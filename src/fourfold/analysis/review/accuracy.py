"""How well a player played, as one number from 0 to 100.

    accuracy = 100 * (1 - costs / stakes)

summed over the player's plies. The *cost* of a ply is what it gave away: points, and time, which
counts up to a quarter of a point, less than any change of the outcome. The *stake* is what the
worst column would have cost: nothing where all columns are as good as each other, or only one can
be played. So nobody is praised for plies in which nothing could go wrong. docs/review.md compares
this with the formula that lichess publishes.
"""

from collections.abc import Iterable, Mapping

from fourfold.analysis.review.labels import Label
from fourfold.analysis.review.ply_review import PlyReview
from fourfold.analysis.review.prospects import Prospect
from fourfold.search import Result

TIME_POINTS = 0.25
"""How much less than a win at once the slowest win counts, and how much more the slowest loss."""


def cost_and_stake(columns: Mapping[int, Prospect], played: int, free: int) -> tuple[float, float]:
    """Return what a ply cost, and what it could have cost at most.

    free: how many free cells there were.
    """
    points = {column: each.points for column, each in columns.items()}
    if all(each.score is not None for each in columns.values()):
        points = {column: _points_with_time(each, free) for column, each in columns.items()}
    best = max(points.values())
    return best - points[played], best - min(points.values())


def accuracy(plies: Iterable[PlyReview]) -> float | None:
    """Return the accuracy of one player's plies; None if they never had a choice that mattered."""
    cost = stake = 0.0
    for ply in plies:
        cost += ply.cost
        stake += ply.stake
    # Where all was lost, the two sums may differ in their last digit.
    return max(0.0, 100 * (1 - cost / stake)) if stake > 0 else None


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


def _points_with_time(prospect: Prospect, free: int) -> float:
    score = prospect.score
    assert score is not None
    time = TIME_POINTS * (score.plies or 0) / free
    match score.outcome:
        case Result.WIN:
            return 1 - time
        case Result.LOSS:
            return time
        case _:
            return prospect.points
