"""The likelihood of superiority, against published numbers, and beside the interval of the Elo."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourfold.arena.statistics import Pairs, estimate, superiority

counts = st.tuples(*[st.integers(0, 200)] * 5).filter(any)


# What fastchess printed as LOS beside Ptnml(0-2), in percent.
@pytest.mark.parametrize(
    ("pairs", "percent"),
    [
        ((790, 1759, 3256, 1780, 807), 70.95),
        ((34, 49, 128, 62, 27), 47.88),
        ((352, 579, 1264, 743, 464), 100.00),
    ],
)
def test_published(pairs: Pairs, percent: float) -> None:
    found = superiority(pairs)
    assert found is not None
    assert 100 * found == pytest.approx(percent, abs=0.006)


def test_by_hand() -> None:
    # As for the Elo: the mean is 0.65, the variance 0.09, so 0.15 / sqrt(0.009) = 1.581 deviations.
    assert superiority((0, 2, 4, 0, 4)) == pytest.approx(0.94308, abs=1e-5)
    # Nine pairs won: 0.5 / sqrt(0.25 / 9) = 3 deviations.
    assert superiority((0, 0, 0, 0, 9)) == pytest.approx(0.99865, abs=1e-5)


def test_no_pairs() -> None:
    assert superiority((0, 0, 0, 0, 0)) is None


@given(counts)
def test_laws(pairs: Pairs) -> None:
    found = superiority(pairs)
    assert found is not None
    assert superiority(pairs[::-1]) == pytest.approx(1 - found)
    elo = estimate(pairs)
    assert elo is not None
    # The interval and the likelihood are of the same model: they agree on what is certain.
    if abs(found - 0.975) > 1e-9:
        assert (found > 0.975) == (elo.elo_low > 0)
    if abs(found - 0.025) > 1e-9:
        assert (found < 0.025) == (elo.elo_high < 0)
    twice = superiority((2 * pairs[0], 2 * pairs[1], 2 * pairs[2], 2 * pairs[3], 2 * pairs[4]))
    assert twice is not None
    if min(sum(pairs), 10) == 10:
        assert abs(twice - 0.5) >= abs(found - 0.5) - 1e-12
