"""The cleanup of a server: every hour, what has been kept for long enough is deleted.

A wrong clock must not delete anything. While it jumps, or shows what cannot be, nothing is deleted
for a day, which leaves the operator the time to set it right.
"""

import asyncio
import contextlib
import math
import threading
import time
from collections.abc import Callable, Mapping

import anyio
import anyio.to_thread

from fourfold.errors import FourfoldError, InvalidOption, describe
from fourfold.store.deletion import AHEAD, DAY, KINDS, Deletions, Moments, Selection
from fourfold.web.failure_log import FAILURES

INTERVAL = 3600.0
"""Seconds between two cleanups."""
_JUMP = 600.0  # seconds by which the database's clock and ours may come apart between two cleanups
_LEAST_DAYS, _MOST_DAYS = 0.05, 36_500.0


def parse_keep(texts: list[str]) -> dict[str, float]:
    """Read for how long games are kept, such as `uploaded=90`; InvalidOption if one is wrong."""
    found = {}
    for text in texts:
        kind, _, days = text.partition("=")
        if kind not in KINDS:
            raise InvalidOption(f"--keep is {describe(text)}, but games are {', '.join(KINDS)}")
        try:
            found[kind] = float(days)
        except ValueError:
            found[kind] = math.nan
        if not _LEAST_DAYS <= found[kind] <= _MOST_DAYS:
            raise InvalidOption(
                f"--keep is {describe(text)}, but must be like {kind}=30: "
                f"{_LEAST_DAYS:g} to {_MOST_DAYS:,.0f} days"
            )
    return found


class ClockGuard:
    """Whether the database's clock can be believed, by what it has said before."""

    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._offset: float | None = None
        self._trusted_from = -math.inf

    def check(self, moments: Moments) -> str | None:
        """Return why nothing should be deleted now, in a sentence; None if nothing speaks against.

        The clock must not jump, no change may lie in the future, and when the server starts, the
        newest change may not be older than a day. What is wrong counts for a day.
        """
        ours = self._monotonic()
        problem = self._problem(moments, ours)
        if problem is not None:
            self._trusted_from = ours + DAY
        elif ours < self._trusted_from:
            problem = "a clock was wrong within the last day"
        return problem

    def _problem(self, moments: Moments, ours: float) -> str | None:
        now, newest = moments
        before, self._offset = self._offset, now - ours
        if before is not None and abs(self._offset - before) > _JUMP:
            return f"the clock of the database has jumped by {self._offset - before:+,.0f} seconds"
        if not moments.is_plausible:
            return f"a game was changed more than {AHEAD:g} seconds in the future"
        if before is None and newest is not None and now - newest > DAY:
            return f"the newest change was {(now - newest) / DAY:,.1f} days ago"
        return None


class Cleanup:
    """Deletes old games, every hour, in a thread of its own."""

    def __init__(self, deletions: Deletions, keep: Mapping[str, float]) -> None:
        """keep: for how many days, by kind."""
        self._deletions = deletions
        self._selections = [Selection(kind, days * DAY) for kind, days in keep.items()]
        self._is_quiet = set(keep) <= {"unplayed"}  # at home, nobody cares when these are deleted
        self._guard = ClockGuard()
        self._stopped = threading.Event()
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Start; called on the event loop."""
        self._task = asyncio.get_running_loop().create_task(self._run_hourly())

    async def close(self) -> None:
        """Stop, after the batch that is being deleted."""
        self._stopped.set()
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def run(self) -> int:
        """Delete what is due, and return how many games; nothing while the clock is in doubt."""
        problem = self._guard.check(self._deletions.moments())
        if problem is not None:
            if not self._is_quiet:
                FAILURES.write(f"no old games are deleted, because {problem}")
            return 0
        stopped = self._stopped.is_set
        return sum(self._deletions.delete_selected(each, stopped) for each in self._selections)

    async def _run_hourly(self) -> None:
        limiter = anyio.CapacityLimiter(1)
        while True:
            try:
                await anyio.to_thread.run_sync(self.run, limiter=limiter, abandon_on_cancel=True)
            except FourfoldError as error:
                FAILURES.write(f"old games could not be deleted: {error}")
            await asyncio.sleep(INTERVAL)
