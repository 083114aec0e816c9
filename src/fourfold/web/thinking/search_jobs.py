"""Searches that requests wait for: each a job of the pool, a few of them for each client."""

import asyncio
import contextlib
from abc import ABC, abstractmethod
from collections import deque
from typing import Any, Generic, TypeVar

from fourfold.errors import Conflict, FourfoldError
from fourfold.search import Stop
from fourfold.support.background import run_in_background
from fourfold.web.errors import Busy, TooMany
from fourfold.web.quotas.clients import PER_NETWORK, Client
from fourfold.web.thinking.pool import WorkerPool

T = TypeVar("T")


class SearchJob(ABC, Generic[T]):
    """A job of the pool whose result somebody waits for. It is made on the event loop."""

    is_analysis = True
    name: str
    """Of the thread that searches."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self._loop = asyncio.get_running_loop()
        self.answer: asyncio.Future[T | FourfoldError | None] = self._loop.create_future()
        self._stop = Stop()

    def prepare(self) -> None:
        """Get ready to search, in the worker's own thread."""

    @abstractmethod
    def search(self, stop: Stop) -> T:
        """Search, in a thread of lower priority; FourfoldError if it is refused."""

    def run(self) -> None:
        found: T | FourfoldError | None = None
        try:
            if not self._stop.requested:
                self.prepare()
                found = run_in_background(lambda: self.search(self._stop), self.name)
        except FourfoldError as error:
            found = error
        finally:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self.settle, found)
            found = None  # an error holds this frame, which would hold it, and the search too

    def settle(self, found: T | FourfoldError | None) -> None:
        """Wake the request that waits; None if the search was cancelled."""
        if not self.answer.done():
            self.answer.set_result(found)

    def cancel(self) -> None:
        """Cancel the search; its subscribers have left."""
        self._stop.request()
        self.settle(None)


class ClientJobs:
    """The jobs of one kind that wait or run, by their clients. It lives on the event loop."""

    def __init__(self, pool: WorkerPool, most: int, what: str) -> None:
        """most: of one client; the oldest makes way for a new one. what: the name in messages."""
        self._pool = pool
        self._most = most
        self._what = what
        self._asked: dict[Client, deque[SearchJob[Any]]] = {}
        self._is_closed = False

    def start(self, job: SearchJob[Any]) -> None:
        """Hand a job to the pool; the oldest of its client is cancelled if there are too many.

        TooMany if all clients of its network together have too many.
        """
        asked = self._asked.get(job.client, deque())
        if len(asked) >= self._most:
            self.end(asked[0])
        network = job.client.network
        waiting = sum(len(of) for client, of in self._asked.items() if client.network == network)
        if waiting >= PER_NETWORK * self._most:
            raise TooMany(
                f"many at your address wait for a {self._what}: try again in a while",
                2,
                quota=self._what,
            )
        self._asked.setdefault(job.client, asked).append(job)
        self._pool.submit(job)

    def end(self, job: SearchJob[Any]) -> None:
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
        """Shut down: cancel every job and release the requests that wait."""
        self._is_closed = True
        for asked in list(self._asked.values()):
            for job in list(asked):
                self.end(job)

    def result(self, job: SearchJob[T]) -> T:
        """Return what a job that is done has found, or raise why it has found nothing."""
        found = job.answer.result()
        if isinstance(found, FourfoldError):
            raise found
        if found is None and self._is_closed:
            raise Busy("the server is shutting down")
        if found is None:
            raise Conflict(f"this {self._what} was cancelled for a newer one")
        return found
