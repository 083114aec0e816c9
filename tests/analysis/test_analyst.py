"""Analysing a position: proofs are true, estimates are within their bounds, and time is kept."""

import threading
import time
from dataclasses import replace

import pytest
from hypothesis import given, settings

import fourfold as ff
from fourfold import Limit
from fourfold.analysis.analyst import Analysis, Analyst
from fourfold.analysis.threats import threat_cells, threats
from fourfold.search.score import score_of
from tests.rules.strategies import positions


@pytest.fixture(scope="module")
def analyst() -> Analyst:
    return Analyst(memory_mb=16)


@pytest.mark.parametrize(
    "text", ["7x6:4455", "7x6:12121", "4x4:", "5x4:3333", "6x4-xc2:34", "5x5-bc2:33", "7x6:444444"]
)
def test_what_is_proven_is_what_the_solver_says(analyst: Analyst, text: str) -> None:
    position = ff.Position.parse(text)
    found = analyst.analyse(position, Limit(10))
    solver = ff.Solver(memory_mb=16)
    assert found.is_complete
    assert {c: worth.score for c, worth in found.columns.items()} == solver.columns(position)
    assert found.best == solver.best_column(position)
    assert found.best_analysis.outcome is solver.solve(position).outcome


def test_the_line_is_best_play_to_the_end(analyst: Analyst) -> None:
    position = ff.Position.parse("7x6:4455")
    found = analyst.analyse(position, Limit(10))
    for column in found.line:
        position = position.play(column)
    assert len(found.line) == 3
    assert position.outcome is not None
    assert position.outcome.winner is ff.FIRST


@pytest.mark.parametrize("text", ["7x6:44554323223", "5x4:3333", "5x4-xc2:3", "4x5-bc2:33"])
def test_every_line_of_a_proven_column_is_best_play(analyst: Analyst, text: str) -> None:
    """Each ply keeps the score: the game is over when the score says so, and not before."""
    solver = ff.Solver(memory_mb=16)
    found = analyst.analyse(text, Limit(20))
    for column, known in found.columns.items():
        assert known.score is not None
        assert known.line[0] == column
        assert len(known.line) == known.score.plies
        position = found.position
        for ply, each in enumerate(known.line):
            if ply:
                assert solver.columns(position)[each].rank == solver.solve(position).rank
            position = position.play(each)
        assert position.outcome is not None
    assert found.line == found.columns[found.best or 0].line


def test_what_cannot_be_proven_is_estimated_in_time(analyst: Analyst) -> None:
    began = time.monotonic()
    found = analyst.analyse(ff.Position.parse("12x12:"), Limit(0.4))
    assert time.monotonic() - began < 2
    assert not found.is_complete
    assert len(found.columns) == 12
    for worth in found.columns.values():
        assert worth.proven or 0 < worth.win_chance < 1
        assert worth.line[0] in found.columns
    assert found.best == found.line[0]
    assert found.nodes > 0


def test_it_stops_when_it_is_told_to(analyst: Analyst) -> None:
    stop = ff.Stop()
    threading.Timer(0.2, stop.request).start()
    began = time.monotonic()
    found = analyst.analyse(ff.Position.parse("11x11:"), Limit(60), stop)
    assert time.monotonic() - began < 5
    assert found.best is not None


def test_it_tells_what_it_knows_while_it_runs(analyst: Analyst) -> None:
    position = ff.Position.parse("12x12:f")
    seen: list[Analysis] = []
    last = analyst.analyse(position, Limit(1.0), watch=seen.append)
    assert len(seen) >= 2  # the proofs, and estimates on the way
    for found in [*seen, last]:
        assert found.position == position
        assert set(found.columns) == set(position.legal_columns)
        assert found.best == found.line[0]
    assert [found.nodes for found in seen] == sorted(found.nodes for found in seen)
    assert any(column.win_chance != 0.5 for column in seen[-1].columns.values())
    assert seen[-1] == last


def test_a_limit_of_nodes_alone_is_kept(analyst: Analyst) -> None:
    found = analyst.analyse(ff.Position.parse("12x12:"), Limit(nodes=20_000))
    assert 0 < found.nodes <= 25_000


def test_a_limit_of_nodes_gives_the_same_answer_again() -> None:
    one, two = (Analyst(memory_mb=16, seed=5) for _ in range(2))
    assert replace(one.analyse("9x7:", Limit(nodes=60_000)), seconds=0) == replace(
        two.analyse("9x7:", Limit(nodes=60_000)), seconds=0
    )


def test_the_win_chance_of_what_is_proven() -> None:
    win, draw, loss = (score_of(value, 10) for value in (3, 0, -3))
    assert [ff.ColumnAnalysis(score=score).win_chance for score in (win, draw, loss)] == [1, 0.5, 0]
    assert ff.ColumnAnalysis(score=draw).proven
    assert ff.ColumnAnalysis(ff.Result.LOSS, win_chance=0.7).win_chance == 0
    assert not ff.ColumnAnalysis(win_chance=0.7).proven


def test_analysing_without_an_analyst_of_your_own() -> None:
    found = ff.analyse("7x6:4455", Limit(10))
    assert (found.best, found.is_complete) == (2, True)
    again = ff.analyse(found.position)
    assert [known.score for known in again.columns.values()] == [
        known.score for known in found.columns.values()
    ]
    assert found.threats == threats(found.position)
    with pytest.raises(ff.InvalidOption, match="a position is None, but must be"):
        ff.analyse(None)  # type: ignore[arg-type]
    with pytest.raises(ff.InvalidOption, match="a limit of depth 3 is not for a solver"):
        ff.analyse("7x6:", Limit(depth=3))


def test_lines_can_be_left_out(analyst: Analyst) -> None:
    found = analyst.analyse("7x6:4455432322", lines="none")
    assert all(known.line == (column,) for column, known in found.columns.items())
    found = analyst.analyse("7x6:4455432322", Limit(20), lines="best")
    assert found.best_analysis.score is not None
    assert len(found.line) == found.best_analysis.score.plies
    others = [known.line for column, known in found.columns.items() if column != found.best]
    assert {len(line) for line in others} == {1}


def test_a_finished_position_has_nothing_to_analyse(analyst: Analyst) -> None:
    found = analyst.analyse(ff.Position.parse("7x6:1212121"), Limit(1))
    assert (dict(found.columns), found.best, found.is_complete) == ({}, None, True)


@settings(max_examples=60)
@given(position=positions())
def test_threat_cells_are_those_that_complete_four(position: ff.Position) -> None:
    """Compared with walking along every line of four of the board."""
    rules = position.rules
    expected: dict[ff.Player, set[tuple[int, int]]] = {player: set() for player in ff.Player}
    for column in range(rules.columns):
        for row in range(rules.rows):
            for step in ((1, 0), (0, 1), (1, 1), (1, -1)):
                line = [(column + i * step[0], row + i * step[1]) for i in range(4)]
                if all(0 <= c < rules.columns and 0 <= r < rules.rows for c, r in line):
                    held = [position.cell(*cell) for cell in line]
                    for player in ff.Player:
                        three = [str(content) for content in held].count(str(player)) == 3
                        if three and None in held:
                            expected[player].add(line[held.index(None)])
    found = threat_cells(position)
    assert {player: set(cells) for player, cells in found.items()} == expected
