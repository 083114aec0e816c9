"""Estimates the difference in strength of two agents from their games, with a 95 % interval.

Two games from one opening are not independent: if the opening is won for FIRST, each agent tends
to win one. So the unit is the pair. With n pairs, x the mean of what an agent scored in a pair as
a share of both points (0, 1/4, 1/2, 3/4 or 1), and v the mean of (share - x)^2:

    score    x                          error    1.96 * sqrt(v / n)      95 % of the time
    Elo      -400 * log10(1 / x - 1)    from the Elo of x - error to that of x + error

This is the pentanomial model that chess engines are measured by. It fails for few pairs, where all
pairs ended alike, when v is 0, and where x - error or x + error is no score any more. Then the
interval is Wilson's (1927), which asks which scores would make this x likely, with the widest
spread that a pair can have, v = x * (1 - x):

    (x + z^2 / 2n ± z * sqrt(v / n + z^2 / 4n^2)) / (1 + z^2 / n),    z = 1.96
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

NORMAL_95 = 1.959963984540054  # 95 % of a normal distribution lie within so many deviations
FEW = 10  # with fewer pairs than this their variance says little


@dataclass(frozen=True, slots=True)
class Tally:
    """Games won, drawn and lost.

    >>> from fourfold.arena.statistics import Tally
    >>> tally = Tally.of([1, 1, 0.5, 0])
    >>> print(tally)
    2-1-1
    >>> tally.points, tally.games
    (2.5, 4)
    """

    wins: int = 0
    """Games won."""
    draws: int = 0
    """Games drawn."""
    losses: int = 0
    """Games lost."""

    @classmethod
    def of(cls, points: Iterable[float]) -> "Tally":
        """Count games by their points: 1, 0.5 or 0."""
        results = list(points)
        return cls(results.count(1.0), results.count(0.5), results.count(0.0))

    @property
    def games(self) -> int:
        """How many games there are."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """The points: 1 for a win, 1/2 for a draw."""
        return self.wins + self.draws / 2

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    def __str__(self) -> str:
        return f"{self.wins}-{self.draws}-{self.losses}"


Pairs = tuple[int, int, int, int, int]
"""How many pairs brought 0, 1/2, 1, 3/2 and 2 points."""


def count_pairs(points: Iterable[float]) -> Pairs:
    """Count pairs by their points.

    >>> from fourfold.arena.statistics import count_pairs
    >>> count_pairs([2, 1.5, 1, 1])
    (0, 0, 2, 1, 1)
    """
    counts = [0] * 5
    for number in points:
        counts[round(2 * number)] += 1
    return counts[0], counts[1], counts[2], counts[3], counts[4]


@dataclass(frozen=True, slots=True)
class Estimate:
    """A score and an Elo difference, each with the ends of its 95 % interval.

    An agent that has won or lost everything has no finite Elo: it and one end are infinite.

    >>> from fourfold.arena.statistics import estimate
    >>> print(estimate((34, 49, 128, 62, 27)))
    -1 ± 21
    """

    score: float
    """The share of the points, from 0 to 1."""
    low: float
    """The lower end of its interval."""
    high: float
    """The upper end of its interval."""
    is_wilson: bool = False
    """Whether the interval is Wilson's, whose two sides can differ in length."""

    @property
    def elo(self) -> float:
        """The Elo difference at which this score is expected."""
        return elo_of(self.score)

    @property
    def elo_low(self) -> float:
        """The lower end of the Elo interval."""
        return elo_of(self.low)

    @property
    def elo_high(self) -> float:
        """The upper end of the Elo interval."""
        return elo_of(self.high)

    @property
    def elo_error(self) -> float:
        """The error bar: half the width of the Elo interval."""
        return (self.elo_high - self.elo_low) / 2

    def __str__(self) -> str:
        if not math.isfinite(self.elo):
            above = self.elo > 0
            return f"above {_signed(self.elo_low)}" if above else f"below {_signed(self.elo_high)}"
        if self.is_wilson:
            return f"{_signed(self.elo)}, {_signed(self.elo_low)} to {_signed(self.elo_high)}"
        return f"{_signed(self.elo)} ± {self.elo_error:.0f}"


def _signed(elo: float) -> str:
    return f"{round(elo):+d}"  # an int has no -0


def elo_of(score: float) -> float:
    """Return the Elo difference at which a score is expected; infinite for 0 and 1.

    >>> from fourfold.arena.statistics import elo_of
    >>> round(elo_of(0.75))
    191
    """
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return -400 * math.log10(1 / score - 1)


def estimate(pairs: Pairs) -> Estimate | None:
    """Estimate the difference in strength from pairs of games; None if there are none.

    >>> from fourfold.arena.statistics import estimate
    >>> estimated = estimate((3, 10, 40, 20, 12))
    >>> round(estimated.elo), round(estimated.elo_low), round(estimated.elo_high)
    (58, 21, 96)
    """
    total = sum(pairs)
    if not total:
        return None
    mean, variance = mean_and_variance(pairs)
    if not is_informative(pairs):
        return wilson(mean, total)
    error = NORMAL_95 * math.sqrt(variance / total)
    return Estimate(mean, mean - error, mean + error)


def mean_and_variance(pairs: Pairs) -> tuple[float, float]:
    """Return the mean share of the points of a pair, and the variance of the shares."""
    total = sum(pairs)
    shares = [(count, place / 4) for place, count in enumerate(pairs)]
    mean = sum(count * share for count, share in shares) / total
    return mean, sum(count * (share - mean) ** 2 for count, share in shares) / total


def is_informative(pairs: Pairs) -> bool:
    """Return True if the variance of the pairs tells how certain their mean is."""
    total = sum(pairs)
    mean, variance = mean_and_variance(pairs)
    error = NORMAL_95 * math.sqrt(variance / total)
    return total >= FEW and total not in pairs and mean - error > 0 and mean + error < 1


def wilson(mean: float, total: int) -> Estimate:
    """Return the mean of so many shares, each from 0 to 1, with Wilson's interval."""
    square = NORMAL_95**2 / total
    middle = mean + square / 2
    error = NORMAL_95 * math.sqrt(mean * (1 - mean) / total + square / (4 * total))
    low, high = ((middle + sign * error) / (1 + square) for sign in (-1, 1))
    # For a mean of 0 or 1 that end is 0 or 1 exactly; computed, it would have a rounding error.
    return Estimate(mean, 0.0 if mean == 0 else low, 1.0 if mean == 1 else high, is_wilson=True)
