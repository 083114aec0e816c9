"""Whether what a player says of its moves comes true.

What comes true is the outcome of its move if both play perfectly from there on: 1 point for a win,
1/2 for a draw, 0 for a loss. Of each move a player may say

    that its outcome is proven      the proof is right or wrong
    its win chance, 0 to 1          an *estimate*, if the outcome is not proven as well
    an evaluation, in its own unit  only good for comparing one position with another

With p the estimate of a move, a the points of its outcome, and n moves with an estimate:

    Brier score      sum of (p - a)^2 / n                        0 is perfect
    reference        the Brier score of always giving the mean of a: what no knowledge would reach
    bias             sum of (p - a) / n                          above 0: too hopeful
    error            sum over buckets of |sum of (p - a)| / n    expected calibration error

Buckets are the ten parts of the way from 0 to 1, each without its upper end but for the last. The
*ordering* asks of every two moves without a proof whose outcomes differ which of them had the
higher evaluation (or win chance, where there is no evaluation): it is the share of those where
that was the better one, ties counting half. 1/2 is chance.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from fourfold.grading.answers import Answer

BUCKETS = 10


@dataclass(frozen=True, slots=True)
class Bucket:
    """The moves whose estimates lie between two numbers."""

    low: float
    """The lower end, which belongs to it."""
    high: float
    """The upper end, which does not, unless it is 1."""
    moves: int
    """How many there are."""
    expected: float
    """The mean of the estimates."""
    actual: float
    """The mean of the points under perfect play."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """How well a player knows how good its moves are; None where it says nothing about it."""

    proofs: int
    """Moves whose outcome it says to have proven."""
    wrong_proofs: int
    """Those with another outcome."""
    estimates: int
    """Moves without a proof that have a win chance."""
    brier: float | None
    """Their Brier score: 0 is perfect."""
    reference: float | None
    """The Brier score of always giving the mean."""
    bias: float | None
    """The mean of chance less points; above 0 is too hopeful."""
    error: float | None
    """The expected calibration error, over the buckets."""
    buckets: tuple[Bucket, ...]
    """Those that have moves."""
    evaluations: int
    """Moves without a proof that have an evaluation or a win chance."""
    ordering: float | None
    """Of two such moves with different outcomes, how often the better had the higher one."""

    def __bool__(self) -> bool:
        """Return True if the player has said anything."""
        return bool(self.proofs or self.evaluations)


def calibration_of(answers: Sequence[Answer]) -> Calibration:
    """Compare what a player has said of its moves with their outcomes."""
    moves = [each for each in answers if each.column is not None]
    proven = [each for each in moves if each.proof is not None]
    open_moves = [each for each in moves if each.proof is None]
    pairs = [(each.win_chance, each.points) for each in open_moves if each.win_chance is not None]
    levels = [(level, each.points) for each in open_moves if (level := _level(each)) is not None]
    count = len(pairs)
    brier = reference = bias = error = None
    buckets = _buckets(pairs)
    if count:
        mean = sum(points for _, points in pairs) / count
        brier = sum((chance - points) ** 2 for chance, points in pairs) / count
        reference = sum((mean - points) ** 2 for _, points in pairs) / count
        bias = sum(chance - points for chance, points in pairs) / count
        error = sum(each.moves * abs(each.expected - each.actual) for each in buckets) / count
    return Calibration(
        proofs=len(proven),
        wrong_proofs=sum(each.proof is not each.score.outcome for each in proven),
        estimates=count,
        brier=brier,
        reference=reference,
        bias=bias,
        error=error,
        buckets=buckets,
        evaluations=len(levels),
        ordering=ordering(levels),
    )


def _level(answer: Answer) -> float | None:
    return answer.win_chance if answer.evaluation is None else answer.evaluation


def _buckets(pairs: Sequence[tuple[float, float]]) -> tuple[Bucket, ...]:
    members: dict[int, list[tuple[float, float]]] = {}
    for chance, points in pairs:
        members.setdefault(min(int(BUCKETS * chance), BUCKETS - 1), []).append((chance, points))
    return tuple(
        Bucket(
            number / BUCKETS,
            (number + 1) / BUCKETS,
            len(found),
            sum(chance for chance, _ in found) / len(found),
            sum(points for _, points in found) / len(found),
        )
        for number, found in sorted(members.items())
    )


def ordering(levels: Sequence[tuple[float, float]]) -> float | None:
    """Return how often the better of two outcomes had the higher level; None without two of them.

    levels: what a player said, and the points that came of it.
    """
    groups: dict[float, list[float]] = {}
    for level, points in levels:
        groups.setdefault(points, []).append(level)
    ranked = [sorted(groups[points]) for points in sorted(groups)]
    right = pairs = 0.0
    for place, worse in enumerate(ranked):
        for better in ranked[place + 1 :]:
            pairs += len(worse) * len(better)
            right += sum(bisect_left(worse, level) + bisect_right(worse, level) for level in better)
    return right / 2 / pairs if pairs else None
