"""Whether the server can do its work: whether its database can be written, now."""

import asyncio
import time
from collections.abc import Callable

import anyio
import anyio.to_thread

from fourfold.errors import FourfoldError, StoreError
from fourfold.web.failure_log import FAILURES

SECONDS = 2.0
"""Seconds for which an answer of the database is waited for."""
FRESH = 1.0
"""Seconds for which all who ask are given the same answer."""


class Readiness:
    """Asks the database once for all who want to know, however many they are."""

    def __init__(self, check: Callable[[], None]) -> None:
        """check: waits for the database, and raises StoreError if it cannot be written."""
        self._check = check
        self._checked = -FRESH
        self._problem: StoreError | None = None
        self._task: asyncio.Task[None] | None = None

    async def wait(self) -> None:
        """Raise StoreError if the database cannot be written in time."""
        if time.monotonic() - self._checked >= FRESH:
            if self._task is None:
                self._task = asyncio.get_running_loop().create_task(self._ask())
            done, _ = await asyncio.wait({self._task}, timeout=SECONDS)
            if not done:
                silent = "the database did not answer in time"
                raise StoreError(silent, f"games cannot be written just now: {silent}")
        if self._problem is not None:
            raise StoreError(str(self._problem), self._problem.public)

    async def _ask(self) -> None:
        try:
            await anyio.to_thread.run_sync(self._check, limiter=anyio.CapacityLimiter(1))
            self._problem = None
        except FourfoldError as error:
            self._problem = error if isinstance(error, StoreError) else StoreError(str(error))
        except Exception as error:
            FAILURES.write(f"the database cannot be checked: {error!r}")
            self._problem = StoreError(f"the database cannot be checked: {error!r}")
        self._checked = time.monotonic()
        self._task = None
