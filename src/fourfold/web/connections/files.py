"""How many connections the system lets this process have: each is an open file."""

import contextlib

from fourfold.errors import InvalidOption

CONNECTIONS = 10_000
"""Open connections, if nothing else is said and the system allows as many."""
RESERVE = 200
"""Files for all else: the database, the log, agents from outside, and connections on their way."""
FEWEST = 16
"""Connections that a server has however few files it may open."""


def allow_connections(wanted: int | None) -> int:
    """Raise this process's limit of open files as far as needed; return how many connections fit.

    wanted: None is `CONNECTIONS`, or fewer where the system does not allow as many.
    InvalidOption if more are wanted than it allows.
    """
    most = CONNECTIONS if wanted is None else wanted
    files = _allow_files(most + RESERVE)
    if files is None:
        return most
    fitting = max(FEWEST, files - RESERVE)
    if wanted is not None and wanted > fitting:
        raise InvalidOption(
            f"--connections is {wanted}, but must be at most {fitting}: this process may have "
            f"{files} files open, and needs {RESERVE} for other things"
        )
    return min(most, fitting)


def _allow_files(wanted: int) -> int | None:
    """Raise the soft limit up to the hard one if it is too low; return it, None if there is none.

    No further than needed: agents from outside inherit it, and some programs go through all files
    that they could have.
    """
    try:
        import resource
    except ImportError:  # Windows, which has no such limit for sockets
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    infinity = resource.RLIM_INFINITY
    if soft != infinity and soft < wanted:
        more = wanted if hard == infinity else min(wanted, hard)
        with contextlib.suppress(OSError, ValueError):  # macOS has a limit below the hard one
            resource.setrlimit(resource.RLIMIT_NOFILE, (more, hard))
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if soft == infinity else soft
