"""The benchmarks of the Monte Carlo search: they run, and count what they should."""

import pytest

from benchmarks import uct, uct_strength
from benchmarks.framework import Options, Result
from benchmarks.open_spiel import OPEN_SPIEL
from fourfold import Solver


def test_the_speed_beside_open_spiel_and_beside_one_thread() -> None:
    found = list(uct.uct(Options(quick=True)))
    assert all(result.correct for result in found), found
    assert [result.floor for result in found] == (
        ([18.0, 40.0] if OPEN_SPIEL else [None, None]) + [1.6] * 8
    )
    assert all(result.rate > 0 for result in found)


def test_the_matches_and_the_agreement(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = uct_strength.MATCHES[:1] + (uct_strength.MATCHES[-1:] if OPEN_SPIEL else [])
    monkeypatch.setattr(uct_strength, "MATCHES", wanted)
    found = list(uct_strength.uct_strength(Options(quick=True)))
    assert [result.amount for result in found] == [4] * len(wanted) + [10, 10]
    for result in found:
        assert result.correct
        assert 0 <= result.numbers["share"] <= 1
        assert result.detail.startswith(f"{result.numbers['share']:.1%} ± ")


def test_the_matches_against_playouts_that_do_not_follow() -> None:
    found = list(uct_strength.uct_following(Options(quick=True)))
    assert [result.amount for result in found] == [4, 4, 4]
    assert all(result.correct and 0 <= result.numbers["share"] <= 1 for result in found)


def test_close_openings_are_close_and_decisive_positions_are_decisive() -> None:
    solver = Solver(memory_mb=16)
    openings = uct_strength.close_openings(5)
    assert len(set(openings)) == 5
    assert all(abs(solver.solve(position).score) <= 2 for position in openings)
    for each in uct_strength.decisive_positions(5):
        assert 8 <= each.position.ply <= 20
        worth = {c: s.score for c, s in solver.columns(each.position, wdl=True).items()}
        assert each.keeps == {c for c in worth if worth[c] == max(worth.values())}
        assert each.keeps < set(worth)


def test_a_share_with_its_error_and_its_demand() -> None:
    def result(shares: list[float], at_least: float | None) -> Result:
        return uct_strength.share_result("case", True, 8, "games", 1.0, shares, at_least)

    assert result([1.0, 0.5, 1.0, 0.5], 0.75).detail == "75.0% ± 14.4%, at least 75%: met"
    assert result([0.5, 0.5], 0.75).detail == "50.0% ± 0.0%, at least 75%: NOT MET"
    assert result([1.0, 0.0], None).detail == "50.0% ± 50.0%"
    assert result([1.0, 1.0], 0.9).numbers == {
        "share": 1,
        "standard_error": 0,
        "at_least": 0.9,
    }
