"""The real program in a terminal of its own."""

import os
import re
import select
import subprocess
import sys
import time

import pytest

pty = pytest.importorskip("pty", reason="this system has no pseudo terminals")


_BELONGS = """
import fcntl, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
from fourfold.__main__ import main
main()
"""


class Terminal:
    """A program that believes to be looked at."""

    def __init__(self, *arguments: str, is_its_own: bool = False) -> None:
        """is_its_own: whether the program belongs to the terminal, and hears when that is gone."""
        import fcntl
        import struct
        import termios

        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        self.process = subprocess.Popen(
            [sys.executable, *(["-c", _BELONGS] if is_its_own else ["-m", "fourfold"]), "play",
             *arguments],
            stdin=theirs, stdout=theirs, stderr=theirs, env=environment, close_fds=True,
            start_new_session=is_its_own,
        )  # fmt: skip
        os.close(theirs)
        self.screen = ours
        self.seen = b""

    def read_until(self, wanted: re.Pattern[bytes], seconds: float = 60) -> None:
        """Read until something new is on the screen."""
        end = time.monotonic() + seconds
        self.seen = b""
        while wanted.search(self.seen) is None:
            left = end - time.monotonic()
            assert left > 0, f"{wanted.pattern!r} never came; the last was {self.seen[-2000:]!r}"
            if select.select([self.screen], [], [], left)[0]:
                self.seen += os.read(self.screen, 65536)

    def drain(self) -> None:
        while select.select([self.screen], [], [], 0.01)[0]:
            os.read(self.screen, 65536)

    def send(self, keys: bytes) -> None:
        os.write(self.screen, keys)

    def read_to_end(self) -> bytes:
        """All that comes until the program has ended."""
        seen = b""
        while True:
            try:
                more = os.read(self.screen, 65536)
            except OSError:  # what Linux says when the other side has closed
                more = b""
            if not more:
                return seen
            seen += more

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(20)
        os.close(self.screen)
