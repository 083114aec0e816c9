"""Waiting for a condition, never for time."""

import time
from collections.abc import Callable
from pathlib import Path

AT_LATEST = 20.0
"""Seconds: what keeps to a short limit has ended by then, however busy the machine is.

For tests in which whatever ignores its limit goes on for minutes or for ever.
"""


def wait_for(condition: Callable[[], bool], seconds: float = 60) -> None:
    """Wait until a condition holds; fail if it does not within the seconds."""
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.001)


def assert_quick(measure: Callable[[], float], seconds: float, tries: int = 40) -> None:
    """Measure again and again until it takes less than so many seconds.

    On a busy machine any single try can be slow, but what is quick is quick once in a while; what
    has become slow is slow every time.
    """
    taken = []
    for _ in range(tries):
        taken.append(measure())
        if taken[-1] < seconds:
            return
    raise AssertionError(f"never took less than {seconds} s: {sorted(taken)[:5]} at best")


def read_if_there(path: Path) -> bytes:
    """Return what a file holds; nothing if it is not there, or not any more."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""
