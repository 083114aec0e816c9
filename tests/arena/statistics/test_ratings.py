"""Rating lists: a published example, an independent maximum, errors by simulation, and laws."""

import math
import random
import re
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourfold.arena.statistics import GameScore, count_pairs, estimate, rate
from fourfold.errors import InvalidOption

SCALE = 400 / math.log(10)

# The American League East of 1987, home team by row, visitor by column: Agresti, Categorical Data
# Analysis (2002), table 10.10. Fitted there, and by the R package BradleyTerry2.
TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
BASEBALL = """
    -   4-3 4-2 4-3 6-1 4-2 6-0
    3-3 -   4-2 4-3 6-0 6-1 4-3
    2-5 4-3 -   2-4 4-3 4-2 6-0
    3-3 5-1 2-5 -   4-3 4-2 6-1
    5-1 2-5 3-3 4-2 -   5-2 6-0
    2-5 3-3 3-4 4-3 4-2 -   2-4
    2-5 1-5 1-6 2-4 1-6 3-4 -
"""


def baseball() -> list[GameScore]:
    games: list[GameScore] = []
    for home, row in enumerate(BASEBALL.split("\n")[1:-1]):
        for away, cell in enumerate(row.split()):
            if cell != "-":
                won, lost = map(int, cell.split("-"))
                for points in [1.0] * won + [0.0] * lost:
                    games.append(GameScore(home, away, points, len(games)))
    return games


def test_a_published_example() -> None:
    found = rate(baseball(), 7, anchor=6, prior_elo=1e6)
    abilities = [math.exp(rating.elo / SCALE) for rating in found.ratings]
    shares = [ability / sum(abilities) for ability in abilities]
    assert shares == pytest.approx([0.220, 0.190, 0.164, 0.157, 0.137, 0.088, 0.044], abs=5e-4)
    assert found.advantage / SCALE == pytest.approx(0.302, abs=5e-4)
    # The book says that the standard errors are about 0.3; these are robust ones.
    assert all(0.25 < each.error / 1.96 / SCALE < 0.4 for each in found.ratings[:6])
    assert found.ratings[6].error == 0
    assert found.ranking == (0, 1, 2, 3, 4, 5, 6)
    assert found.is_connected


def simulated(
    strengths: Sequence[float], pairs: int, seed: int, advantage: float = 80.0
) -> list[GameScore]:
    """Play every pairing; draws in a fifth of the games, and openings that favour one side."""
    choice = random.Random(seed)
    games = []
    for one in range(len(strengths)):
        for two in range(one):
            for pair in range(pairs):
                opening = choice.gauss(0, 150)
                for first, second in ((one, two), (two, one)):
                    lead = strengths[first] - strengths[second] + advantage + opening
                    expected = 1 / (1 + 10 ** (-lead / 400))
                    draw = 0.4 * min(expected, 1 - expected)
                    points = choice.choices(
                        (1.0, 0.5, 0.0), (expected - draw / 2, draw, 1 - expected - draw / 2)
                    )
                    games.append(GameScore(first, second, points[0], pair))
    return games


STRENGTHS = (-220.0, -60.0, 10.0, 90.0, 180.0)


def test_the_maximum_and_the_errors_against_numpy() -> None:
    """A different algorithm from the same definition, on matrices, pair by pair."""
    np = pytest.importorskip("numpy", reason="needs NumPy, for an independent computation")
    optimise = pytest.importorskip("scipy.optimize", reason="needs SciPy, for an independent one")
    games = simulated(STRENGTHS, 25, seed=3)
    players = len(STRENGTHS)
    rows = np.zeros((len(games), players + 1))
    for row, game in zip(rows, games, strict=True):
        row[game.first], row[game.second], row[players] = 1, -1, 1
    points = np.array([game.points for game in games])
    weight = (SCALE / 1000) ** 2

    def cost(values: object) -> float:
        lead = rows @ values
        likelihood = points * -np.logaddexp(0, -lead) + (1 - points) * -np.logaddexp(0, lead)
        return float(weight / 2 * np.dot(values, values) - likelihood.sum())

    best = optimise.minimize(cost, np.zeros(players + 1), method="BFGS", options={"gtol": 1e-7}).x
    expected = 1 / (1 + np.exp(-rows @ best))
    curvature = rows.T @ (rows * (expected * (1 - expected))[:, None]) + weight * np.eye(
        players + 1
    )
    slopes: dict[object, object] = {}
    for game, row, rest in zip(games, rows, points - expected, strict=True):
        key = frozenset((game.first, game.second)), game.pair
        slopes[key] = slopes.get(key, 0) + row * rest
    spread = sum(np.outer(slope, slope) for slope in slopes.values()) + weight * np.eye(players + 1)
    covariance = np.linalg.inv(curvature) @ spread @ np.linalg.inv(curvature)
    centre = np.eye(players + 1)
    centre[:players, :players] -= 1 / players
    deviations = np.sqrt(np.diag(centre @ covariance @ centre.T))

    found = rate(games, players)
    mean = best[:players].mean()
    assert [each.elo for each in found.ratings] == pytest.approx(
        list(SCALE * (best[:players] - mean)), abs=0.01
    )
    assert found.advantage == pytest.approx(SCALE * best[players], abs=0.01)
    errors = [each.error for each in found.ratings] + [found.advantage_error]
    assert errors == pytest.approx(list(1.959964 * SCALE * deviations), abs=0.01)


