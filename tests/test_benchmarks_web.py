"""The load script plays, watches and measures."""

from benchmarks.framework import Options
from benchmarks.web import quantile, web


def test_quantiles() -> None:
    values = [float(value) for value in range(100, 0, -1)]
    assert (quantile(values, 0.5), quantile(values, 0.99), quantile([7.0], 0.99)) == (51, 100, 7)


def test_a_small_load() -> None:
    results = {result.case: result for result in web(Options(quick=True))}
    assert len(results) == 6
    assert all(result.correct for result in results.values())
    for case in ("a move, nobody thinks", "seen, nobody thinks", "a move, 4 games think"):
        assert 0 < results[case].numbers["p50"] <= results[case].numbers["p99"] < 5
    assert 10 < results["20 watchers"].numbers["mb"] < 1000
