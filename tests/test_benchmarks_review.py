"""The benchmark of reviews: it runs, and knows the turning points of its games."""

from benchmarks.framework import Options
from benchmarks.review import WITHIN, reviews


def test_a_whole_game() -> None:
    (found,) = reviews(Options(quick=True))
    assert found.correct
    assert (found.amount, found.within) == (42, WITHIN)
    assert found.numbers["cpu_seconds"] > 0
