"""However the program is ended, the terminal is left as it was found."""

import os
import re
import signal
from collections.abc import Iterator

import pytest

from .terminal import Terminal

ON_THE_SCREEN = re.compile(rb"to move")


@pytest.fixture
def terminal() -> Iterator[Terminal]:
    terminal = Terminal("--moves", "7x6:44")
    try:
        terminal.read_until(ON_THE_SCREEN)
        yield terminal
    finally:
        terminal.close()


def check_left(terminal: Terminal, status: int) -> None:
    left = terminal.read_to_end()
    assert terminal.process.wait(20) == status
    for mode in (b"1049", b"1000", b"1003"):  # the other screen, the mouse
        assert b"\x1b[?" + mode + b"l" in left
    assert b"\x1b[?25h" in left  # the cursor
    assert left.endswith(b"To continue later:\r\n  fourfold play --moves 7x6:44\r\n")


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal(terminal: Terminal, name: str) -> None:
    number = signal.Signals[name]
    terminal.process.send_signal(number)
    check_left(terminal, 128 + number)


def test_a_terminal_that_is_gone() -> None:
    """The window is closed: the program ends, too, whatever it was about to write."""
    terminal = Terminal("--first", "uct:seconds=60", "--second", "human", is_its_own=True)
    try:
        terminal.read_until(re.compile(rb"is thinking: depth"))
        os.close(terminal.screen)
        assert terminal.process.wait(20) != 0
    finally:
        terminal.process.kill()
        terminal.process.wait()


def test_the_key(terminal: Terminal) -> None:
    terminal.send(b"q")
    check_left(terminal, 0)
