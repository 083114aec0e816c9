"""Analyses: requested by people, run by the worker pool, cached for the next request."""

import threading

from fourfold.analysis.analyst import Analysis, Analyst
from fourfold.analysis.proofs import ProofStore
from fourfold.rules import Position
from fourfold.search import Limit, Stop
from fourfold.support.lru import LruCache
from fourfold.web.quotas.clients import Client
from fourfold.web.thinking.pool import WorkerPool
from fourfold.web.thinking.search_jobs import ClientJobs, SearchJob

MEMORY = 32
"""MB for each of the two searches of a worker."""
MAX_AT_ONCE = 4
"""Analyses of one client that wait or run; the oldest makes way for a new one."""
_CACHED = 512

_mine = threading.local()


class AnalysisJob(SearchJob[Analysis]):
    """A job of the pool: the analysis of a position."""

    name = "fourfold-analysis"

    def __init__(
        self, position: Position, seconds: float, client: Client, proofs: ProofStore
    ) -> None:
        super().__init__(client)
        self.position = position
        self.seconds = seconds
        self._proofs = proofs
        self._analyst: Analyst | None = None

    def prepare(self) -> None:
        self._analyst = _analyst(self._proofs)

    def search(self, stop: Stop) -> Analysis:
        analyst, self._analyst = self._analyst, None  # the worker's, not this job's
        assert analyst is not None
        return analyst.analyse(self.position, Limit(self.seconds), stop, lines="best")


def _analyst(proofs: ProofStore) -> Analyst:
    """Return the one of this worker, whose tables are warm, and which no other thread uses."""
    analyst: Analyst | None = getattr(_mine, "analyst", None)
    if analyst is None:
        analyst = _mine.analyst = Analyst(MEMORY, store=proofs)
    return analyst


def _release_analyst() -> None:
    """Free the tables of this worker."""
    _mine.analyst = None


class AnalysisService:
    """What was studied, and who is waiting for more. It lives on the event loop."""

    def __init__(self, pool: WorkerPool, most_seconds: float, proofs: ProofStore) -> None:
        self._pool = pool
        self._most_seconds = most_seconds
        self._proofs = proofs
        self._known: LruCache[Position, tuple[float, Analysis]] = LruCache(_CACHED)
        self.jobs = ClientJobs(pool, MAX_AT_ONCE, "analysis")
        pool.on_idle.append(_release_analyst)

    def known(self, position: Position, seconds: float) -> Analysis | None:
        """Return a cached analysis that is complete or took as many seconds, if there is one."""
        entry = self._known.get(position)
        if entry is None:
            return None
        spent, analysis = entry
        if not analysis.is_complete and spent < min(seconds, self._most_seconds):
            return None
        return analysis

    def start(self, position: Position, seconds: float, client: Client) -> AnalysisJob:
        """Start an analysis for a client; its oldest is cancelled if it has too many."""
        job = AnalysisJob(position, min(seconds, self._most_seconds), client, self._proofs)
        job.seconds = self._pool.share(job, job.seconds)
        self.jobs.start(job)
        return job

    def close(self) -> None:
        """Shut down: cancel every analysis and release the requests that wait."""
        self.jobs.close()

    def result(self, job: AnalysisJob) -> Analysis:
        """Return the analysis of a job that is done, and cache it."""
        analysis = self.jobs.result(job)
        self._known.put(job.position, (job.seconds, analysis))
        return analysis
