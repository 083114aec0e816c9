"""Waiting for a condition, never for time."""

import time
from collections.abc import Callable
from pathlib import Path


def wait_for(condition: Callable[[], bool], seconds: float = 60) -> None:
    """Wait until a condition holds; fail if it does not within the seconds."""
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.001)


def read_if_there(path: Path) -> bytes:
    """Return what a file holds; nothing if it is not there, or not any more."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""
