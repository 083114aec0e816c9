"""Win chances: how often columns are won of which the Monte Carlo search says so and so much.

The search's win rate is the mean of random games: too careful where it has looked often, too bold
where it has looked a few times. `win_chance` corrects it, so that of the columns to which it gives
70 % about 70 of 100 points are won, a draw counting half a point. docs/analysis.md says how well
that holds.
"""

import math
from dataclasses import dataclass

from fourfold.rules import Position

_LEAST = 0.002  # only what is proven has a chance of 0 or 1


@dataclass(frozen=True, slots=True)
class Calibration:
    """The constants of the map from win rates to win chances.

    With r the win rate of n visits, and k free cells,

        chance = logistic(slope * logit((r * n + prior) / (n + 2 * prior)))
        slope  = steepest + per_visits * log2(n) - per_free * log2(k + 1)

    which leaves 1/2 where it is, and is the same for both players: 1 - r gives 1 - chance. The
    slope is never below 0 and grows with the visits, so that a higher win rate never means a
    lower chance, and more visits never a less certain one.
    """

    prior: float
    """Wins, and as many losses, that every column is taken to have had before."""
    steepest: float
    per_visits: float
    per_free: float

    def __call__(self, win_rate: float, visits: int, fullness: float, playable_cells: int) -> float:
        """Return the win chance; see `win_chance`."""
        evidence = log_odds(win_rate, visits, self.prior)
        slope = (
            self.steepest
            + self.per_visits * math.log2(max(visits, 1))
            - self.per_free * math.log2((1 - fullness) * playable_cells + 1)
        )
        chance = 1 / (1 + math.exp(-max(slope, 0.0) * evidence))
        return min(max(chance, _LEAST), 1 - _LEAST)


# Printed by `python -m scripts.fit_win_chances`, which says what it was fitted on.
CALIBRATION = Calibration(prior=1.5, steepest=3.13, per_visits=0.15, per_free=0.35)


def win_chance(win_rate: float, visits: int, fullness: float, playable_cells: int) -> float:
    """Return the chance to win, a draw counting half, of a column that is not proven.

    win_rate: the mean reward of the column's simulations, from 0 to 1.
    visits: how many simulations those were; without any, the chance is 1/2.
    fullness: the share of the board's playable cells that are occupied, from 0 to 1, before the
        column is played; see `fullness`.
    playable_cells: of the rules, as many as 144.
    """
    return CALIBRATION(win_rate, visits, fullness, playable_cells)


def fullness(position: Position) -> float:
    """Return which share of the playable cells is occupied, from 0 to 1."""
    return position.ply / position.rules.playable_cells


def log_odds(win_rate: float, visits: int, prior: float) -> float:
    """Return the logarithm of wins over losses, with `prior` added to each."""
    return math.log((win_rate * visits + prior) / ((1 - win_rate) * visits + prior))
