"""The command as a process of its own, which never outlives its test."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.waiting import wait_for

PROC = Path("/proc")


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


def wait_for_work(process: "subprocess.Popen[bytes]", seconds: float = 0.2) -> None:
    """Wait until the command and its workers have worked for so much processor time from now on.

    Where the system does not tell, they are interrupted at whatever they do.
    """
    if PROC.exists():
        end = _processor_time(process.pid) + seconds
        wait_for(lambda: _processor_time(process.pid) >= end)


def _processor_time(session: int) -> float:
    """The processor time of all processes of a session, in seconds."""
    ticks = 0
    for process in PROC.glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            # After the name: the state, parent, group, session, ...; user and system time.
            facts = process.read_text().rpartition(")")[2].split()
            if int(facts[3]) == session:
                ticks += int(facts[11]) + int(facts[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def run_on_terminal(*arguments: str, folder: Path | None = None) -> tuple[int, str]:
    """Run the command with a terminal for its errors: its status, and what the terminal shows."""
    import pty

    reading, writing = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "fourfold", *arguments],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=writing,
        env={**os.environ, "TERM": "xterm", "COLUMNS": "100"},
    )
    os.close(writing)
    shown = b""
    # A terminal holds a few thousand bytes, and the longer a command takes the more it shows.
    with suppress(OSError):  # nobody writes to the terminal any more
        while part := os.read(reading, 65536):
            shown += part
    os.close(reading)
    return process.wait(), shown.decode()
