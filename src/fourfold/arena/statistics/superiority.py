"""How likely it is, after their games, that one player is stronger than another.

With n pairs, x the mean share of the points of a pair and v the variance of the shares, as in
`elo`, the chance that the true score is above one half is

    Phi((x - 1/2) / sqrt(v / n)),    Phi the normal distribution

This is what fastchess prints as LOS. Where the variance says little (see `elo`), v is 1/4, the
widest spread that the pairs of equal players can have. So above 97.5 % is exactly where the 95 %
interval of the Elo difference lies above 0.
"""

import math

from fourfold.arena.statistics.elo import Pairs, is_informative, mean_and_variance


def superiority(pairs: Pairs) -> float | None:
    """Return the chance, from 0 to 1, that the true score is above one half; None without pairs.

    >>> from fourfold.arena.statistics import superiority
    >>> round(superiority((3, 10, 40, 20, 12)), 3)
    0.999
    """
    total = sum(pairs)
    if not total:
        return None
    mean, variance = mean_and_variance(pairs)
    if not is_informative(pairs):
        variance = 0.25
    return normal_share((mean - 0.5) / math.sqrt(variance / total))


def normal_share(deviations: float) -> float:
    """Return the share of a normal distribution that lies below so many deviations."""
    return math.erfc(-deviations / math.sqrt(2)) / 2
