"""Nobody waits twice for a database that does not answer.

Whoever finds out that it does not has waited for some seconds. From then on all others are
refused at once, so that their threads stay free for what needs no database, while one thread of
its own asks again and again, and lets everybody in once there is an answer.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from fourfold.errors import StoreError
from fourfold.store.failures import Unavailable

WAITED = 0.5
"""Seconds after which a failure counts as having waited for the database."""
PAUSE = 0.25
"""Seconds between two questions to a database that did not answer."""


class Availability:
    """Whether a database answers, for its readers or for its writers."""

    def __init__(self, probe: Callable[[], None]) -> None:
        """probe: asks the database, within some seconds, and raises StoreError if it fails."""
        self._probe = probe
        self._lock = threading.Lock()
        self._refusal: Unavailable | None = None
        self._is_closed = threading.Event()

    @contextmanager
    def guard(self) -> Iterator[None]:
        """Refuse at once while the database does not answer; note it if it does not now."""
        refusal = self._refusal
        if refusal is not None:
            raise Unavailable(str(refusal), refusal.public)
        began = time.monotonic()
        try:
            yield
        except Unavailable as error:
            if time.monotonic() - began > WAITED:  # a quick refusal takes nobody's time
                self._note(error)
            raise

    def close(self) -> None:
        """Stop asking."""
        self._is_closed.set()

    def _note(self, error: Unavailable) -> None:
        with self._lock:
            if self._refusal is not None or self._is_closed.is_set():
                return
            self._refusal = Unavailable(str(error), error.public)
        threading.Thread(target=self._ask, name="fourfold-database", daemon=True).start()

    def _ask(self) -> None:
        while not self._is_closed.is_set():
            began = time.monotonic()
            try:
                self._probe()
                break
            except Unavailable:
                self._is_closed.wait(max(0.0, PAUSE - (time.monotonic() - began)))
            except StoreError:  # it does answer, whatever it says
                break
        self._refusal = None
