"""Win chances: a map with the right shape, and right on positions that it was not fitted on."""

import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourfold import Position
from fourfold.analysis.calibration import CALIBRATION, Calibration, fullness, win_chance
from scripts import fit_win_chances
from scripts.fit_win_chances import brier, buckets, collect, fit, uncalibrated
from scripts.win_chance_samples import SELF_PLAYED, SOLVED_FROM, Sample

rates = st.floats(0, 1)
visits = st.integers(0, 10**9)
shares = st.floats(0, 1)
cells = st.integers(4, 144)


@given(rates, visits, shares, cells)
def test_the_same_for_both_players(rate: float, count: int, share: float, size: int) -> None:
    chance = win_chance(rate, count, share, size)
    assert 0 < chance < 1
    assert win_chance(1 - rate, count, share, size) == pytest.approx(1 - chance, abs=1e-9)
    assert win_chance(0.5, count, share, size) == 0.5
    assert (chance - 0.5) * (rate - 0.5) >= 0


@given(rates, rates, visits, shares, cells)
def test_a_higher_rate_is_never_a_lower_chance(
    rate: float, other: float, count: int, share: float, size: int
) -> None:
    low, high = sorted((rate, other))
    assert win_chance(low, count, share, size) <= win_chance(high, count, share, size)


@given(st.floats(0.5, 1), visits, visits, shares, cells)
def test_more_visits_are_never_less_certain(
    rate: float, count: int, other: int, share: float, size: int
) -> None:
    few, many = sorted((count, other))
    assert win_chance(rate, few, share, size) <= win_chance(rate, many, share, size) + 1e-12


def test_a_few_visits_say_little() -> None:
    assert win_chance(1.0, 0, 0.5, 42) == 0.5
    assert 0.5 < win_chance(1.0, 1, 0.5, 42) < 0.85
    assert win_chance(1.0, 10_000, 0.5, 42) > 0.95


def test_fullness_counts_playable_cells() -> None:
    assert fullness(Position()) == 0
    assert fullness(Position.parse("4x4-xa1-xb1:ab")) == 2 / 14
    assert fullness(Position.parse("4x4:243421221313431")) == 15 / 16


@pytest.fixture(scope="module")
def samples() -> list[Sample]:
    """A small part of what `python -m scripts.fit_win_chances --check` draws."""
    return collect(5, positions=70, games=2, simulations=1_000, dropped=Counter())


def test_right_on_new_positions(samples: list[Sample]) -> None:
    assert {sample.size for sample in samples} == {*SOLVED_FROM, *SELF_PLAYED}
    assert sum(sample.weight for sample in samples) >= 72
    assert brier(samples, CALIBRATION) < brier(samples, uncalibrated)
    for bucket in buckets(samples, CALIBRATION):
        # What is promised, and two and a half standard deviations of independent positions.
        assert abs(bucket.off) < 0.07 + 2.5 * 0.5 / math.sqrt(bucket.weight)


def test_the_reports(
    samples: list[Sample], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fit_win_chances, "collect", lambda *_: samples)
    assert fit_win_chances.main(["--check"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("| win chance |")
    assert [line.split("|")[1].strip() for line in lines[-12:]] == [
        *("5x5", "6x5", "6x6", "7x6", "8x6", "8x7", "9x7", "10x10", "12x12"),
        *("solved", "self-play", "all"),
    ]
    assert fit_win_chances.main([]) == 0
    assert capsys.readouterr().out == f"{fit(samples)}\n"


def test_buckets_with_few_columns_go_together() -> None:
    def found(*counts: int) -> list[tuple[int, int, int]]:
        some = [
            Sample((7, 6), place / 10 + 0.05, 9, 0.5, 42, 1.0)
            for place, count in enumerate(counts)
            for _ in range(count)
        ]
        return [(each.low, each.high, each.columns) for each in buckets(some, uncalibrated)]

    assert found(*[60] * 10) == [(10 * place, 10 * place + 10, 60) for place in range(10)]
    assert found(1, *[60] * 9)[0] == (0, 20, 61)
    assert found(*[60] * 9, 30)[-1] == (80, 100, 90)
    assert found(*[60] * 4, 40, 20, *[60] * 4)[4] == (40, 60, 60)
    assert found(5) == [(0, 100, 5)]


def test_the_fit_finds_the_constants_that_made_the_outcomes() -> None:
    grid = [
        (rate / 20, visits, share / 4, size)
        for rate in range(6, 15)
        for visits in (1, 4, 30, 500)
        for share in range(5)
        for size in (25, 144)
    ]
    made = Calibration(prior=2.0, steepest=3.0, per_visits=0.1, per_free=0.3)
    found = fit([Sample((7, 6), *each, points=made(*each)) for each in grid])
    assert found == made