def test_the_errors_cover_the_truth() -> None:
    """Of many tournaments with known strengths, about 95 % of the intervals hold the truth.

    The openings make the two games of a pair depend on each other, and flatten the scores a little:
    hence only players who are close to each other.
    """
    strengths = (-50.0, 0.0, 50.0)
    inside = total = 0
    for seed in range(150):
        found = rate(simulated(strengths, 30, seed, advantage=0), 3)
        for rating, truth in zip(found.ratings, strengths, strict=True):
            inside += abs(rating.elo - truth) <= rating.error
            total += 1
    assert 0.92 < inside / total < 0.98


def test_two_players_as_by_their_pairs() -> None:
    games = simulated((0.0, 100.0), 200, seed=8)
    by_pair: dict[int, float] = {}
    for game in games:
        by_pair[game.pair] = by_pair.get(game.pair, 0) + (
            game.points if game.first == 1 else 1 - game.points
        )
    direct = estimate(count_pairs(by_pair.values()))
    assert direct is not None
    elo, error = rate(games, 2).difference(1, 0)
    # The first move is part of the model here and not there, which stretches the scale a little.
    assert elo == pytest.approx(direct.elo, rel=0.05)
    assert error == pytest.approx(direct.elo_error, rel=0.05)


def test_pairs_that_balance_narrow_the_errors() -> None:
    """When FIRST wins all games but few, the pairs are even, and say much."""
    even = [GameScore(*seats, 1.0, pair) for pair in range(40) for seats in ((0, 1), (1, 0))]
    even[0] = GameScore(0, 1, 0.5, 0)
    alone = [GameScore(game.first, game.second, game.points, n) for n, game in enumerate(even)]
    assert rate(even, 2).ratings[0].error < rate(alone, 2).ratings[0].error


def sweep(pairs: int, winner: int = 0, loser: int = 1) -> list[GameScore]:
    return [
        game
        for pair in range(pairs)
        for game in (GameScore(winner, loser, 1.0, pair), GameScore(loser, winner, 0.0, pair))
    ]


def test_a_player_who_won_everything_is_rated_with_a_wide_error() -> None:
    few, many = (rate(sweep(pairs), 2) for pairs in (5, 50))
    for found in (few, many):
        assert found.difference(0, 1)[1] > 600
        assert [rating.group for rating in found.ratings] == [0, 1]
        assert not found.is_connected
    assert many.difference(0, 1)[0] > few.difference(0, 1)[0]
    assert 0.9 < few.superiority(0, 1) < 0.975 < many.superiority(0, 1)


def test_groups_that_never_met() -> None:
    """Two separate matches: within each the difference is known, between them the prior decides."""
    games = simulated((0.0, 60.0), 40, seed=2)
    games += [GameScore(game.first + 2, game.second + 2, game.points, game.pair) for game in games]
    found = rate(games, 5)
    assert [rating.group for rating in found.ratings] == [0, 0, 1, 1, 2]
    assert found.ratings[0].elo == pytest.approx(found.ratings[2].elo)
    assert found.ratings[4].games == 0
    within, between = found.difference(0, 1)[1], found.difference(0, 2)[1]
    assert within < 100
    assert between > 1000
    assert found.ratings[4].error > 1000


