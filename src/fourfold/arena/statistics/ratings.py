"""One rating list for many players: Bradley and Terry's model, with a first-move advantage.

The expected points of FIRST against SECOND, whose ratings are R1 and R2, are

    1 / (1 + 10^(-(R1 + A - R2) / 400))

where A, in Elo as well, is the advantage of the first move, the same for all. The ratings and A
are those under which the results are likeliest; a draw counts as half a win and half a loss. It
is the same scale as the Elo difference of two players.

**The prior.** A player who won every game has no finite rating, and players who never met,
directly or through others, cannot be compared. So each rating, and A, is given beforehand as 0
with a standard deviation of 1000 Elo. Where there are games on both sides this changes next to
nothing: 50 games weigh 400 times as much. Where there are none it decides, and `Rating.group`
says between whom: within a group each has taken points from the others, directly or in a circle;
between two groups all points went one way, or there were no games.

**The errors** hold for 95 %, and respect pairs: the two games of a pair are one observation, as
for two players (`elo`). With H the curvature of the likelihood and of the prior, P the prior's
part of it, and g the slope that a pair adds, the covariance is

    H^-1 (sum of g g' + P) H^-1        (White, 1982, clustered by pair)

The pairs of a pairing that are few, or all ended alike, tell nothing of their spread; for them
the curvature stands in for g g', which is what the model itself expects.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from fourfold.arena.statistics.elo import FEW, NORMAL_95
from fourfold.arena.statistics.linear_algebra import Matrix, inverse, product, solve
from fourfold.arena.statistics.superiority import normal_share
from fourfold.errors import InvalidOption, describe
from fourfold.support.checks import whole_number

PRIOR_ELO = 1000.0
"""The standard deviation of a rating before the first game."""
_SCALE = 400 / math.log(10)  # Elo for each natural unit
_ROUNDS = 200
_CLOSE = 1e-10


@dataclass(frozen=True, slots=True)
class GameScore:
    """The result of one game, for the statistics."""

    first: int
    """The player who moved first, counted from 0."""
    second: int
    """The player who moved second."""
    points: float
    """Of the first player: 1, 1/2 or 0."""
    pair: int
    """Two games of the same two players with the same number are a pair."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of a player in a list."""

    player: int
    """The player, counted from 0."""
    elo: float
    """The rating."""
    error: float
    """Half the width of the 95 % interval, against the list's anchor."""
    games: int
    """How many games the player has."""
    points: float
    """How many points of these."""
    group: int
    """Players of one group are compared by their games; between groups the prior decides."""

    def __str__(self) -> str:
        return f"{round(self.elo):+d} ± {self.error:.0f}"


@dataclass(frozen=True, slots=True)
class RatingList:
    """The ratings of all players, in the order of the players."""

    ratings: tuple[Rating, ...]
    """One for each player."""
    advantage: float
    """What moving first is worth, in Elo."""
    advantage_error: float
    """Half the width of its 95 % interval."""
    anchor: int | None
    """The player whose rating is fixed; None if the mean of all is."""
    covariance: Matrix = field(repr=False)
    """Of all players, in Elo squared, against the anchor."""

    @property
    def ranking(self) -> tuple[int, ...]:
        """The players, the one with the highest rating first."""
        return tuple(rating.player for rating in sorted(self.ratings, key=lambda each: -each.elo))

    @property
    def is_connected(self) -> bool:
        """Return True if games alone compare all players, without help from the prior."""
        return len({rating.group for rating in self.ratings}) <= 1

    def difference(self, one: int, two: int) -> tuple[float, float]:
        """Return by how much one player is rated above another, and the 95 % error."""
        spread = self.covariance
        variance = spread[one][one] + spread[two][two] - 2 * spread[one][two]
        elo = self.ratings[one].elo - self.ratings[two].elo
        return elo, NORMAL_95 * math.sqrt(max(0.0, variance))

    def superiority(self, one: int, two: int) -> float:
        """Return the chance, from 0 to 1, that one player is stronger than another."""
        elo, error = self.difference(one, two)
        return normal_share(elo / error * NORMAL_95) if error else 0.5

    def __str__(self) -> str:
        lines = [
            f"{self.ratings[player].player}: {self.ratings[player]}" for player in self.ranking
        ]
        return "\n".join(
            [*lines, f"first move: {self.advantage:+.0f} ± {self.advantage_error:.0f}"]
        )


