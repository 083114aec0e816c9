"""A key is on the screen at once, whatever an agent does on every processor there is.

A key is sent to the real program, and the time taken until the screen has changed for it.
"""

import re
import time

import pytest

from tests.waiting import assert_quick

from .terminal import Terminal

AT_ONCE = 0.05  # seconds
KEYS = 30
ACCENT = b"25[45];209;102"  # the colour of the label under the cursor


def answer_times(agent: str) -> list[float]:
    """How long each key takes while the agent thinks: the arrows move the cursor meanwhile."""
    terminal = Terminal("--first", agent, "--second", "human", "--rules", "12x12")
    try:
        for _ in range(5):  # the first pictures are still of the start of the program
            terminal.read_until(re.compile(rb"is thinking: depth"))
        times = []
        for number in range(KEYS):
            terminal.drain()
            key, column = ((b"\x1b[C", b"g"), (b"\x1b[D", b"f"))[number % 2]
            began = time.monotonic()
            terminal.send(key)
            terminal.read_until(re.compile(ACCENT + rb"[0-9;]*m *" + column))
            times.append(time.monotonic() - began)
    finally:
        terminal.close()
    return times


@pytest.mark.speed
@pytest.mark.parametrize("agent", ["uct:seconds=60,threads=2"])
def test_a_key_is_answered_at_once(agent: str) -> None:
    # Other tests are at work on the same machine, so that some keys wait for a processor. A screen
    # that waits for the agent answers none at once.
    assert_quick(lambda: sorted(answer_times(agent))[KEYS // 4], AT_ONCE, tries=10)
