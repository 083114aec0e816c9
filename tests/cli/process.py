"""The command as a process of its own, which never outlives its test."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def started(*arguments: str) -> "Iterator[subprocess.Popen[bytes]]":
    """All its streams are pipes, and it leads a session, as the command of a terminal does."""
    with subprocess.Popen(
        [sys.executable, "-m", "fourfold", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()  # has no effect on one that has ended


def wait_until(so: Callable[[], bool], seconds: float = 60) -> None:
    """Ask again and again until it is so."""
    end = time.monotonic() + seconds
    while not so():
        assert time.monotonic() < end, f"it is not so after {seconds} seconds"
        time.sleep(0.01)
