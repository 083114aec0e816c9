"""The benchmark of the depth-limited search runs, and its answers are right."""

import pytest

from benchmarks import alphabeta
from benchmarks.framework import Options


def test_the_quick_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alphabeta, "POSITIONS", 2)
    results = list(alphabeta.alphabeta(Options(quick=True)))
    assert len(results) == len(alphabeta.CASES) + 3
    for result in results:
        assert result.correct, result.case
        assert result.rate > 0
    # How fast it is, is told by `make bench` on a machine that has nothing else to do.
    assert {result.within for result in results} == {None, 0.3, 1.0}
    assert {case.floor for case in alphabeta.CASES} == {None, 5e6, 2e6, 1e6}


def test_a_wrong_answer_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alphabeta, "POSITIONS", 1)
    monkeypatch.setattr(alphabeta, "same", lambda one, other: False)
    (first, *_) = alphabeta.nodes_a_second(Options(quick=True))
    assert not first.correct
