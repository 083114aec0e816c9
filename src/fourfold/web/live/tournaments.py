"""The event streams of tournaments: the table as it fills in, and the games that are being played.

Everything here runs on the event loop. While somebody looks at a tournament, one task looks, in a
thread, whether its file has grown or a running game has changed, a few times a second. Whoever
looks, each change is read once.
"""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass

from fourfold.arena import live
from fourfold.errors import FourfoldError
from fourfold.web.api.tournament_responses import LiveGames, TournamentView
from fourfold.web.api.views.tournaments import live_view, tournament_view
from fourfold.web.errors import Busy
from fourfold.web.live.channel import event
from fourfold.web.tournaments.folder import TournamentFolder
from fourfold.web.tournaments.new_tournaments import is_resumable
from fourfold.web.tournaments.runner import TournamentRunner

MAX_SUBSCRIBERS = 500
"""Open streams of one process."""
POLL = 0.2
"""Seconds between two looks at the files of a tournament."""
MOST_LIVE = 4
"""Running games that are sent."""
_SHARE = 5  # a table that took a second to make is not made again for five

log = logging.getLogger("fourfold.web")
Run = Callable[..., Coroutine[object, object, object]]


def read_tournament(
    folder: TournamentFolder, runner: TournamentRunner, name: str
) -> TournamentView:
    """Read a tournament as it stands; called from a thread."""
    with folder.reading(name) as follower:
        is_running = folder.is_running(follower.path) or runner.running == name
        return tournament_view(
            follower,
            is_running=is_running,
            can_stop=runner.is_allowed and runner.running == name,
            can_resume=runner.is_allowed
            and not is_running
            and not follower.is_over
            and is_resumable(follower.settings),
            problem=runner.problem(name),
        )


@dataclass
class _Look:
    """What the last look at the files of a tournament found, as events."""

    stamp: tuple[object, ...] = ()
    table: bytes = b""
    table_number: int = 0
    live_stamp: tuple[tuple[int, int], ...] | None = None
    live: bytes = b""
    live_number: int = 0
    not_before: float = 0.0


class TournamentSubscriber:
    """An open stream; it is sent the newest event of each kind."""

    def __init__(self, look: _Look) -> None:
        self._look = look
        self.wake = asyncio.Event()
        self.closed = False
        self._table = 0
        self._live = 0

    def take(self) -> bytes:
        """Return the events that this stream has not been sent yet; nothing if there are none."""
        self.wake.clear()
        new = b""
        if self._table != self._look.table_number:
            self._table = self._look.table_number
            new += self._look.table
        if self._live != self._look.live_number:
            self._live = self._look.live_number
            new += self._look.live
        return new


class _Channel:
    """The streams of one tournament."""

    def __init__(self) -> None:
        self.look = _Look()
        self.subscribers: set[TournamentSubscriber] = set()
        self.task: asyncio.Task[None] | None = None


class TournamentHub:
    """The tournaments that somebody looks at."""

    def __init__(self, folder: TournamentFolder, runner: TournamentRunner, run: Run) -> None:
        """run: runs a function in a thread."""
        self._folder = folder
        self._runner = runner
        self._run = run
        self._channels: dict[str, _Channel] = {}
        self.is_closed = False

    async def subscribe(self, name: str) -> TournamentSubscriber:
        """Open a stream; TournamentNotFound if there is no such tournament."""
        if sum(len(each.subscribers) for each in self._channels.values()) >= MAX_SUBSCRIBERS:
            raise Busy("too many are watching tournaments here: try again in a while")
        channel = self._channels.get(name) or _Channel()
        if not channel.look.table_number:
            await self._run(self._read, name, channel.look)
        channel = self._channels.setdefault(name, channel)
        subscriber = TournamentSubscriber(channel.look)
        subscriber.closed = self.is_closed
        channel.subscribers.add(subscriber)
        if channel.task is None and not self.is_closed:
            channel.task = asyncio.get_running_loop().create_task(self._follow(name, channel))
        return subscriber

    def unsubscribe(self, subscriber: TournamentSubscriber) -> None:
        """Remove a stream that has ended; the last one ends the looking."""
        for name, channel in list(self._channels.items()):
            if subscriber in channel.subscribers:
                channel.subscribers.discard(subscriber)
                if not channel.subscribers:
                    del self._channels[name]
                    if channel.task is not None:
                        channel.task.cancel()

    def close(self) -> None:
        """End every stream."""
        self.is_closed = True
        for channel in self._channels.values():
            if channel.task is not None:
                channel.task.cancel()
            self._end(channel)

    def _end(self, channel: _Channel) -> None:
        for subscriber in channel.subscribers:
            subscriber.closed = True
            subscriber.wake.set()

    async def _follow(self, name: str, channel: _Channel) -> None:
        """Look at the files until the last stream has ended."""
        while True:
            await asyncio.sleep(POLL)
            before = channel.look.table_number, channel.look.live_number
            try:
                await self._run(self._read, name, channel.look)
            except FourfoldError:  # it is gone: who asks again is told
                self._end(channel)
                return
            except Exception:
                log.exception("following the tournament %s failed", name)
            if (channel.look.table_number, channel.look.live_number) != before:
                for subscriber in channel.subscribers:
                    subscriber.wake.set()

    def _read(self, name: str, look: _Look) -> None:
        """Look at the files, and make events of what has changed; called from a thread."""
        path = self._folder.file(name)
        running = live.live_files(path, MOST_LIVE)
        if running != look.live_stamp:
            look.live_stamp = running
            games = [live.read_live(path, number) for number, _ in running]
            view = LiveGames(games=[live_view(game) for game in games if game is not None])
            look.live = event("live", view)
            look.live_number += 1
        began = time.monotonic()
        if began < look.not_before:
            return
        stamp = (*self._stamp(name), self._folder.is_running(path))
        if stamp != look.stamp:
            view_now = read_tournament(self._folder, self._runner, name)
            look.stamp = stamp
            look.table = event("tournament", view_now)
            look.table_number += 1
            look.not_before = time.monotonic() + _SHARE * (time.monotonic() - began)

    def _stamp(self, name: str) -> tuple[object, ...]:
        with self._folder.reading(name) as follower:
            games = follower.version
        runner = self._runner
        return games, runner.running == name, runner.problem(name)
