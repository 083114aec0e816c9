"""One writer at a time for a file."""

from typing import IO, Any


def lock(file: IO[Any]) -> bool:
    """Take an open file for this process, until it is closed; False if another one has it.

    True also where the system cannot tell.
    """
    try:
        import fcntl
    except ImportError:  # Windows
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        pass  # a file system without locks
    return True
