"""Everything that one server process has, and how it begins and ends."""

import asyncio
import contextlib
import logging
import os
import secrets
import socket
from collections.abc import Callable
from typing import TypeVar

import anyio
import anyio.to_thread

from fourfold.errors import FourfoldError
from fourfold.store import Store
from fourfold.web.agents import Bench, agent_views
from fourfold.web.games import Games
from fourfold.web.lobby import Lobby
from fourfold.web.pool import Pool
from fourfold.web.settings import Settings
from fourfold.web.study import Library
from fourfold.web.turns import Desk

T = TypeVar("T")

_THREADS = 16  # for requests that wait for the database
_TIDY = 3600.0

log = logging.getLogger("fourfold.web")


class House:
    """The store, the lobby, and the pool."""

    def __init__(self, settings: Settings, store: Store | None = None) -> None:
        """Open the database; StoreError if it cannot be."""
        self.settings = settings
        self.store = Store.open(settings.database) if store is None else store
        self._owns_store = store is None
        self.games = Games(self.store)
        self.pool = Pool(settings.workers)
        self.bench = Bench(2 * settings.workers, settings.memory)
        owner = f"{socket.gethostname()[:40]}-{os.getpid()}-{secrets.token_hex(4)}"
        desk = Desk(self.store, settings, self.pool, self.bench, owner)
        self.lobby = Lobby(desk, self.games.get)
        agent_views()  # or the first who asks would wait while the agents are imported
        self.library = Library(self.pool, settings.analysis)
        self._tidying: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Begin to work; called on the event loop."""
        self._threads = anyio.CapacityLimiter(_THREADS)
        self.pool.start()
        self.lobby.open()
        self._tidying = asyncio.get_running_loop().create_task(self._tidy())

    def interrupt(self) -> None:
        """Let everybody go who waits: the end is near."""
        self.lobby.close()
        self.library.close()

    async def close(self) -> None:
        """End all that goes on."""
        self.interrupt()
        self.pool.close()
        if self._tidying is not None:
            self._tidying.cancel()
        await anyio.to_thread.run_sync(self.pool.join, 0.5)
        if self._owns_store:
            self.store.close()

    async def thread(self, call: Callable[..., T], *arguments: object) -> T:
        """Call what waits for the database, off the event loop."""
        return await anyio.to_thread.run_sync(call, *arguments, limiter=self._threads)

    async def _tidy(self) -> None:
        """Now and then remove games that were begun and never played."""
        with contextlib.suppress(asyncio.CancelledError):
            while True:
                try:
                    await self.thread(self.store.tidy)
                except FourfoldError as error:
                    log.warning("%s", error)
                await asyncio.sleep(_TIDY)
