"""Analyses: requested by people, run by the worker pool, cached for the next request."""

import asyncio
import contextlib
import threading
from collections import deque

from fourfold.analysis.analyst import Analysis, Analyst
from fourfold.analysis.proofs import ProofStore
from fourfold.errors import Conflict
from fourfold.rules import Position
from fourfold.search import Limit, Stop
from fourfold.support.background import run_in_background
from fourfold.support.lru import LruCache
from fourfold.web.errors import Busy
from fourfold.web.thinking.pool import WorkerPool

MEMORY = 32
"""MB for each of the two searches of a worker."""
MAX_AT_ONCE = 4
"""Analyses of one client that wait or run; the oldest makes way for a new one."""
_CACHED = 512

_mine = threading.local()


class AnalysisJob:
    """A job of the pool: the analysis of a position."""

    is_analysis = True

    def __init__(self, position: Position, seconds: float, client: str, proofs: ProofStore) -> None:
        self.client = client
        self.position = position
        self.seconds = seconds
        self.answer: asyncio.Future[Analysis | None] = asyncio.get_running_loop().create_future()
        self._loop = asyncio.get_running_loop()
        self._stop = Stop()
        self._proofs = proofs

    def run(self) -> None:
        found: Analysis | None = None
        try:
            if not self._stop.requested:
                analyst = _analyst(self._proofs)
                found = run_in_background(
                    lambda: analyst.analyse(
                        self.position, Limit(self.seconds), self._stop, lines="best"
                    ),
                    "fourfold-analysis",
                )
        finally:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self.settle, found)

    def settle(self, found: Analysis | None) -> None:
        """Wake the request that waits; None if the analysis was cancelled."""
        if not self.answer.done():
            self.answer.set_result(found)

    def cancel(self) -> None:
        """Cancel the analysis; its subscribers have left."""
        self._stop.request()
        self.settle(None)


def _analyst(proofs: ProofStore) -> Analyst:
    """Return the one of this worker, whose tables are warm, and which no other thread uses."""
    analyst: Analyst | None = getattr(_mine, "analyst", None)
    if analyst is None:
        analyst = _mine.analyst = Analyst(MEMORY, store=proofs)
    return analyst


class AnalysisService:
    """What was studied, and who is waiting for more. It lives on the event loop."""

    def __init__(self, pool: WorkerPool, most_seconds: float, proofs: ProofStore) -> None:
        self._pool = pool
        self._most_seconds = most_seconds
        self._proofs = proofs
        self._known: LruCache[Position, tuple[float, Analysis]] = LruCache(_CACHED)
        self._asked: dict[str, deque[AnalysisJob]] = {}
        self._is_closed = False

    def known(self, position: Position, seconds: float) -> Analysis | None:
        """Return a cached analysis that is complete or took as many seconds, if there is one."""
        entry = self._known.get(position)
        if entry is None:
            return None
        spent, analysis = entry
        if not analysis.is_complete and spent < min(seconds, self._most_seconds):
            return None
        return analysis

    def start(self, position: Position, seconds: float, client: str) -> AnalysisJob:
        """Start an analysis for a client; its oldest is cancelled if it has too many."""
        allowed = min(seconds, self._pool.share(self._most_seconds))
        job = AnalysisJob(position, allowed, client, self._proofs)
        asked = self._asked.setdefault(client, deque())
        if len(asked) >= MAX_AT_ONCE:
            self.end(asked[0])
        self._asked.setdefault(client, asked).append(job)
        self._pool.submit(job)
        return job

    def end(self, job: AnalysisJob) -> None:
        """Remove a job, and cancel it if it is not done."""
        asked = self._asked.get(job.client, deque())
        if job in asked:
            asked.remove(job)
            if not asked:
                self._asked.pop(job.client, None)
        if not job.answer.done():
            self._pool.withdraw(job)
            job.cancel()

    def close(self) -> None:
        """Shut down: cancel every analysis and release the requests that wait."""
        self._is_closed = True
        for asked in list(self._asked.values()):
            for job in list(asked):
                self.end(job)

    def result(self, job: AnalysisJob) -> Analysis:
        """Return the analysis of a job that is done, and cache it."""
        analysis = job.answer.result()
        if analysis is None and self._is_closed:
            raise Busy("the server is shutting down")
        if analysis is None:
            raise Conflict("this analysis was cancelled for a newer one")
        self._known.put(job.position, (job.seconds, analysis))
        return analysis