def test_a_circle_is_one_group() -> None:
    found = rate(sweep(5, 0, 1) + sweep(5, 1, 2) + sweep(5, 2, 0), 3)
    assert found.is_connected
    assert [rating.elo for rating in found.ratings] == pytest.approx([0, 0, 0], abs=1e-6)


def test_anchors() -> None:
    games = simulated(STRENGTHS, 10, seed=5)
    mean, fixed = rate(games, 5), rate(games, 5, anchor=2, anchor_elo=1500)
    assert sum(rating.elo for rating in mean.ratings) == pytest.approx(0, abs=1e-6)
    assert (fixed.ratings[2].elo, fixed.ratings[2].error) == (1500, 0)
    for one in range(5):
        for two in range(5):
            assert mean.difference(one, two) == pytest.approx(fixed.difference(one, two), abs=1e-6)
    assert fixed.ratings[4].error == pytest.approx(mean.difference(4, 2)[1])


results = st.lists(
    st.tuples(
        st.integers(0, 3), st.integers(0, 3), st.sampled_from((0.0, 0.5, 1.0)), st.integers(0, 30)
    ).filter(lambda game: game[0] != game[1]),
    max_size=60,
)


@given(results, st.permutations(range(4)), st.randoms(use_true_random=False))
def test_laws(
    played: list[tuple[int, int, float, int]], order: list[int], shuffle: random.Random
) -> None:
    games = [GameScore(*game) for game in played]
    found = rate(games, 4)
    assert all(math.isfinite(each.elo) and each.error > 0 for each in found.ratings)
    # Other names for the players, and another order of the games, change nothing else.
    renamed = [
        GameScore(order[game.first], order[game.second], game.points, game.pair) for game in games
    ]
    shuffle.shuffle(renamed)
    other = rate(renamed, 4)
    for rating in found.ratings:
        same = other.ratings[order[rating.player]]
        assert (same.elo, same.error) == pytest.approx((rating.elo, rating.error), abs=1e-4)
        assert (same.games, same.points) == (rating.games, rating.points)
    # Whoever won has lost: the list is turned upside down.
    turned = rate([GameScore(g.second, g.first, g.points, g.pair) for g in games], 4)
    swapped = rate([GameScore(g.first, g.second, 1 - g.points, g.pair) for g in games], 4)
    assert swapped.advantage == pytest.approx(-found.advantage, abs=1e-4)
    for one, two in zip(swapped.ratings, found.ratings, strict=True):
        assert one.elo == pytest.approx(-two.elo, abs=1e-4)
    assert turned.advantage == pytest.approx(found.advantage, abs=1e-4)
    assert turned.ratings[0].elo == pytest.approx(-found.ratings[0].elo, abs=1e-4)


def test_twice_the_games_narrow_the_errors() -> None:
    games = simulated(STRENGTHS, 15, seed=6)
    again = [GameScore(g.first, g.second, g.points, g.pair + 100) for g in games]
    once, twice = rate(games, 5), rate(games + again, 5)
    for one, two in zip(once.ratings, twice.ratings, strict=True):
        assert two.error == pytest.approx(one.error / math.sqrt(2), rel=0.02)
        assert two.elo == pytest.approx(one.elo, rel=0.02, abs=0.5)


def test_in_words() -> None:
    found = rate(simulated((0.0, 100.0), 40, seed=1), 2)
    assert re.fullmatch(r"1: \+\d+ ± \d+\n0: -\d+ ± \d+\nfirst move: \+\d+ ± \d+", str(found))
    assert rate([], 1).ratings[0].elo == 0


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (
            GameScore(0, 2, 1.0, 1),
            "a player of a game is 2, but must be a whole number from 0 to 1",
        ),
        (GameScore(1, 1, 1.0, 1), "player 1 is both players of a game, but must be one"),
        (GameScore(0, 1, 0.7, 1), "the points of a game are 0.7, but must be 0, 0.5 or 1"),
    ],
)
def test_bad_games(game: GameScore, message: str) -> None:
    with pytest.raises(InvalidOption, match=f"^{re.escape(message)}$"):
        rate([game], 2)


def test_bad_options() -> None:
    with pytest.raises(InvalidOption, match="the anchor is 2, but"):
        rate([], 2, anchor=2)
    with pytest.raises(InvalidOption, match="prior_elo is 0, but"):
        rate([], 2, prior_elo=0)
