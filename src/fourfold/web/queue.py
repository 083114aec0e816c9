"""A queue that is fair: each client in turn, and moves before analyses, though not always."""

import threading
from collections import OrderedDict, deque
from typing import Protocol

_TURNS_PER_ANALYSIS = 3
"""So many moves go before an analysis that waits; then it is its turn."""


class Job(Protocol):
    """Something to be thought about."""

    client: str
    is_analysis: bool

    def run(self) -> None:
        """Do it, in a worker's thread; it raises nothing."""


class _Lane:
    """Jobs of one kind: round robin between clients, in order for each of them."""

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
    """Where jobs wait for a worker."""

    def __init__(self) -> None:
        self._lanes = {False: _Lane(), True: _Lane()}
        self._turns_taken = 0
        self._closed = False
        self._changed = threading.Condition()

    def put(self, job: Job) -> None:
        """Let a job wait."""
        with self._changed:
            self._lanes[job.is_analysis].put(job)
            self._changed.notify()

    def take(self) -> Job | None:
        """Wait for a job; None once the queue is closed."""
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
        """Let a job wait no longer; whether it did."""
        with self._changed:
            return self._lanes[job.is_analysis].remove(job)

    def close(self) -> None:
        """Send everybody home."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def __len__(self) -> int:
        with self._changed:
            return self._waiting()

    def _waiting(self) -> int:
        return self._lanes[False].count + self._lanes[True].count
