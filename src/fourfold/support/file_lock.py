"""Locks a file, so that only one process writes it."""

from typing import IO, Any


def lock(file: IO[Any]) -> bool:
    """Lock an open file until it is closed; return False if another process has locked it.

    Returns True as well if the system or the file system has no locks.
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
