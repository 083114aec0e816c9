"""What happens when no connection can be accepted, because the system has no more files.

It should not come so far: `files` leaves room. But files are also needed by what we do not count.
"""

import asyncio
import errno
from typing import Any

from fourfold.web.connections.limits import ConnectionLimits
from fourfold.web.failure_log import FAILURES

AT_ONCE = 4
"""Connections that asyncio accepts before it looks at them.

Between two such handfuls everybody else is served, so that a crowd at the door slows nobody down.
And asyncio complains as many times a second when none can be accepted; by default, as often as the
queue is long.
"""
QUEUE = 2048
"""Connections that the system keeps for us until we accept them."""
_NO_FILES = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM})


def handle_no_files(loop: asyncio.AbstractEventLoop, limits: ConnectionLimits) -> None:
    """Let a loop close what is idle, and write a line now and then, where it has no more files.

    asyncio tries again every second by itself.
    """

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if "socket" in context and isinstance(error, OSError) and error.errno in _NO_FILES:
            limits.make_room()
            FAILURES.write(
                f"no connection can be accepted: {error.strerror}; the limit of open files is to "
                "be raised (LimitNOFILE of systemd, ulimit -n), or --connections to be lowered"
            )
        else:
            loop.default_exception_handler(context)

    loop.set_exception_handler(handle)
