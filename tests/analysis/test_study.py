"""Studying a position: proofs are true, estimates are within their bounds, and time is kept."""

import threading
import time

import pytest
from hypothesis import given, settings

import fourfold as ff
from fourfold.analysis.study import Student
from fourfold.analysis.threats import winning_cells
from tests.rules.strategies import positions


@pytest.fixture(scope="module")
def student() -> Student:
    return Student(memory=16)


@pytest.mark.parametrize(
    "text", ["7x6:4455", "7x6:12121", "4x4:", "5x4:3333", "6x4-xc2:34", "5x5-bc2:33", "7x6:444444"]
)
def test_what_is_proven_is_what_the_solver_says(student: Student, text: str) -> None:
    position = ff.Position.parse(text)
    study = student.study(position, 10)
    solver = ff.Solver(memory_mb=16)
    assert study.is_complete
    assert {c: worth.score for c, worth in study.columns.items()} == solver.columns(position)
    assert study.best == solver.best_column(position)
    assert study.worth.outcome is solver.solve(position).outcome


def test_the_line_is_best_play_to_the_end(student: Student) -> None:
    position = ff.Position.parse("7x6:4455")
    study = student.study(position, 10)
    for column in study.line:
        position = position.play(column)
    assert len(study.line) == 3
    assert position.outcome is not None
    assert position.outcome.winner is ff.FIRST


def test_what_cannot_be_proven_is_estimated_in_time(student: Student) -> None:
    began = time.monotonic()
    study = student.study(ff.Position.parse("12x12:"), 0.4)
    assert time.monotonic() - began < 2
    assert not study.is_complete
    assert len(study.columns) == 12
    for worth in study.columns.values():
        assert (worth.chance is None) == (worth.outcome is not None)
        assert 0 <= worth.value <= 1
    assert study.best == study.line[0]
    assert study.nodes > 0


def test_it_stops_when_it_is_told_to(student: Student) -> None:
    stop = ff.Stop()
    threading.Timer(0.2, stop.request).start()
    began = time.monotonic()
    study = student.study(ff.Position.parse("11x11:"), 60, stop)
    assert time.monotonic() - began < 5
    assert study.best is not None


def test_a_finished_position_has_nothing_to_study(student: Student) -> None:
    study = student.study(ff.Position.parse("7x6:1212121"), 1)
    assert (dict(study.columns), study.best, study.is_complete) == ({}, None, True)


@settings(max_examples=60)
@given(position=positions())
def test_winning_cells_are_those_that_complete_four(position: ff.Position) -> None:
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
    found = winning_cells(position)
    assert {player: set(cells) for player, cells in found.items()} == expected
