"""The services of one server process: how they are built, started and shut down."""

import asyncio
import contextlib
import math
import os
import secrets
import socket
from collections.abc import Callable
from typing import TypeVar

import anyio
import anyio.to_thread

from fourfold.errors import FourfoldError
from fourfold.store import Store
from fourfold.store.clock import TICK
from fourfold.web.api.views.agents import agent_views
from fourfold.web.cleanup import Cleanup
from fourfold.web.failure_log import FAILURES
from fourfold.web.live.hub import Hub
from fourfold.web.live.lobby import LobbyHub
from fourfold.web.live.tournaments import TournamentHub
from fourfold.web.metrics import Metrics
from fourfold.web.play.games import Games
from fourfold.web.play.lobby import Lobby
from fourfold.web.play.puzzles import Puzzles
from fourfold.web.quotas.rates import RateLimits
from fourfold.web.quotas.streams import StreamLimits
from fourfold.web.readiness import Readiness
from fourfold.web.settings import Settings
from fourfold.web.thinking.agent_cache import CACHED_AGENTS, AgentCache
from fourfold.web.thinking.agent_turns import TurnContext
from fourfold.web.thinking.analysis import AnalysisService
from fourfold.web.thinking.lessons import LessonService
from fourfold.web.thinking.pool import WorkerPool
from fourfold.web.thinking.puzzles import PuzzleService
from fourfold.web.thinking.reviews import ReviewService
from fourfold.web.thinking.trees import TreeService
from fourfold.web.threads import Threads
from fourfold.web.tournaments.folder import TournamentFolder
from fourfold.web.tournaments.runner import TournamentRunner

T = TypeVar("T")

_THREADS = 16  # for requests that wait for the database
_SEARCH_THREADS = 2  # for searches and statistics: moves never wait for them
_CREATION_THREADS = 2  # for new games: many of them take no thread from moves
_UPLOAD_THREADS = 1  # for files of games, each of which takes seconds
_WAITING_UPLOADS = 16  # of a MB each
_OTHER_THREADS = 4  # for requests that do not, but take a while


