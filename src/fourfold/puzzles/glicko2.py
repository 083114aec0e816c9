"""Glicko-2, which rates players by their results (Mark Glickman, "Example of the Glicko-2 system").

The names in `update` are those of the paper. A puzzle counts as an opponent: whoever solves it has
won against it. Puzzles keep their own rating.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass

_SCALE = 173.7178
_PRECISE = 1e-6
_MOST_DEVIATION = 350.0


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a player is, and how sure that is."""

    rating: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06


@dataclass(frozen=True, slots=True)
class Game:
    """A result against an opponent: 1 for a win, 0.5 for a draw, 0 for a loss."""

    opponent: Rating
    score: float


def update(player: Rating, games: Iterable[Game], tau: float = 0.5) -> Rating:
    """Return the rating after a period with these games; without games only the deviation grows.

    tau: how quickly the volatility changes, 0.3 to 1.2.
    """
    mu, phi = (player.rating - 1500) / _SCALE, player.deviation / _SCALE
    precision = gain = 0.0
    for game in games:
        g = 1 / math.sqrt(1 + 3 * (game.opponent.deviation / _SCALE / math.pi) ** 2)
        expected = 1 / (1 + math.exp(-g * (mu - (game.opponent.rating - 1500) / _SCALE)))
        precision += g * g * expected * (1 - expected)
        gain += g * (game.score - expected)
    if precision == 0.0:
        grown = _SCALE * math.hypot(phi, player.volatility)
        return Rating(player.rating, min(grown, _MOST_DEVIATION), player.volatility)
    v = 1 / precision
    sigma = _new_volatility(player.volatility, phi, v, v * gain, tau)
    phi = 1 / math.sqrt(1 / (phi * phi + sigma * sigma) + precision)
    deviation = min(_SCALE * phi, _MOST_DEVIATION)
    return Rating(player.rating + _SCALE * phi * phi * gain, deviation, sigma)


def _new_volatility(sigma: float, phi: float, v: float, delta: float, tau: float) -> float:
    """Find the volatility of step 5 of the paper, by the Illinois algorithm."""
    a = math.log(sigma * sigma)

    def f(x: float) -> float:
        spread = phi * phi + v + math.exp(x)
        change = math.exp(x) * (delta * delta - spread) / (2 * spread * spread)
        return change - (x - a) / (tau * tau)

    low = a
    if delta * delta > phi * phi + v:
        high = math.log(delta * delta - phi * phi - v)
    else:
        high = a - tau
        while f(high) < 0:
            high -= tau
    f_low, f_high = f(low), f(high)
    while abs(high - low) > _PRECISE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        if f_middle * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = middle, f_middle
    return math.exp(low / 2)
