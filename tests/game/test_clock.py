"""Clocks, with a time of their own."""

import pytest

from fourfold.errors import InvalidOption
from fourfold.game.clock import NO_CLOCK, Clock, TimeControl
from fourfold.rules import FIRST, SECOND


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
    assert str(TimeControl(move=1)) == "1 s a move"
    assert str(NO_CLOCK) == "no clock"


@pytest.mark.parametrize("value", [0, -1, float("nan"), float("inf"), True, "3", [1]])
def test_times_that_are_none(value: object) -> None:
    with pytest.raises(InvalidOption, match=r"the seconds for a game are .*above 0"):
        TimeControl(game=value)  # type: ignore[arg-type]
    with pytest.raises(InvalidOption, match=r"the seconds for a move are .*above 0"):
        TimeControl(move=value)  # type: ignore[arg-type]


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
    "text",
    ["soon", "-5", "0", "300/", "/", "5:60", "5:", ":", "1e999", "nan", "1_0", "1:2:3", "3/4/5"],
)
def test_what_is_no_time_control_is_refused(text: str) -> None:
    with pytest.raises(InvalidOption, match=r"the clock is .* but must be seconds above 0"):
        TimeControl.parse(text)
