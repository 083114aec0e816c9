"""Elo differences and their error bars, against published and hand-computed numbers."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourfold.arena.statistics import (
    Estimate,
    Pairs,
    Tally,
    count_pairs,
    elo_of,
    estimate,
)


def measured(*pairs: int) -> Estimate:
    a, b, c, d, e = pairs
    found = estimate((a, b, c, d, e))
    assert found is not None
    return found


# What fastchess printed for matches of chess engines: Ptnml(0-2), Elo and its error.
FASTCHESS = [
    ((1, 11, 47, 25, 16), 77.71, 33.03),
    ((1, 15, 25, 33, 26), 123.02, 40.58),
    ((1, 24, 42, 25, 8), 26.11, 31.23),
    ((2, 23, 32, 35, 8), 41.89, 33.28),
]
# Pentanomial counts with the Elo difference and both ends of its interval, of a framework that
# tests chess engines by thousands of games.
INTERVALS = [
    ((485, 1923, 2942, 1937, 594), 1.21, 5.11, 9.02),
    ((261, 739, 2683, 737, 253), -5.00, -0.67, 3.66),
    ((63, 252, 385, 250, 74), -7.38, 3.39, 14.17),
    ((527, 1007, 1932, 933, 511), -9.16, -3.75, 1.66),
    ((175, 305, 694, 291, 157), -14.57, -5.36, 3.85),
]


@pytest.mark.parametrize(("pairs", "elo", "error"), FASTCHESS)
def test_published_error_bars(pairs: Pairs, elo: float, error: float) -> None:
    found = measured(*pairs)
    assert found.elo == pytest.approx(elo, abs=0.006)
    assert found.elo_error == pytest.approx(error, abs=0.006)
    assert not found.is_wilson


@pytest.mark.parametrize(("pairs", "low", "elo", "high"), INTERVALS)
def test_published_intervals(pairs: Pairs, low: float, elo: float, high: float) -> None:
    found = measured(*pairs)
    assert (found.elo_low, found.elo, found.elo_high) == pytest.approx((low, elo, high), abs=0.006)


def test_by_hand() -> None:
    # 10 pairs: 2 of 1/2 point, 4 of 1, 4 of 2. Shares 1/4, 1/2, 1: the mean is 6.5 / 10, and the
    # variance (2 * 0.4^2 + 4 * 0.15^2 + 4 * 0.35^2) / 10 = 0.09.
    found = measured(0, 2, 4, 0, 4)
    assert found.score == pytest.approx(0.65)
    error = 1.959964 * math.sqrt(0.09 / 10)
    assert (found.low, found.high) == pytest.approx((0.65 - error, 0.65 + error))
    assert found.elo == pytest.approx(400 * math.log10(0.65 / 0.35))


@pytest.mark.parametrize(
    ("score", "elo"), [(0.5, 0), (0.75, 190.85), (0.25, -190.85), (10 / 11, 400), (0.64, 99.95)]
)
def test_elo_of_scores(score: float, elo: float) -> None:
    assert elo_of(score) == pytest.approx(elo, abs=0.01)
    assert 1 / (1 + 10 ** (-elo / 400)) == pytest.approx(score, abs=1e-4)
    assert (elo_of(0), elo_of(1)) == (-math.inf, math.inf)


def test_pairs_hold_less_spread_than_games() -> None:
    """Every opening won by FIRST: 50 wins and 50 losses, yet nothing could be more even."""
    assert measured(0, 0, 49, 1, 0).elo_error < 8
    assert measured(24, 0, 2, 0, 24).elo_error > 90


@pytest.mark.parametrize(
    # Wilson's interval of 10 successes in 10 is 0.7225 to 1, of 5 in 10 0.2366 to 0.7634.
    ("pairs", "low", "high"),
    [
        ((0, 0, 0, 0, 10), 0.7225, 1),
        ((10, 0, 0, 0, 0), 0, 0.2775),
        ((0, 0, 10, 0, 0), 0.2366, 0.7634),
    ],
)
def test_pairs_that_all_ended_alike(pairs: Pairs, low: float, high: float) -> None:
    found = measured(*pairs)
    assert found.is_wilson
    assert (found.low, found.high) == pytest.approx((low, high), abs=1e-4)


def test_no_pairs() -> None:
    assert estimate((0, 0, 0, 0, 0)) is None


@given(st.tuples(*[st.integers(0, 200)] * 5).filter(any))
def test_laws(pairs: Pairs) -> None:
    found = measured(*pairs)
    assert 0 <= found.low <= found.score <= found.high <= 1
    assert (found.low < found.high) or found.score in (0, 1)
    turned = measured(*pairs[::-1])
    assert (turned.low, turned.high) == pytest.approx((1 - found.high, 1 - found.low))
    # Four times the pairs, half the error or so.
    more = measured(*(4 * count for count in pairs))
    assert more.score == pytest.approx(found.score)
    assert more.high - more.low < found.high - found.low


def test_the_interval_covers_the_truth() -> None:
    """Of many matches with a known score, about 95 % have it within their error bars."""
    from random import Random

    random = Random(1)
    chances = (0.1, 0.2, 0.3, 0.15, 0.25)
    truth = sum(chance * place / 4 for place, chance in enumerate(chances))
    inside = 0
    for _ in range(2000):
        drawn = random.choices(range(5), chances, k=40)
        found = measured(*(drawn.count(place) for place in range(5)))
        inside += found.low <= truth <= found.high
    assert 0.93 < inside / 2000 < 0.97


@pytest.mark.parametrize(
    ("pairs", "text"),
    [
        ((1, 11, 47, 25, 16), "+78 ± 33"),
        ((16, 25, 47, 11, 1), "-78 ± 33"),
        ((0, 0, 0, 0, 10), "above +166"),
        ((10, 0, 0, 0, 0), "below -166"),
        ((5, 0, 0, 0, 5), "+0 ± 252"),
        ((0, 0, 1, 1, 0), "+89, -313 to +490"),
        ((0, 0, 0, 1, 9), "+636, +137 to +1136"),
    ],
)
def test_in_words(pairs: Pairs, text: str) -> None:
    assert str(measured(*pairs)) == text


def test_counting() -> None:
    assert count_pairs([0, 0.5, 1, 1, 1.5, 2, 2, 2]) == (1, 1, 2, 1, 3)
    tally = Tally.of([1, 1, 0.5, 0])
    assert tally == Tally(2, 1, 1)
    assert (tally.games, tally.points, str(tally)) == (4, 2.5, "2-1-1")
    assert tally + tally == Tally(4, 2, 2)
