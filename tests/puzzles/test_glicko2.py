"""Glicko-2 gives the numbers of its paper, and behaves as ratings should."""

import pytest

from fourfold.puzzles.glicko2 import Game, Rating, update

OPPONENTS = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]


def test_the_worked_example_of_the_paper() -> None:
    games = [Game(opponent, score) for opponent, score in OPPONENTS]
    after = update(Rating(1500, 200, 0.06), games, tau=0.5)
    assert after.rating == pytest.approx(1464.06, abs=0.01)
    assert after.deviation == pytest.approx(151.52, abs=0.01)
    assert after.volatility == pytest.approx(0.05999, abs=0.00001)


def test_a_period_without_games_only_makes_it_less_sure() -> None:
    after = update(Rating(1500, 200, 0.06), [])
    assert (after.rating, after.volatility) == (1500, 0.06)
    assert after.deviation == pytest.approx(200.27, abs=0.01)
    assert update(Rating(1500, 350, 0.06), []).deviation == 350


def test_a_win_raises_and_a_loss_lowers() -> None:
    puzzle = Rating(1500, 50)
    won = update(Rating(), [Game(puzzle, 1)])
    lost = update(Rating(), [Game(puzzle, 0)])
    assert won.rating > 1500 > lost.rating
    assert won.rating - 1500 == pytest.approx(1500 - lost.rating)
    assert won.deviation == lost.deviation < 350


def test_a_surprise_counts_more() -> None:
    gains = [update(Rating(1500, 80), [Game(Rating(r, 50), 1)]).rating for r in (900, 1500, 2100)]
    assert gains == sorted(gains)
    assert gains[0] - 1500 < 2 < 10 < gains[2] - 1500


def test_a_very_surprising_result_makes_the_rating_more_volatile() -> None:
    """The other branch of the search for the volatility."""
    games = [Game(Rating(2600, 30), 1.0)] * 4
    after = update(Rating(1000, 40, 0.06), games)
    assert after.volatility > 0.06


def test_many_results_find_the_right_strength() -> None:
    player = Rating()
    for number in range(400):  # wins three of four against 1500: about 191 points stronger
        player = update(player, [Game(Rating(1500, 30), 0.0 if number % 4 == 0 else 1.0)])
    assert player.rating == pytest.approx(1691, abs=60)
    assert player.deviation < 80
