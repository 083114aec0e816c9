"""Clocks, with a time of their own."""

import pytest
from hypothesis import given

from fourfold.errors import InvalidOption
from fourfold.game.clock import NO_CLOCK, Clock, TimeControl
from fourfold.rules import FIRST, SECOND

from .time_controls import time_controls


class Time:
    """A time that passes when it is told to."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds

    def passes(self, seconds: float) -> None:
        self.seconds += seconds


def test_a_game_clock_runs_for_one_player_at_a_time() -> None:
    time = Time()
    clock = Clock(TimeControl(game=10), time, FIRST)
    time.passes(3)
    assert (clock.left(FIRST), clock.left(SECOND)) == (7, 10)
    assert clock.end_ply(SECOND) == 3
    time.passes(4)
    assert (clock.left(FIRST), clock.left(SECOND), clock.budget) == (7, 6, 6)
    assert clock.end_ply(FIRST) == 4
    time.passes(6.5)
    assert (clock.budget, clock.is_out()) == (0.5, False)
    time.passes(1)
    assert (clock.budget, clock.is_out(), clock.is_out(0.4), clock.is_out(0.6)) == (
        -0.5,
        True,
        True,
        False,
    )


def test_a_move_clock_begins_anew_with_each_ply() -> None:
    time = Time()
    clock = Clock(TimeControl(move=2), time, FIRST)
    time.passes(1.5)
    assert (clock.left(FIRST), clock.budget) == (None, 0.5)
    clock.end_ply(SECOND)
    assert clock.budget == 2


def test_the_tighter_of_both_counts() -> None:
    time = Time()
    clock = Clock(TimeControl(game=5, move=2), time, FIRST)
    assert clock.budget == 2
    clock.end_ply(FIRST, 4)
    assert clock.budget == 1


def test_an_increment_is_added_after_each_own_ply() -> None:
    time = Time()
    clock = Clock(TimeControl(game=10, increment=3), time, FIRST)
    time.passes(4)
    assert (clock.left(FIRST), clock.budget) == (6, 6)  # not before
    before = clock.snapshot()
    assert clock.end_ply(SECOND) == 4
    assert (clock.left(FIRST), clock.left(SECOND)) == (9, 10)
    time.passes(1)
    clock.end_ply(FIRST)
    assert (clock.left(FIRST), clock.left(SECOND)) == (9, 12)
    clock.restore(before, FIRST)
    assert (clock.left(FIRST), clock.left(SECOND)) == (10, 10)


def test_an_increment_does_not_save_who_is_out_of_time() -> None:
    time = Time()
    clock = Clock(TimeControl(game=10, increment=30), time, FIRST)
    time.passes(11)
    assert clock.is_out()
    clock.end_ply(SECOND)  # within the margin of an agent
    assert clock.left(FIRST) == 30


def test_no_clock() -> None:
    time = Time()
    clock = Clock(NO_CLOCK, time, SECOND)
    time.passes(1e9)
    assert (clock.budget, clock.is_out(), clock.spent) == (None, False, 1e9)
    assert not NO_CLOCK
    assert TimeControl(move=1)


def test_a_paused_clock_stands() -> None:
    time = Time()
    clock = Clock(TimeControl(game=10), time, FIRST)
    time.passes(1)
    clock.pause()
    clock.pause()
    time.passes(100)
    assert (clock.spent, clock.is_running) == (1, False)
    clock.resume()
    time.passes(2)
    clock.resume()
    assert (clock.spent, clock.left(FIRST)) == (3, 7)


def test_times_come_back() -> None:
    time = Time()
    clock = Clock(TimeControl(game=10), time, FIRST)
    time.passes(3)
    clock.end_ply(SECOND)
    kept = clock.snapshot()
    time.passes(5)
    clock.end_ply(FIRST)
    clock.restore(kept, SECOND)
    assert (clock.left(FIRST), clock.left(SECOND), clock.spent) == (7, 10, 0)


def test_in_words() -> None:
    assert str(TimeControl(60, 2.5)) == "60 s a game and 2.5 s a move"
    assert str(TimeControl(60, None, 2)) == "60 s a game plus 2 s after each move"
    assert str(TimeControl(move=1)) == "1 s a move"
    assert str(NO_CLOCK) == "no clock"


@pytest.mark.parametrize("value", [0, -1, float("nan"), float("inf"), True, "3", [1]])
def test_times_that_are_none(value: object) -> None:
    with pytest.raises(InvalidOption, match=r"the seconds for a game are .*above 0"):
        TimeControl(game=value)  # type: ignore[arg-type]
    with pytest.raises(InvalidOption, match=r"the seconds for a move are .*above 0"):
        TimeControl(move=value)  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [-1, float("nan"), float("inf"), True, "3", None])
def test_increments_that_are_none(value: object) -> None:
    with pytest.raises(InvalidOption, match=r"the increment is .*0 or more"):
        TimeControl(game=9, increment=value)  # type: ignore[arg-type]


def test_an_increment_needs_time_for_the_game() -> None:
    with pytest.raises(InvalidOption, match="the increment is 2 s, but there is no time for the"):
        TimeControl(move=9, increment=2)


@pytest.mark.parametrize(
    ("text", "game", "move"),
    [
        ("300", 300, None),
        ("5:00", 300, None),
        ("0:30/2.5", 30, 2.5),
        (" 300/10 ", 300, 10),
        ("/10", None, 10),
        ("none", None, None),
        ("", None, None),
    ],
)
def test_a_time_control_is_read(text: str, game: float | None, move: float | None) -> None:
    assert TimeControl.parse(text) == TimeControl(game, move)


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("300+2", TimeControl(300, None, 2)),
        (" 5:00 + 0:02 / 10 ", TimeControl(300, 10, 2)),
        ("300+0", TimeControl(300)),
        ("60+0.5/2.5", TimeControl(60, 2.5, 0.5)),
    ],
)
def test_an_increment_is_read(text: str, control: TimeControl) -> None:
    assert TimeControl.parse(text) == control


@given(time_controls)
def test_the_text_is_read_back(control: TimeControl) -> None:
    assert TimeControl.parse(control.to_text()) == control


def test_texts() -> None:
    for text in ("none", "300", "300+2", "300+0.5/10", "/0.25"):
        assert TimeControl.parse(text).to_text() == text


@pytest.mark.parametrize(
    "text",
    [
        "+2",
        "300+",
        "300+/2",
        "300++2",
        "300/2+2",
        "300+-1",
        "soon",
        "-5",
        "0",
        "300/",
        "/",
        "5:60",
        "5:",
        ":",
        "1e999",
        "nan",
        "1_0",
        "1:2:3",
        "3/4/5",
    ],
)
def test_what_is_no_time_control_is_refused(text: str) -> None:
    with pytest.raises(InvalidOption, match=r"the clock is .* but must be seconds above 0"):
        TimeControl.parse(text)
