"""How answers are counted, with players in this process."""

from typing import Any

import pytest

from fourfold.agents.external import as_agent
from fourfold.arena.classroom.exam import MOST_FAILURES, examine
from fourfold.arena.classroom.questions import Kind, Question
from fourfold.game import EndReason
from fourfold.rules import Position
from fourfold.search import Limit

POSITION = Position.parse("7x6:112233")  # FIRST wins in column 4
QUESTIONS = tuple(Question(kind, POSITION, frozenset({3})) for kind in Kind for _ in range(2))
LIMIT = Limit(seconds=20)


def sit(player: Any, limit: Limit = LIMIT) -> Any:
    return examine("ann", lambda: as_agent(player), QUESTIONS, limit, margin=0.1)


def test_right_answers_count() -> None:
    result = sit(lambda position: 3)
    assert (result.legal, result.in_time, result.rubric) == (1, 1, 1)
    assert result.right(Kind.WIN) == (2, 2)
    assert result.right(Kind.WIN, Kind.BLOCK) == (4, 4)
    assert result.right() is None
    assert result.faults == ()
    assert 0 <= result.seconds[0] <= result.seconds[1]


def test_wrong_answers_do_not() -> None:
    result = sit(lambda position: 0)
    assert (result.legal, result.in_time, result.right(Kind.WIN)) == (1, 1, (0, 2))
    assert result.rubric == pytest.approx(2 / 5)


def test_a_player_that_always_fails_is_not_asked_for_ever() -> None:
    asked = []

    def fails(position: Position) -> int:
        asked.append(position)
        raise RuntimeError("no idea")

    result = sit(fails)
    assert len(asked) == MOST_FAILURES
    assert (result.legal, result.in_time, result.rubric, result.seconds) == (0, 0, 0, None)
    assert result.right(Kind.END) == (0, 2)
    assert [fault.reason for fault in result.faults] == [EndReason.FAILURE] * MOST_FAILURES
    assert "no idea" in result.faults[0].cause


def test_a_player_that_fails_now_and_then_is_asked_on() -> None:
    asked = []

    def every_third(position: Position) -> int:
        asked.append(position)
        return 3 if len(asked) % 3 == 0 else 99

    result = sit(every_third)
    assert len(asked) == len(QUESTIONS)
    assert result.legal == pytest.approx(3 / len(QUESTIONS))
    assert {fault.reason for fault in result.faults} == {EndReason.BAD_MOVE}


def test_a_late_answer_is_legal_but_not_in_time() -> None:
    import time

    def late(position: Position) -> int:
        time.sleep(0.5)
        return 3

    result = sit(late, Limit(seconds=0.01))
    assert (result.legal, result.in_time) == (2 / len(QUESTIONS), 0)
    assert {fault.reason for fault in result.faults} == {EndReason.TIME}


def test_a_player_that_cannot_be_made_has_a_problem() -> None:
    def make() -> Any:
        raise ImportError("no such module")

    result = examine("ann", make, QUESTIONS, LIMIT, margin=0.2)
    assert result.problem is not None
    assert result.problem.detail == "could not be started: no such module"
    assert (result.asked, len(result.answers)) == (len(QUESTIONS), len(QUESTIONS))
    assert result.rubric == 0
