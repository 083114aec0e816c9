"""Tries what a confined process must not be able to do, and prints which of it succeeded, as JSON.

    python -I -S attempts.py FILE

FILE is a file outside the process's folder. `protection` runs this in the sandbox.
"""

import json
import mmap
import os
import socket
import sys
from collections.abc import Callable

_TOO_MUCH = 2**31  # bytes, twice what `protection` allows; they are reserved, and never touched


def main(outside: str) -> None:
    """Make every attempt; `outside` stays as it is, whatever happens."""
    attempts: dict[str, Callable[[], object]] = {
        "read": lambda: os.open(outside, os.O_RDONLY),
        "write": lambda: os.open(outside, os.O_WRONLY | os.O_APPEND),
        "network": lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM),
        "processes": _start_process,
        "memory": lambda: mmap.mmap(-1, _TOO_MUCH),
    }
    print(json.dumps({name: _succeeds(attempt) for name, attempt in attempts.items()}))


def _succeeds(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except (OSError, MemoryError):
        return False
    return True


def _start_process() -> None:
    if os.fork() == 0:
        os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1])
