"""Locks a file, so that only one process writes it."""

from pathlib import Path
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


def is_locked(path: Path) -> bool:
    """Return True if a process, this one included, has locked a file.

    It looks without locking, because a lock of its own could turn away a process that is about to
    lock the file. Only Linux tells; elsewhere the answer is always False.
    """
    try:
        wanted = f":{path.stat().st_ino}"
        lines = [line.split() for line in Path("/proc/locks").read_text("ascii").splitlines()]
    except OSError:
        return False
    # Such as `7: FLOCK ADVISORY WRITE 20370 fe:00:2146580 0 EOF`; the device is left out, because
    # some file systems tell another one here than in `stat`.
    return any(
        len(parts) > 5 and parts[1] == "FLOCK" and parts[5].endswith(wanted) for parts in lines
    )
