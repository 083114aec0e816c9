"""The benchmark of the arena's own cost: it runs, and its games end by the rules."""

from benchmarks.arena import IN_PROCESS, PROGRAM, overhead
from benchmarks.framework import Options


def test_all_kinds_of_players() -> None:
    found = {result.case: result for result in overhead(Options(quick=True))}
    assert {"in-process", "exec: in Python", "isolated"} <= set(found)
    for case, result in found.items():
        assert result.correct, case
        assert result.within == (IN_PROCESS if case == "in-process" else PROGRAM)