class Services:
    """Everything that the routes call: games, store, hub, analyses, trees, lessons, puzzles."""

    def __init__(self, settings: Settings, store: Store | None = None) -> None:
        """Open the database; StoreError if that fails."""
        self.settings = settings
        self.metrics = _make_metrics(settings)
        self.store = (
            Store.open(settings.database, settings.database_limit) if store is None else store
        )
        self._owns_store = store is None
        self.games = Games(self.store)
        self.lobby = Lobby(self.store)
        self.lobby_hub = LobbyHub(self.lobby, self.run_in_thread)
        self.rates = RateLimits(settings.rates)
        self.streams = StreamLimits(settings.streams)
        self.pool = WorkerPool(settings.workers, settings.thinking)
        self.agent_cache = AgentCache(CACHED_AGENTS * settings.workers, settings.memory)
        owner = f"{socket.gethostname()[:40]}-{os.getpid()}-{secrets.token_hex(4)}"
        context = TurnContext(
            self.store, settings, self.pool, self.agent_cache, owner, self.metrics
        )
        self.hub = Hub(context, self.games.get)
        agent_views()  # imports the agents now, so that no request waits for that
        self.analyses = AnalysisService(self.pool, settings.analysis, self.store)
        self.reviews = ReviewService(self.pool, settings.review)
        self.trees = TreeService(self.pool, settings.analysis)
        self.lessons = LessonService()
        self.puzzles = Puzzles(self.store, settings.today)
        self.puzzle_views = PuzzleService(self.store, settings.workers)
        self.tournaments = TournamentFolder()
        self.tournament_runner = TournamentRunner(settings, self.tournaments)
        self.tournament_hub = TournamentHub(
            self.tournaments, self.tournament_runner, self.run_aside
        )
        self.readiness = Readiness(self.store.check_writing)
        self.cleanup = Cleanup(self.store.deletions, settings.keep)
        self._ticks: asyncio.Task[None] | None = None
        self._watch()

    def _watch(self) -> None:
        """Show how much there is of what grows and shrinks."""
        watch = self.metrics.watch
        watch("streams", "Open event streams of games", lambda: self.hub.subscribers)
        watch("games_open", "Games that somebody is looking at", lambda: self.hub.channels)
        watch("thinking_queue", "Searches that wait for a worker", lambda: self.pool.waiting)
        watch("thinking_busy", "Workers that search", lambda: self.pool.busy)
        watch("database_bytes", "Disk space of the database", _tolerant(self.store.size))
        used = _tolerant(self.store.space.used)
        watch("database_used_bytes", "Space that games take, without what is free", used)
        limit = self.settings.database_limit
        if limit is not None:
            watch("database_limit_bytes", "The limit of that: --database-limit", lambda: limit)

    def open(self) -> None:
        """Start the workers and the hub; called on the event loop."""
        self._threads = Threads(_THREADS)
        self._search_threads = Threads(_SEARCH_THREADS, rests=True)
        self._creation_threads = Threads(_CREATION_THREADS, rests=True)
        self._upload_threads = Threads(_UPLOAD_THREADS, _WAITING_UPLOADS, rests=True)
        self._other_threads = Threads(_OTHER_THREADS)
        self.metrics.start()
        self.pool.start()
        self.puzzle_views.open()
        self.hub.open()
        self._ticks = asyncio.get_running_loop().create_task(self._tick())
        self.cleanup.open()

    def interrupt(self) -> None:
        """Release all waiting requests before shutdown."""
        self.hub.close()
        self.lobby_hub.close()
        self.tournament_hub.close()
        self.analyses.close()
        self.reviews.close()
        self.trees.close()
        self.puzzle_views.close()

    async def close(self) -> None:
        """Shut down: end the streams and the searches, and close the database."""
        self.interrupt()
        self.pool.close()
        await self.cleanup.close()
        if self._ticks is not None:
            self._ticks.cancel()
        await anyio.to_thread.run_sync(self.tournament_runner.close)
        await anyio.to_thread.run_sync(self.pool.join, 0.5)
        self.metrics.close()
        if self._owns_store:
            self.store.close()

    async def run_in_thread(self, call: Callable[..., T], *arguments: object) -> T:
        """Call a function that waits for the database, off the event loop."""
        return await self._threads.run(call, *arguments)

    async def run_search(self, call: Callable[..., T], *arguments: object) -> T:
        """Call a function that reads much of the database, off the event loop."""
        return await self._search_threads.run(call, *arguments)

    async def run_creation(self, call: Callable[..., T], *arguments: object) -> T:
        """Call a function that begins a game, off the event loop."""
        return await self._creation_threads.run(call, *arguments)

    async def run_upload(self, call: Callable[..., T], *arguments: object) -> T:
        """Call a function that takes over a file of games, off the event loop."""
        return await self._upload_threads.run(call, *arguments)

    async def run_aside(self, call: Callable[..., T], *arguments: object) -> T:
        """Call a function that takes a while and needs no database, off the event loop."""
        return await self._other_threads.run(call, *arguments)

    async def _tick(self) -> None:
        """Tell the database again and again that time passes."""
        with contextlib.suppress(asyncio.CancelledError):
            while True:
                try:
                    await self.run_in_thread(self.store.tick)
                except FourfoldError as error:
                    FAILURES.write(str(error))
                await asyncio.sleep(TICK)


def _tolerant(measure: Callable[[], int]) -> Callable[[], float]:
    """Return a measurement that is NaN while the database does not answer: the others are shown."""

    def tolerant() -> float:
        try:
            return measure()
        except FourfoldError:
            return math.nan

    return tolerant


def _make_metrics(settings: Settings) -> Metrics:
    if settings.metrics is None:
        return Metrics()
    from fourfold.web.prometheus import PrometheusMetrics

    return PrometheusMetrics(*settings.metrics)
