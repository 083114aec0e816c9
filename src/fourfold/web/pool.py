"""The threads in which agents think: so many at once, behind all else that the server does."""

import logging
import threading

from fourfold.web.queue import FairQueue, Job

BEHIND = 10
"""How many steps a search stands behind: a request that comes in goes first."""
_LEAST_SHARE = 0.2  # seconds that every turn gets, however many wait

log = logging.getLogger("fourfold.web")


class Pool:
    """Workers, and the queue before them."""

    def __init__(self, workers: int) -> None:
        self.workers = max(1, workers)
        self._queue = FairQueue()
        self._threads = [
            threading.Thread(target=self._work, name=f"fourfold-think-{number}", daemon=True)
            for number in range(self.workers)
        ]

    def start(self) -> None:
        """Let them work."""
        for thread in self._threads:
            thread.start()

    def submit(self, job: Job) -> None:
        """Let a job wait for its turn."""
        self._queue.put(job)

    def withdraw(self, job: Job) -> bool:
        """Take a job back that nobody has begun; whether that was so."""
        return self._queue.remove(job)

    def share(self, budget: float) -> float:
        """How long a turn may take now: when many wait, everybody gets less."""
        crowd = len(self._queue) / (2 * self.workers)
        return max(min(budget, _LEAST_SHARE), budget / max(1.0, crowd))

    def close(self) -> None:
        """Take no more jobs; whoever runs one has been told to end it."""
        self._queue.close()

    def join(self, seconds: float) -> None:
        """Wait for the workers, a little."""
        for thread in self._threads:
            if thread.is_alive():
                thread.join(seconds)

    def _work(self) -> None:
        while (job := self._queue.take()) is not None:
            try:
                job.run()
            except Exception:  # a worker outlives whatever went wrong in a job
                log.exception("a job failed")
