"""Threads for calls that wait: a limited number of them, and an end to waiting for one."""

import asyncio
import time
from collections.abc import Callable
from typing import TypeVar

import anyio
import anyio.to_thread

from fourfold.web.errors import Busy

T = TypeVar("T")

WAIT_SECONDS = 5.0
"""Seconds that a call waits for a free thread before it is refused."""
MOST_WAITING = 1_000
"""Calls that wait for a thread, if not said otherwise."""
MOST_REST = 1.0
"""Seconds that a thread rests after a call at most."""


class Threads:
    """A number of threads that calls share; made on the event loop.

    Calls that wait for the database and calls that do not have threads of their own each, so that
    a database that does not answer holds up nobody who does not need it.
    """

    def __init__(
        self, number: int, most_waiting: int = MOST_WAITING, *, rests: bool = False
    ) -> None:
        """most_waiting: calls that may wait for a thread; more are refused at once.

        rests: whether a thread rests after a call for as long as that took, `MOST_REST` at most:
        however many calls wait, half of the time is left to others.
        """
        self._most_waiting = most_waiting
        self._rests = rests
        self._places = anyio.CapacityLimiter(number)
        self._threads = anyio.CapacityLimiter(number)  # as many: whoever has a place has a thread

    @property
    def waiting(self) -> int:
        """How many calls wait for a thread."""
        return self._places.statistics().tasks_waiting

    async def run(self, call: Callable[..., T], *arguments: object) -> T:
        """Call a function off the event loop; Busy if no thread is free for too long."""
        if self.waiting >= self._most_waiting:
            raise _busy()
        place = object()
        try:
            with anyio.fail_after(WAIT_SECONDS):
                await self._places.acquire_on_behalf_of(place)
        except TimeoutError:
            raise _busy() from None
        began = time.monotonic()
        try:
            return await anyio.to_thread.run_sync(call, *arguments, limiter=self._threads)
        finally:
            rest = min(time.monotonic() - began, MOST_REST) if self._rests else 0.0
            if rest:
                asyncio.get_running_loop().call_later(
                    rest, self._places.release_on_behalf_of, place
                )
            else:
                self._places.release_on_behalf_of(place)


def _busy() -> Busy:
    return Busy("the server has too much to do just now: try again in a moment")