def rate(
    games: Iterable[GameScore],
    players: int,
    *,
    anchor: int | None = None,
    anchor_elo: float = 0.0,
    prior_elo: float = PRIOR_ELO,
) -> RatingList:
    """Rate all players from their games, in any order.

    players: how many there are, also those without a game.
    anchor: the player whose rating is `anchor_elo`; if None, that is the mean of all.
    prior_elo: the standard deviation of a rating before the first game; the greater, the less the
        prior counts.

    >>> from fourfold.arena.statistics import GameScore, rate
    >>> games = [GameScore(0, 1, 1, pair=1), GameScore(1, 0, 0.5, pair=1)]
    >>> ratings = rate(games, players=2)
    >>> ratings.ranking
    (0, 1)
    """
    players = whole_number("the number of players", players, 1)
    if anchor is not None:
        anchor = whole_number("the anchor", anchor, 0, players - 1)
    if not (math.isfinite(prior_elo) and prior_elo > 0):
        raise InvalidOption(f"prior_elo is {describe(prior_elo)}, but must be a number above 0")
    fit = _Fit([_checked(game, players) for game in games], players, (_SCALE / prior_elo) ** 2)
    values = fit.maximise()
    covariance = fit.covariance(values, anchor)
    shift = sum(values[:players]) / players if anchor is None else values[anchor]
    groups = _groups(fit.points, players)
    ratings = tuple(
        Rating(
            player,
            anchor_elo + _SCALE * (values[player] - shift),
            NORMAL_95 * _SCALE * math.sqrt(covariance[player][player]),
            fit.games[player],
            sum(fit.points.get((player, other), 0.0) for other in range(players)),
            groups[player],
        )
        for player in range(players)
    )
    advantage_error = NORMAL_95 * _SCALE * math.sqrt(covariance[players][players])
    in_elo = tuple(
        tuple(_SCALE**2 * cell for cell in row[:players]) for row in covariance[:players]
    )
    return RatingList(ratings, _SCALE * values[players], advantage_error, anchor, in_elo)


def _checked(game: GameScore, players: int) -> GameScore:
    for player in (game.first, game.second):
        whole_number("a player of a game", player, 0, players - 1)
    if game.first == game.second:
        raise InvalidOption(f"player {game.first} is both players of a game, but must be one")
    if game.points not in (0, 0.5, 1):
        raise InvalidOption(
            f"the points of a game are {describe(game.points)}, but must be 0, 0.5 or 1"
        )
    return game


