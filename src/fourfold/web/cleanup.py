"""The cleanup of a server: every hour, what has been kept for long enough is deleted.

Only time counts for which the database ran (see `store/clock`): a wrong clock deletes nothing.
"""

import asyncio
import contextlib
import math
import threading
from collections.abc import Mapping

import anyio
import anyio.to_thread

from fourfold.errors import FourfoldError, InvalidOption, describe
from fourfold.store.deletion import DAY, KINDS, Deletions, Selection
from fourfold.web.failure_log import FAILURES

INTERVAL = 3600.0
"""Seconds between two cleanups."""
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


class Cleanup:
    """Deletes old games, every hour, in a thread of its own."""

    def __init__(self, deletions: Deletions, keep: Mapping[str, float]) -> None:
        """keep: for how many days, by kind."""
        self._deletions = deletions
        self._selections = [Selection(kind, days * DAY) for kind, days in keep.items()]
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
        """Delete what is due, and return how many games."""
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
