"""A fair queue: clients take turns, and moves go before analyses, but not always."""

import threading
from collections import OrderedDict, deque
from typing import Protocol

_TURNS_PER_ANALYSIS = 3
"""How many moves go before an analysis that waits."""


class Job(Protocol):
    """A search that waits for a worker."""

    client: str
    is_analysis: bool

    def run(self) -> None:
        """Search, in a worker's thread. It raises nothing."""


class _Lane:
    """Jobs of one kind: round robin between clients, first in first out for each."""

    def __init__(self) -> None:
        self._clients: OrderedDict[str, deque[Job]] = OrderedDict()
        self.count = 0

    def put(self, job: Job) -> None:
        self._clients.setdefault(job.client, deque()).append(job)
        self.count += 1

    def take(self) -> Job:
        client, jobs = self._clients.popitem(last=False)
        job = jobs.popleft()
        if jobs:
            self._clients[client] = jobs  # behind all the others
        self.count -= 1
        return job

    def remove(self, job: Job) -> bool:
        jobs = self._clients.get(job.client)
        if jobs is None or job not in jobs:
            return False
        jobs.remove(job)
        if not jobs:
            del self._clients[job.client]
        self.count -= 1
        return True


class FairQueue:
    """The jobs that wait for a worker."""

    def __init__(self) -> None:
        self._lanes = {False: _Lane(), True: _Lane()}
        self._turns_taken = 0
        self._closed = False
        self._changed = threading.Condition()

    def put(self, job: Job) -> None:
        """Add a job."""
        with self._changed:
            self._lanes[job.is_analysis].put(job)
            self._changed.notify()

    def take(self) -> Job | None:
        """Wait for the next job; return None once the queue is closed."""
        with self._changed:
            while not self._closed and not self._waiting():
                self._changed.wait()
            if self._closed:
                return None
            turns, analyses = self._lanes[False], self._lanes[True]
            if analyses.count and (not turns.count or self._turns_taken >= _TURNS_PER_ANALYSIS):
                self._turns_taken = 0
                return analyses.take()
            self._turns_taken += 1
            return turns.take()

    def remove(self, job: Job) -> bool:
        """Remove a job; False if it was not waiting."""
        with self._changed:
            return self._lanes[job.is_analysis].remove(job)

    def close(self) -> None:
        """Shut down: wake every waiting worker with None."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def __len__(self) -> int:
        with self._changed:
            return self._waiting()

    def _waiting(self) -> int:
        return self._lanes[False].count + self._lanes[True].count