class _Fit:
    """The likelihood of the ratings, in natural units; the last value is the first move's."""

    def __init__(self, games: Sequence[GameScore], players: int, weight: float) -> None:
        self.size = players + 1
        self.weight = weight  # of the prior: one over its variance
        self.games = Counter[int]()
        self.points = defaultdict[tuple[int, int], float](
            float
        )  # of the first of two players, in all games
        self.played = Counter[tuple[int, int]]()  # by who moved first, and who second
        self.scored = defaultdict[tuple[int, int], float](float)
        for game in games:
            seats = game.first, game.second
            self.games.update(seats)
            self.points[seats] += game.points
            self.points[seats[::-1]] += 1 - game.points
            self.played[seats] += 1
            self.scored[seats] += game.points
        self.pairs = _count_pairs(games)

    def expected(self, values: Sequence[float], first: int, second: int) -> float:
        return 1 / (1 + math.exp(values[second] - values[first] - values[-1]))

    def maximise(self) -> list[float]:
        """Find the likeliest values by Newton's method, whose steps are halved until they help."""
        values = [0.0] * self.size
        best = self.likelihood(values)
        for _ in range(_ROUNDS):
            slope = [-self.weight * value for value in values]
            for (first, second), played in self.played.items():
                rest = self.scored[first, second]
                rest -= played * self.expected(values, first, second)
                slope[first] += rest
                slope[second] -= rest
                slope[-1] += rest
            step = solve(self.curvature(values), slope)
            longest = max(map(abs, step))
            share = 1.0
            while True:
                tried = [value + share * part for value, part in zip(values, step, strict=True)]
                found = self.likelihood(tried)
                if found >= best or share * longest < _CLOSE:
                    break
                share /= 2
            values, best = tried, found
            if longest < _CLOSE:
                break
        return values

    def likelihood(self, values: Sequence[float]) -> float:
        total = -self.weight / 2 * sum(value * value for value in values)
        for (first, second), played in self.played.items():
            lead = values[first] + values[-1] - values[second]
            scored = self.scored[first, second]
            total -= scored * _log_of_one_plus_exp(-lead)
            total -= (played - scored) * _log_of_one_plus_exp(lead)
        return total

    def curvature(self, values: Sequence[float]) -> list[list[float]]:
        """Return minus the second derivatives of the likelihood and the prior."""
        matrix = self._prior()
        for (first, second), played in self.played.items():
            expected = self.expected(values, first, second)
            _add_square(matrix, first, second, played * expected * (1 - expected))
        return matrix

    def covariance(self, values: Sequence[float], anchor: int | None) -> list[list[float]]:
        """Return the covariance of the values against the anchor, with pairs as the unit."""
        bread = inverse(self.curvature(values))
        # The anchor comes first: all ratings together are as uncertain as the prior, and what is
        # left of so great a variance after a subtraction would be its rounding errors.
        fixed = list(bread[anchor]) if anchor is not None else _mean(bread[:-1])
        for row in bread[:-1]:
            row[:] = [cell - other for cell, other in zip(row, fixed, strict=True)]
        return product(product(bread, self.spread(values)), list(zip(*bread, strict=True)))

    def spread(self, values: Sequence[float]) -> list[list[float]]:
        """Return how much the slope of the likelihood varies from pair to pair, in all."""
        spread = self._prior()
        for (one, two), kinds in self.pairs.items():
            shown = sum(kinds.values()) >= FEW and len({sum(each) for each, _ in kinds}) > 1
            as_first = self.expected(values, one, two)
            as_second = 1 - self.expected(values, two, one)
            for (scores, counts), number in kinds.items():
                if not shown:
                    begun, others = (number * count for count in counts)
                    _add_square(spread, one, two, begun * as_first * (1 - as_first))
                    _add_square(spread, two, one, others * as_second * (1 - as_second))
                    continue
                rest_first = scores[0] - counts[0] * as_first
                rest_second = scores[1] - counts[1] * as_second
                slope = {one: rest_first + rest_second, two: -rest_first - rest_second}
                slope[self.size - 1] = rest_first - rest_second
                for row, left in slope.items():
                    for column, right in slope.items():
                        spread[row][column] += number * left * right
        return spread

    def _prior(self) -> list[list[float]]:
        return [
            [self.weight if row == column else 0.0 for column in range(self.size)]
            for row in range(self.size)
        ]


def _mean(rows: Matrix) -> list[float]:
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)]


_PairKind = tuple[tuple[float, float], tuple[int, int]]
"""The points of the lower player in the games that they began and in the others, and how many."""


def _count_pairs(games: Sequence[GameScore]) -> dict[tuple[int, int], Counter[_PairKind]]:
    """Count, for every two players, how often each kind of pair occurred.

    A pair with games missing counts by those that there are.
    """
    scores: dict[tuple[int, int, int], list[float]] = {}
    for game in games:
        one, two = sorted((game.first, game.second))
        points = scores.setdefault((one, two, game.pair), [0.0, 0.0, 0, 0])
        side = int(game.first != one)
        points[side] += 1 - game.points if side else game.points
        points[2 + side] += 1
    kinds: dict[tuple[int, int], Counter[_PairKind]] = {}
    for (one, two, _), (first, second, begun, others) in sorted(scores.items()):
        counts = int(begun), int(others)
        kinds.setdefault((one, two), Counter())[(first, second), counts] += 1
    return kinds


def _add_square(matrix: list[list[float]], first: int, second: int, amount: float) -> None:
    """Add what games of two players add to the curvature: a square of the slope (1, -1, 1)."""
    signs = {first: 1, second: -1, len(matrix) - 1: 1}
    for row, left in signs.items():
        for column, right in signs.items():
            matrix[row][column] += amount * left * right


def _log_of_one_plus_exp(value: float) -> float:
    return max(value, 0.0) + math.log1p(math.exp(-abs(value)))


def _groups(points: Mapping[tuple[int, int], float], players: int) -> list[int]:
    """Number the groups: players who reach each other by going from each to those they beat."""
    beaten: list[set[int]] = [
        {other for other in range(players) if points.get((player, other), 0) > 0}
        for player in range(players)
    ]
    reached = [_reachable(beaten, player) for player in range(players)]
    groups = [-1] * players
    number = 0
    for player in range(players):
        if groups[player] < 0:
            for other in reached[player]:
                if player in reached[other]:
                    groups[other] = number
            number += 1
    return groups


def _reachable(onwards: Sequence[set[int]], start: int) -> set[int]:
    seen = {start}
    waiting = [start]
    while waiting:
        new = onwards[waiting.pop()] - seen
        seen |= new
        waiting += new
    return seen
