"""The stream of an analysis: better and better, never less than before, and it can be left."""

import threading
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings

import fourfold as ff
from fourfold import Limit, Position
from fourfold.analysis.analyst import Analysis, Analyst
from tests.rules.strategies import positions


@pytest.fixture(scope="module")
def analyst() -> Analyst:
    return Analyst(memory_mb=16, seed=3)


def check_growth(answers: list[Analysis]) -> None:
    """Check that no answer knows less than the one before it."""
    assert answers
    for analysis in answers:
        assert set(analysis.columns) == set(analysis.position.legal_columns)
        assert (analysis.best is None) == (not analysis.columns)
        for column, known in analysis.columns.items():
            assert 0 <= known.win_chance <= 1
            assert known.line[0] == column
            Position(analysis.position.rules, (*analysis.position.moves, *known.line))
    for before, after in pairwise(answers):
        assert before.nodes <= after.nodes
        assert before.seconds <= after.seconds
        for column, known in before.columns.items():
            later = after.columns[column]
            if known.proven:
                assert later.outcome is known.outcome
            if known.score is not None:
                assert later.score == known.score
                assert later.line[: len(known.line)] == known.line


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(position=positions())
def test_a_later_answer_never_knows_less(analyst: Analyst, position: Position) -> None:
    check_growth(list(analyst.stream(position, Limit(nodes=30_000))))


@pytest.mark.parametrize("text", ["7x6:4455432323", "5x5:3", "12x12:fg"])
def test_it_ends_when_all_is_proven_or_the_limit_is_reached(text: str) -> None:
    answers = list(Analyst(memory_mb=16, seed=1).stream(text, Limit(nodes=300_000)))
    check_growth(answers)
    last = answers[-1]
    assert last.is_complete or 300_000 <= last.nodes < 310_000
    assert len(answers) >= 3


def test_what_is_known_is_the_first_answer(analyst: Analyst) -> None:
    first = analyst.analyse("6x5:334", Limit(20))
    assert first.is_complete
    (again,) = analyst.stream("6x5:443", Limit(nodes=1))  # the mirror image
    assert again.nodes == 0
    assert {5 - column: known.score for column, known in again.columns.items()} == {
        column: known.score for column, known in first.columns.items()
    }


def test_nothing_runs_once_it_is_left(analyst: Analyst) -> None:
    """Neither a search nor a thread: nothing runs between two answers."""
    before = threading.active_count()
    for seen, _ in enumerate(analyst.stream("12x12:", Limit(3600))):
        assert threading.active_count() == before
        if seen == 3:
            break
    stream = analyst.stream("11x12:", Limit(3600))
    assert isinstance(stream, Iterator)
    next(stream)
    del stream
    assert threading.active_count() == before


def test_a_stop_from_another_thread_ends_it(analyst: Analyst) -> None:
    stop, answers = ff.Stop(), list[Analysis]()

    def read() -> None:
        answers.extend(analyst.stream("11x11:", Limit(3600), stop))

    reader = threading.Thread(target=read)
    reader.start()
    stop.request()
    reader.join(20)
    assert not reader.is_alive()
    check_growth(answers)


def test_a_stop_that_came_before_still_gets_an_answer(analyst: Analyst) -> None:
    stop = ff.Stop()
    stop.request()
    answers = list(analyst.stream("9x9:", Limit(3600), stop))
    check_growth(answers)
    assert answers[-1].best is not None


def test_what_cannot_be_analysed_is_refused_before_the_first_step(analyst: Analyst) -> None:
    with pytest.raises(ff.InvalidNotation):
        analyst.stream("7x6:z")
    with pytest.raises(ff.InvalidOption, match="a limit is 2, but must be a Limit or None"):
        analyst.stream("7x6:", 2)  # type: ignore[arg-type]


def test_a_finished_game_has_one_answer(analyst: Analyst) -> None:
    (only,) = analyst.stream("7x6:1212121")
    assert (dict(only.columns), only.best, only.line, only.is_complete) == ({}, None, (), True)
