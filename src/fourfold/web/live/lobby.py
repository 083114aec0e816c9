"""The lobby's event streams: the list of those who look for a game, as it changes.

Everything here runs on the event loop. While somebody is connected, one task of the process reads
the list from the database, which all processes share, and renews the seeks of its own subscribers.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine

from fourfold.errors import FourfoldError
from fourfold.store.seeks import Seek
from fourfold.web.api.lobby_responses import MatchView
from fourfold.web.api.views.lobby import lobby_view
from fourfold.web.errors import Busy
from fourfold.web.failure_log import FAILURES
from fourfold.web.live.channel import event
from fourfold.web.play.lobby import SEEK_SECONDS, Lobby

MAX_SUBSCRIBERS = 1_000
"""Open streams of one process."""
POLL = 0.5
"""Seconds between two readings of the list."""
RELOAD = 3.0
"""Seconds for which a seek outlives the connection of its owner."""

log = logging.getLogger("fourfold.web")
Run = Callable[..., Coroutine[object, object, object]]


class LobbySubscriber:
    """An open stream; with a seek, that of its owner."""

    def __init__(self, hub: "LobbyHub", seek: Seek | None) -> None:
        self._hub = hub
        self.seek = None if seek is None else seek.id
        self.wake = asyncio.Event()
        self.closed = hub.is_closed
        self._number = 0
        self._is_matched = False

    def take(self) -> bytes:
        """Return the events that this stream has not been sent yet; nothing if there are none."""
        self.wake.clear()
        new = b""
        game = self._hub.matches.get(self.seek or "")
        if game is not None and not self._is_matched:
            self._is_matched = True
            new += event("match", MatchView(game=game))
        if self._number != self._hub.number:
            self._number = self._hub.number
            new += self._hub.lobby_event
        return new


class LobbyHub:
    """Those who are in the lobby, as far as one process knows."""

    def __init__(self, lobby: Lobby, run_in_thread: Run) -> None:
        self._lobby = lobby
        self._run = run_in_thread
        self._subscribers: set[LobbySubscriber] = set()
        self._task: asyncio.Task[None] | None = None
        self._seeks: list[Seek] = []
        self._left: dict[str, float] = {}
        self._renewed = 0.0
        self._reading = asyncio.Lock()
        self.matches: dict[str, str] = {}
        """The games of seeks that somebody has joined."""
        self.number = 0
        self.lobby_event = b""
        self.is_closed = False

    async def subscribe(self, secret: str | None) -> LobbySubscriber:
        """Open a stream; with the secret of a seek, its owner counts as there."""
        if len(self._subscribers) >= MAX_SUBSCRIBERS:
            raise Busy("too many are in the lobby: try again in a while")
        seek = await self._run(self._lobby.owned, secret)
        assert seek is None or isinstance(seek, Seek)
        await self.refresh()
        subscriber = LobbySubscriber(self, seek)
        self._subscribers.add(subscriber)
        if seek is not None:
            self._left.pop(seek.id, None)
        if self._task is None and not self.is_closed:
            self._task = asyncio.get_running_loop().create_task(self._follow())
        return subscriber

    def unsubscribe(self, subscriber: LobbySubscriber) -> None:
        """Remove a stream that has ended; its seek ends soon, unless the owner comes back."""
        self._subscribers.discard(subscriber)
        if subscriber.seek is not None:
            self._left[subscriber.seek] = time.monotonic() + RELOAD

    async def refresh(self) -> None:
        """Read the list, and send it to all streams if it has changed."""
        async with self._reading:  # so that an older list never comes after a newer one
            seeks = await self._run(self._lobby.list)
        assert isinstance(seeks, list)
        if seeks == self._seeks and self.number:
            return
        self._seeks = seeks
        self.matches = {seek.id: seek.game for seek in seeks if seek.game is not None}
        self.lobby_event = event("lobby", lobby_view(seeks))
        self.number += 1
        for subscriber in self._subscribers:
            subscriber.wake.set()

    def close(self) -> None:
        """End every stream."""
        self.is_closed = True
        if self._task is not None:
            self._task.cancel()
        for subscriber in self._subscribers:
            subscriber.closed = True
            subscriber.wake.set()

    async def _follow(self) -> None:
        """Keep the list up to date until the last stream has ended and its seek with it."""
        while self._subscribers or self._left:
            await asyncio.sleep(POLL)
            try:
                await self._delete_left()
                await self._renew()
                await self.refresh()
            except FourfoldError as error:
                FAILURES.write(str(error))
            except Exception:
                log.exception("following the lobby failed")
        self._task = None

    async def _renew(self) -> None:
        present = {each.seek for each in self._subscribers if each.seek is not None}
        if present and time.monotonic() - self._renewed > SEEK_SECONDS / 4:
            self._renewed = time.monotonic()
            await self._run(self._lobby.renew, present)

    async def _delete_left(self) -> None:
        present = {each.seek for each in self._subscribers}
        for id, until in list(self._left.items()):
            if id in present:
                del self._left[id]
            elif time.monotonic() > until:
                del self._left[id]
                await self._run(self._lobby.delete, id)
