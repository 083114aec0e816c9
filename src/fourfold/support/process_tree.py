"""Finds and ends whole trees of processes, also those whose members have left their group.

A process started by `child_process` has a marker in its environment, and everything that it starts
inherits it: also a process that leads a session of its own and whose parent has ended.

    FOURFOLD_CHILD = 4d2f.9a81c0.3.         the third child of process 0x4d2f
    FOURFOLD_CHILD = 4d2f.9a81c0.3.51aa.07de2f.1.     the first child of that child

A marker begins with the marker of the process that started it, so that ending a process ends what
its descendants have started in the same way. Linux tells the environment of a process in /proc; on
other systems only the process group is ended. A program that clears its environment, leads a new
session and lets its parent end is out of reach.

Run as a program this file is the *guardian*: it waits for the end of its standard input, which
comes when the process that started it ends in whatever way, also by `kill -9`, and then ends all
that this process has left behind. It imports nothing of the package, so that it starts quickly.
"""

import os
import signal
import sys
import time
from contextlib import suppress

MARKER = "FOURFOLD_CHILD"
_PROC = "/proc"
PATIENCE = 5.0
"""Seconds after which processes that cannot be ended are given up."""
_PAUSE = 0.002  # seconds between two looks at processes that are about to end


def marked_processes(marker: str) -> list[int]:
    """List the running processes whose marker begins with this one; empty without /proc."""
    wanted = f"{MARKER}={marker}".encode()
    found = []
    try:
        names = os.listdir(_PROC)  # noqa: PTH208 - pathlib takes several times as long
    except OSError:
        return []
    for name in names:
        if name.isdigit():
            with suppress(OSError):  # it has ended, or belongs to somebody else
                with open(f"{_PROC}/{name}/environ", "rb") as file:  # noqa: PTH123
                    environment = file.read()
                if wanted in environment and any(
                    entry.startswith(wanted) for entry in environment.split(b"\0")
                ):
                    found.append(int(name))
    return found


def kill_marked(marker: str) -> bool:
    """Kill every process with this marker until none is left; return False if some do not end.

    A process that is being started while the others are listed can be missed once, so two
    searches in a row have to find nothing.
    """
    end = time.monotonic() + PATIENCE
    quiet = 0
    while quiet < 2:
        found = marked_processes(marker)
        quiet = 0 if found else quiet + 1
        for process in found:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)
        if found:
            if time.monotonic() > end:
                return False
            time.sleep(_PAUSE)
    return True


def kill_group(leader: int) -> None:
    """Kill a process group, by the id of the process that leads it."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


def resident_bytes(marker: str) -> int:
    """Add up the memory that the processes with this marker have in use; 0 without /proc."""
    pages = 0
    for process in marked_processes(marker):
        with suppress(OSError), open(f"{_PROC}/{process}/statm", "rb") as file:  # noqa: PTH123
            pages += int(file.read().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def guard(marker: str) -> None:
    """Wait for the end of standard input, then end everything with this marker.

    Its lines are `+ID` for a process group that was started and `-ID` for one that has ended.
    """
    with suppress(OSError):
        os.setsid()  # Ctrl-C on the terminal is not for this process
    groups: set[int] = set()
    with suppress(OSError, ValueError):
        for line in sys.stdin:
            (groups.add if line[0] == "+" else groups.discard)(int(line[1:]))
    for group in groups:
        kill_group(group)
    kill_marked(marker)


if __name__ == "__main__":
    guard(sys.argv[1])
