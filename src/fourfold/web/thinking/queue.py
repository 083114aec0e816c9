"""A fair queue: clients take turns, and moves go before analyses, but not always.

How one client is told from another, and why its network counts as well, is in `quotas/clients.py`.
"""

import threading
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Iterator
from typing import NamedTuple, Protocol

from fourfold.web.quotas.clients import Client

_TURNS_PER_ANALYSIS = 3
"""How many moves go before an analysis that waits."""
MOST_PLAYERS = 4
"""Players of one network who have a turn each; when more of them wait, they share these."""


class Job(Protocol):
    """A search that waits for a worker."""

    client: Client
    is_analysis: bool

    def run(self) -> None:
        """Search, in a worker's thread. It raises nothing."""


class Crowd(NamedTuple):
    """Who waits beside a job."""

    clients: int
    """Clients in all, of each network `MOST_PLAYERS` at most."""
    players: int
    """Clients of the same network."""
    jobs: int
    """Jobs of the same client."""


class _Network:
    """The jobs of one network: round robin between its players, first in first out for each."""

    def __init__(self) -> None:
        self.players: OrderedDict[str, deque[Job]] = OrderedDict()
        self.turns = 0  # that are left before others come

    @property
    def weight(self) -> int:
        return min(MOST_PLAYERS, len(self.players))


class _Lane:
    """Jobs of one kind: round robin between networks, by as many turns as they have players."""

    def __init__(self, most: int) -> None:
        """most: jobs of one client that run at once."""
        self._most = most
        self._networks: OrderedDict[str, _Network] = OrderedDict()
        self._running: Counter[Client] = Counter()
        self.count = 0

    def put(self, job: Job) -> None:
        network = self._networks.setdefault(job.client.network, _Network())
        network.players.setdefault(job.client.player, deque()).append(job)
        self.count += 1

    def take(self) -> Job | None:
        """Take the next job; None if every client that waits has as many running as it may."""
        found = next(self._allowed(), None)
        if found is None:
            return None
        network = self._networks[found.network]
        jobs = network.players[found.player]
        job = jobs.popleft()
        self.count -= 1
        self._running[found] += 1
        network.turns = (network.turns or network.weight) - 1
        network.players.move_to_end(found.player)
        if not network.turns:  # behind all the others
            self._networks.move_to_end(found.network)
        self._drop_if_empty(found)
        return job

    def _allowed(self) -> Iterator[Client]:
        """The clients whose turn it is, in order, without those who have enough running."""
        for name, network in self._networks.items():
            for player in network.players:
                client = Client(name, player)
                if self._running.get(client, 0) < self._most:
                    yield client

    def end(self, client: Client) -> None:
        """Note that a job of a client has ended."""
        self._running[client] -= 1
        if not self._running[client]:
            del self._running[client]

    def remove(self, job: Job) -> bool:
        network = self._networks.get(job.client.network)
        jobs = () if network is None else network.players.get(job.client.player, ())
        if job not in jobs:
            return False
        self._networks[job.client.network].players[job.client.player].remove(job)
        self.count -= 1
        self._drop_if_empty(job.client)
        return True

    def crowd(self, client: Client) -> Crowd:
        own = self._networks.get(client.network)
        return Crowd(
            sum(network.weight for network in self._networks.values()),
            0 if own is None else len(own.players),
            0 if own is None else len(own.players.get(client.player, ())),
        )

    def _drop_if_empty(self, client: Client) -> None:
        network = self._networks[client.network]
        if not network.players[client.player]:
            del network.players[client.player]
        if not network.players:
            del self._networks[client.network]


class FairQueue:
    """The jobs that wait for a worker."""

    def __init__(self, most: int) -> None:
        """most: moves of one client that are searched at once, and as many analyses."""
        self._lanes = {False: _Lane(most), True: _Lane(most)}
        self._turns_taken = 0
        self._closed = False
        self._changed = threading.Condition()

    def put(self, job: Job) -> None:
        """Add a job."""
        with self._changed:
            self._lanes[job.is_analysis].put(job)
            self._changed.notify()

    def take(self, seconds: float | None = None) -> Job | None:
        """Wait for the next job; return None once the queue is closed.

        seconds: how long to wait at most; then TimeoutError.
        """
        until = None if seconds is None else time.monotonic() + seconds
        with self._changed:
            while not self._closed:
                job = self._next()
                if job is not None:
                    return job
                left = None if until is None else until - time.monotonic()
                if left is not None and left <= 0:
                    raise TimeoutError
                self._changed.wait(left)
            return None

    def end(self, job: Job) -> None:
        """Note that a job that was taken has ended: its client may have another."""
        with self._changed:
            self._lanes[job.is_analysis].end(job.client)
            self._changed.notify()

    def remove(self, job: Job) -> bool:
        """Remove a job; False if it was not waiting."""
        with self._changed:
            return self._lanes[job.is_analysis].remove(job)

    def crowd(self, job: Job) -> Crowd:
        """Return who waits for the same kind of work as a job, which itself need not wait."""
        with self._changed:
            return self._lanes[job.is_analysis].crowd(job.client)

    def close(self) -> None:
        """Shut down: wake every waiting worker with None."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def __len__(self) -> int:
        with self._changed:
            return self._lanes[False].count + self._lanes[True].count

    def _next(self) -> Job | None:
        turns, analyses = self._lanes[False], self._lanes[True]
        if self._turns_taken >= _TURNS_PER_ANALYSIS:
            job = analyses.take()
            if job is not None:
                self._turns_taken = 0
                return job
        job = turns.take()
        if job is not None:
            self._turns_taken += 1
            return job
        job = analyses.take()
        if job is not None:
            self._turns_taken = 0
        return job
