"""Failures in the log: each with its cause, and the same one only now and then."""

import asyncio
import logging
import threading
import time

from fourfold.support.lru import LruCache

SECONDS = 10.0
"""Seconds for which the same failure is not written again."""
_REMEMBERED = 100

log = logging.getLogger("fourfold.web")


class FailureLog:
    """What was written of late, and how often the same has happened since."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: LruCache[str, tuple[float, int]] = LruCache(_REMEMBERED)

    def write(self, text: str) -> None:
        """Write a warning, unless the same was written a moment ago; count it then."""
        now = time.monotonic()
        with self._lock:
            written, left_out = self._known.get(text) or (-SECONDS, 0)
            if now - written < SECONDS:
                self._known.put(text, (written, left_out + 1))
                return
            self._known.put(text, (now, 0))
        again = f" (and {left_out} times more since the last such line)" if left_out else ""
        log.warning("%s%s", text, again)


FAILURES = FailureLog()
"""That of this process."""


class RepetitionFilter(logging.Filter):
    """Hand the warnings of another logger on to `FAILURES`, so that none comes again and again.

    Requests that were cancelled are left out: at the end of a server that is no failure, and there
    may be thousands.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError):
            return False
        if record.levelno != logging.WARNING:
            return True
        FAILURES.write(record.getMessage())
        return False
