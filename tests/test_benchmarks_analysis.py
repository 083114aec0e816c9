"""The benchmark of analyses: it runs, and measures what it says."""

from benchmarks import analysis
from benchmarks.framework import Options
from fourfold import Rules
from fourfold.rules.splitmix import SplitMix64


def test_the_first_answer_on_every_kind_of_board() -> None:
    found = list(analysis.analysis(Options(quick=True)))
    assert [result.case for result in found] == [
        f"{size} {what}" for size in ("4x4", "7x6", "12x12") for what in ("empty", "middle")
    ]
    for result in found:
        assert result.correct
        assert result.within == 0.05
        assert 0 < result.numbers["cpu_seconds"] < 5


def test_a_quarter_of_the_cells_is_taken() -> None:
    position = analysis.middle_game(Rules(7, 6), SplitMix64(1))
    assert (position.ply, position.outcome) == (11, None)
