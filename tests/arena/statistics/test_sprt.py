"""The sequential test: published ratios, an independent optimiser, and its error rates."""

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourfold.arena.statistics import Pairs, Sprt, Verdict, normalised_elo
from fourfold.arena.statistics.sprt import NORMALISED, best_fit
from fourfold.errors import InvalidOption
from scripts.check_sprt import KINDS, simulate

counts = st.tuples(*[st.integers(0, 300)] * 5).filter(any)


# The first three are in the tests of fastchess, the others were printed by it during matches of
# chess engines. The third is 111.82 there, where the search for the best fit stops early.
@pytest.mark.parametrize(
    ("pairs", "elo0", "elo1", "llr"),
    [
        ((365, 16618, 36229, 16974, 390), 0, 2, 2.25),
        ((127, 4883, 10712, 5150, 104), -1.75, 0.25, 3.01),
        ((0, 0, 0, 0, 5550), 0, 5, 111.80),
        ((790, 1759, 3256, 1780, 807), 0, 5, -0.71),
        ((352, 579, 1264, 743, 464), 9, 16, 4.60),
        ((0, 0, 2, 0, 37), 0, 20, 2.96),
    ],
)
def test_published_ratios(pairs: Pairs, elo0: float, elo1: float, llr: float) -> None:
    assert Sprt(elo0, elo1).llr(pairs) == pytest.approx(llr, abs=0.006)


# Normalised Elo and its error, as fastchess prints them.
@pytest.mark.parametrize(
    ("pairs", "elo", "error"),
    [
        ((790, 1759, 3256, 1780, 807), 1.48, 5.26),
        ((34, 49, 128, 62, 27), -0.75, 27.80),
        ((352, 579, 1264, 743, 464), 24.25, 8.26),
        ((19, 82, 272, 308, 361), 207.38, 14.92),
        ((0, 0, 2, 0, 37), 1056.68, 77.10),
    ],
)
def test_published_normalised_elo(pairs: Pairs, elo: float, error: float) -> None:
    assert normalised_elo(pairs) == pytest.approx((elo, error), abs=0.006)


def test_normalised_elo_needs_a_spread() -> None:
    assert normalised_elo((0, 0, 7, 0, 0)) is None
    assert normalised_elo((0, 0, 0, 0, 0)) is None


def test_bounds() -> None:
    # log(0.05 / 0.95) and log(0.95 / 0.05), which fishtest prints as -2.94 and 2.94.
    assert (Sprt(0, 2).lower, Sprt(0, 2).upper) == pytest.approx((-2.94444, 2.94444), abs=1e-5)
    asymmetric = Sprt(0, 2, alpha=0.01, beta=0.1)
    assert (asymmetric.lower, asymmetric.upper) == pytest.approx((-2.29253, 4.49981), abs=1e-5)


@pytest.mark.parametrize("elo", [-180.0, -20.0, 0.0, 5.0, 60.0, 200.0])
@pytest.mark.parametrize("pairs", [(3, 9, 40, 20, 8), (1, 30, 30, 90, 9), (20, 3, 9, 1, 55)])
def test_the_best_fit_against_another_optimiser(pairs: Pairs, elo: float) -> None:
    optimise = pytest.importorskip("scipy.optimize", reason="needs SciPy, an independent optimiser")
    observed = [count / sum(pairs) for count in pairs]
    t = elo * math.sqrt(2) / NORMALISED

    def moments(chances: list[float]) -> tuple[float, float]:
        mean = sum(chance * place / 4 for place, chance in enumerate(chances))
        square = sum(chance * (place / 4 - mean) ** 2 for place, chance in enumerate(chances))
        return mean, math.sqrt(square)

    def off(chances: list[float]) -> float:
        mean, deviation = moments(chances)
        return mean - 0.5 - t * deviation

    def likelihood(chances: list[float]) -> float:
        return sum(q * math.log(p) for q, p in zip(observed, chances, strict=True))

    mine = best_fit(observed, t)
    assert sum(mine) == pytest.approx(1)
    assert off(mine) == pytest.approx(0, abs=1e-7)
    found = optimise.minimize(
        lambda chances: -likelihood(chances),
        [0.2] * 5,
        bounds=[(1e-6, 1)] * 5,
        constraints=[
            {"type": "eq", "fun": lambda chances: sum(chances) - 1},
            {"type": "eq", "fun": off},
        ],
        options={"maxiter": 500, "ftol": 1e-12},
    )
    assert found.success
    assert list(mine) == pytest.approx(list(found.x), abs=1e-4)
    assert likelihood(mine) >= likelihood(list(found.x)) - 1e-8


@given(counts, st.floats(-100, 100), st.floats(1, 100))
def test_laws(pairs: Pairs, elo0: float, width: float) -> None:
    test = Sprt(elo0, elo0 + width)
    llr = test.llr(pairs)
    # Swapping the players mirrors the pairs, and swaps the claims with their signs.
    assert Sprt(-test.elo1, -test.elo0).llr(pairs[::-1]) == pytest.approx(-llr, abs=1e-5)
    # A claim between two others splits the ratio.
    middle = elo0 + width / 2
    parts = Sprt(elo0, middle).llr(pairs) + Sprt(middle, elo0 + width).llr(pairs)
    assert parts == pytest.approx(llr, abs=1e-5)


def test_verdicts() -> None:
    test = Sprt(0, 20)
    none = test.test((0, 0, 0, 0, 0))
    assert (none.llr, none.verdict, none.pairs, none.progress) == (0, Verdict.UNDECIDED, 0, 0)
    won = test.test((0, 0, 2, 0, 37))
    assert won.verdict is Verdict.H1
    assert str(won) == "LLR +2.96 (-2.94, 2.94): H1 accepted"
    assert won.progress > 1
    lost = test.test((37, 0, 2, 0, 0))
    assert lost.verdict is Verdict.H0
    assert lost.progress < -1
    assert test.test((5, 10, 50, 12, 6)).verdict is Verdict.UNDECIDED


def test_the_error_rates_by_simulation() -> None:
    """150 runs under each claim; `python -m scripts.check_sprt` does 2,000, after every pair."""
    test = Sprt(0, 70)
    rates = simulate(test, KINDS["no draws"], runs=150, seed=4, pairs_at_once=8)
    assert rates.is_good(test), rates


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("5", "a test is '5', but must be two numbers of Elo such as 0,10"),
        ("0,ten", "a test is '0,ten', but must be two numbers of Elo such as 0,10"),
        ("10,0", "elo0 of a test is 10, but must be below elo1, which is 0"),
        ("0,0", "elo0 of a test is 0, but must be below elo1, which is 0"),
        ("0,inf", "elo1 of a test is inf, but must be a number from -200 to 200"),
        ("-1000,0", "elo0 of a test is -1000.0, but must be a number from -200 to 200"),
    ],
)
def test_bad_claims(text: str, message: str) -> None:
    with pytest.raises(InvalidOption, match=f"^{re.escape(message)}$"):
        Sprt.parse(text)


@pytest.mark.parametrize("alpha", [0, 0.5, 1, math.nan, "0.05", True])
def test_bad_chances(alpha: float) -> None:
    with pytest.raises(InvalidOption, match=r"^alpha of a test is .* above 0 and below 0\.5$"):
        Sprt(0, 5, alpha=alpha)


def test_parsing() -> None:
    assert Sprt.parse(" -1.75, 0.25") == Sprt(-1.75, 0.25)
    assert str(Sprt.parse("0,10")) == "normalised Elo 0 against 10"
