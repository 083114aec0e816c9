"""Reviews: requested by people, made by the worker pool a ply at a time, cached when finished.

A review takes much longer than a move. So its job reviews one ply and goes to the end of the queue
again: moves, analyses and the reviews of others come in between.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable

from fourfold.analysis.analyst import Analyst
from fourfold.analysis.review import Review, Reviewer
from fourfold.errors import GameError
from fourfold.game import Record
from fourfold.rules import Rules
from fourfold.search import Limit, Stop
from fourfold.support.background import run_in_background
from fourfold.support.lru import LruCache
from fourfold.web.api.review_responses import ReviewProgress
from fourfold.web.api.views.reviews import ply_review_view, review_view
from fourfold.web.errors import Busy
from fourfold.web.live.channel import event
from fourfold.web.quotas.clients import Client
from fourfold.web.thinking.pool import WorkerPool

MEMORY = 32
"""MB for each of the two searches of a review."""
MAX_OF_CLIENT = 3
"""Reviews of one client that wait or run."""
MAX_OF_NETWORK = 4
"""Reviews of all clients of a network that wait or run."""
MAX_AT_ONCE = 6
"""Reviews of all clients that wait or run: each has tables of its own."""
_CACHED = 64

Finished = Callable[[Review], None]
"""Called with a finished review, in a worker's thread."""
Key = tuple[Rules, tuple[int, ...], tuple[int, ...]]

log = logging.getLogger("fourfold.web")


class ReviewJob:
    """A job of the pool: the next ply of a review. It is also the source of an event stream."""

    is_analysis = True

    def __init__(
        self,
        pool: WorkerPool,
        record: Record,
        seconds: float,
        client: Client,
        finished: Finished | None = None,
    ) -> None:
        self.client = client
        self.record = record
        self.review = Review(record)
        self.wake = asyncio.Event()
        self.closed = False
        self._pool = pool
        self.seconds = seconds
        self._finished = finished
        self._stop = Stop()
        self._reviewer: Reviewer | None = None
        self._loop = asyncio.get_running_loop()
        self._sent = -1  # how many plies were sent; an event without any comes first

    # In a worker's thread

    def run(self) -> None:
        """Review one ply."""
        goes_on = False
        found = self.review
        try:
            if not self._stop.requested:
                goes_on, found = run_in_background(self._step, "fourfold-review")
                if found.is_complete and self._finished is not None:
                    self._finished(found)
        except Exception:  # the client is told by the end of its stream
            log.exception("a review failed")
        finally:
            with contextlib.suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._receive, found, goes_on)

    def _step(self) -> tuple[bool, Review]:
        if self._reviewer is None:
            self._reviewer = Reviewer(
                self.record, Analyst(MEMORY), limit=Limit(self.seconds), stop=self._stop
            )
        goes_on = self._reviewer.step()
        return goes_on and not self._stop.requested, self._reviewer.review()

    # On the event loop

    def _receive(self, review: Review, goes_on: bool) -> None:
        if self.closed:
            return
        self.review = review
        if goes_on and not review.is_complete:
            self._pool.submit(self)
        elif not review.is_complete:
            self.closed = True
        self.wake.set()

    def take(self) -> bytes:
        """Return the events that were not sent yet; after the last one the stream is closed."""
        self.wake.clear()
        review, total = self.review, len(self.record.plies)
        if review.is_complete:
            self.closed = True
            return event("review", review_view(review))
        done = len(review.plies)
        if done == self._sent:
            return b""
        fresh = review.plies[: done - max(0, self._sent)]
        self._sent = done
        plies = [ply_review_view(ply) for ply in reversed(fresh)]
        return event("progress", ReviewProgress(plies=plies, done=done, total=total))

    def cancel(self) -> None:
        """End the review; its client has left."""
        self.closed = True
        self._stop.request()
        self._pool.withdraw(self)
        self.wake.set()


class ReviewService:
    """What was reviewed, and who is waiting for more. It lives on the event loop."""

    def __init__(self, pool: WorkerPool, most_seconds: float) -> None:
        self._pool = pool
        self._most_seconds = most_seconds
        self._known: LruCache[Key, Review] = LruCache(_CACHED)
        self._jobs: list[ReviewJob] = []

    def start(self, record: Record, client: Client, finished: Finished | None = None) -> ReviewJob:
        """Start the review of a game for a client, or return a finished one.

        finished: called with the review once it is made; not with one that was made before.

        GameError if there is nothing to review, Busy if the client has too many or all have.
        """
        if not record.plies:
            raise GameError("there is nothing to review: no move has been played")
        job = ReviewJob(self._pool, record, self._most_seconds, client, finished)
        known = self._known.get(_key(record))
        if known is not None:
            job.review = known
            return job
        if sum(each.client == client for each in self._jobs) >= MAX_OF_CLIENT:
            raise Busy("your other reviews are not finished yet: try again in a while")
        if len(self._jobs) >= MAX_AT_ONCE:
            raise Busy("many games are being reviewed here: try again in a while")
        if sum(each.client.network == client.network for each in self._jobs) >= MAX_OF_NETWORK:
            raise Busy("many reviews for your address are not finished yet: try again in a while")
        job.seconds = self._pool.share(job, job.seconds)
        self._jobs.append(job)
        self._pool.submit(job)
        return job

    def end(self, job: ReviewJob) -> None:
        """Remove a job: cache what it has found out, or cancel it if it is not done."""
        if job in self._jobs:
            self._jobs.remove(job)
        if job.review.is_complete:
            self._known.put(_key(job.record), job.review)
        job.cancel()

    @property
    def running(self) -> int:
        """Return how many reviews wait or run."""
        return len(self._jobs)

    def close(self) -> None:
        """Shut down: cancel every review and end their streams."""
        for job in list(self._jobs):
            self.end(job)


def _key(record: Record) -> Key:
    return record.rules, record.opening, record.moves
