"""The worker threads of the server: as many searches at once, and a queue before them.

A worker waits for its search, which runs in a thread of lower priority, and saves what came of it.
"""

import logging
import threading
from collections.abc import Callable

from fourfold.web.thinking.queue import MOST_PLAYERS, FairQueue, Job

_IDLE = 3.0  # seconds without a job after which a worker keeps no tables
_LEAST_SHARE = 0.2  # seconds that every turn gets, however many wait
_FULL_JOBS = 2  # waiting jobs of one client that do not shorten its time

log = logging.getLogger("fourfold.web")


class WorkerPool:
    """The worker threads and their queue."""

    def __init__(self, workers: int, most: int | None = None) -> None:
        """most: moves of one client that are searched at once, and as many analyses; None is half
        of the workers.
        """
        self.workers = max(1, workers)
        self._queue = FairQueue(max(1, self.workers // 2) if most is None else most)
        self._busy: set[int] = set()
        self.on_idle: list[Callable[[], None]] = []
        """Called in the thread of each worker that has had nothing to do for a while."""
        self._threads = [
            threading.Thread(target=self._work, name=f"fourfold-think-{number}", daemon=True)
            for number in range(self.workers)
        ]

    def start(self) -> None:
        """Start the workers."""
        for thread in self._threads:
            thread.start()

    def submit(self, job: Job) -> None:
        """Add a job to the queue."""
        self._queue.put(job)

    def withdraw(self, job: Job) -> bool:
        """Remove a job from the queue; False if a worker has begun it."""
        return self._queue.remove(job)

    @property
    def waiting(self) -> int:
        """How many jobs wait for a worker."""
        return len(self._queue)

    @property
    def busy(self) -> int:
        """How many workers run a job."""
        return len(self._busy)

    def share(self, job: Job, budget: float) -> float:
        """Return how many seconds of a budget a job gets now.

        Less when many clients wait, less again when many games of its own client or many players
        of its own network do: a client with 300 games shortens the time of these 300 alone.
        """
        clients, players, jobs = self._queue.crowd(job)
        everybody = max(1.0, clients / (2 * self.workers))
        own = max(1.0, jobs / _FULL_JOBS, players / (2 * MOST_PLAYERS))
        return max(min(budget, _LEAST_SHARE), budget / (everybody * own))

    def close(self) -> None:
        """Shut down: run no more jobs. Those that run are cancelled by whoever submitted them."""
        self._queue.close()

    def join(self, seconds: float) -> None:
        """Wait for the workers, so many seconds for each at most."""
        for thread in self._threads:
            if thread.is_alive():
                thread.join(seconds)

    def _take(self) -> Job | None:
        """Wait for a job; a worker that waits long gives back the memory that it keeps."""
        try:
            return self._queue.take(_IDLE)
        except TimeoutError:
            for release in self.on_idle:
                release()
            return self._queue.take()

    def _work(self) -> None:
        while self._run_next():
            pass

    def _run_next(self) -> bool:
        """Run the next job; False once the queue is closed.

        Apart from the loop, so that a worker that waits holds no job, nor the tables of one.
        """
        job = self._take()
        if job is None:
            return False
        worker = threading.get_ident()
        self._busy.add(worker)
        try:
            job.run()
        except Exception:  # a worker outlives whatever went wrong in a job
            log.exception("a job failed")
        finally:
            self._busy.discard(worker)
            self._queue.end(job)
        return True
