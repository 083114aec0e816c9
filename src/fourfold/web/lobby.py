"""Who is there, what they are told, and which agents think for them.

Everything here runs on the event loop, so nothing needs a lock. The database is asked from
threads: by those who act, by the turns of agents, and by the one poller of this process, which
looks for what other processes have changed.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from typing import TypeVar

import anyio.to_thread

from fourfold.errors import FourfoldError
from fourfold.game import Mode
from fourfold.rules import Player
from fourfold.store import GameNotFound
from fourfold.web.actions import mode_of
from fourfold.web.channel import Channel, Watcher
from fourfold.web.errors import Busy
from fourfold.web.turns import HURRIED, AgentTurn, Desk
from fourfold.web.views import NOBODY, Present, Snapshot, View, thinking_view

MOST_WATCHERS = 5_000
"""Open streams of one process."""

_AGAIN = 1.0  # seconds until a turn that came to nothing is tried again
_LOOK = 0.5  # seconds between two looks at clocks and at who has left

log = logging.getLogger("fourfold.web")
T = TypeVar("T")


class Lobby:
    """The games that somebody is interested in just now."""

    def __init__(self, desk: Desk, settle: Callable[[str], Snapshot]) -> None:
        """settle: reads a game from the database, and ends it if a clock has run out."""
        self._desk = desk
        self._settle = settle
        self._channels: dict[str, Channel] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._sequence = 0
        self._watchers = 0
        self.is_closed = False

    # Beginning and end

    def open(self) -> None:
        """Begin to look around; called on the event loop."""
        self._loop = asyncio.get_running_loop()
        self._threads = anyio.CapacityLimiter(4)
        self._spawn(self._poll)
        self._spawn(self._look)

    def close(self) -> None:
        """End every stream and every thought at once."""
        self.is_closed = True
        for channel in self._channels.values():
            self._drop(channel)
            channel.close()
        for task in self._tasks:
            task.cancel()

    # Coming, asking, leaving

    def find(self, id: str) -> Channel | None:
        """What is known of a game that somebody is interested in."""
        return self._channels.get(id)

    def present(self, id: str) -> Present:
        """Who is there."""
        channel = self._channels.get(id)
        return NOBODY if channel is None else channel.present

    def asked(self, snapshot: Snapshot, side: Player | None, address: str) -> None:
        """Somebody asked about a game, or changed it, and this is what it is now."""
        channel = self._of(snapshot)
        channel.asked(side, address)
        channel.look_around()
        self._consider(channel)

    def enter(self, snapshot: Snapshot, side: Player | None, address: str) -> Watcher:
        """Somebody watches."""
        if self._watchers >= MOST_WATCHERS:
            raise Busy("too many are watching games here: try again in a while")
        self._watchers += 1
        channel = self._of(snapshot)
        watcher = Watcher(channel, side, address)
        watcher.closed = self.is_closed
        channel.add(watcher)
        channel.look_around()
        self._consider(channel)
        return watcher

    def leave(self, watcher: Watcher) -> None:
        """Somebody watches no more."""
        self._watchers -= 1
        watcher.channel.remove(watcher)
        watcher.channel.look_around()

    def _of(self, snapshot: Snapshot) -> Channel:
        id = snapshot.stored.id
        channel = self._channels.get(id)
        if channel is None:
            channel = self._channels[id] = Channel(snapshot, self._desk.settings.presence)
        else:
            self._show(channel, snapshot)
        return channel

    def _show(self, channel: Channel, snapshot: Snapshot) -> None:
        if snapshot.stored.version > channel.snapshot.stored.version:
            channel.show(snapshot)

    # Agents

    def step(self, id: str) -> None:
        """Let the agent that is to move make one move, though they pause."""
        channel = self._channels[id]
        channel.stepping = channel.snapshot.stored.version
        self._consider(channel)

    def hurry(self, id: str) -> bool:
        """Let the agent that thinks move at once; whether it thinks in this process."""
        channel = self._channels[id]
        if channel.turn is None:
            return False
        channel.turn.hurry()
        return True

    def move_now(self, id: str) -> None:
        """Let an agent that thought in another process move quickly here."""
        channel = self._channels[id]
        self._drop(channel)
        self._begin(channel, HURRIED)

    def _consider(self, channel: Channel) -> None:
        """Let an agent think if it should, and only then."""
        stored = channel.snapshot.stored
        if channel.turn is not None and channel.turn.stored.version != stored.version:
            self._drop(channel)
        if not self._is_due(channel):
            self._drop(channel)
        elif channel.turn is None and channel.timer is None:
            breath = 0.0
            stepping = channel.stepping == stored.version
            if mode_of(stored) is Mode.AI_AI and stored.record.plies and not stepping:
                breath = stored.breath
            if breath:
                channel.timer = self._loop.call_later(breath, self._begin, channel)
            else:
                self._begin(channel)

    def _is_due(self, channel: Channel) -> bool:
        stored, view = channel.snapshot.stored, channel.snapshot.view
        if self.is_closed or view["result"] is not None or not channel.is_present:
            return False
        if stored.record.players[Player[view["turn"]].value].is_human:
            return False
        return not stored.paused or channel.stepping == stored.version

    def _begin(self, channel: Channel, seconds: float | None = None) -> None:
        channel.timer = None
        if channel.turn is not None or not self._is_due(channel):
            return
        stored = channel.snapshot.stored
        turn = AgentTurn(
            self._desk,
            stored,
            channel.client,
            seconds=seconds,
            tell=lambda turn, view: self._later(self._tell, channel, turn, view),
            done=lambda turn, snapshot: self._later(self._done, channel, turn, snapshot),
        )
        channel.turn = turn
        side = Player[channel.snapshot.view["turn"]]
        channel.think(thinking_view(side, stored.record.rules, None, 0.0, queued=True))
        self._desk.pool.submit(turn)

    def _drop(self, channel: Channel) -> None:
        if channel.timer is not None:
            channel.timer.cancel()
            channel.timer = None
        if channel.turn is not None:
            channel.turn.cancel()
            channel.turn = None
            channel.think(None)

    def _tell(self, channel: Channel, turn: AgentTurn, view: View) -> None:
        if channel.turn is turn:
            channel.think(view)

    def _done(self, channel: Channel, turn: AgentTurn, snapshot: Snapshot | None) -> None:
        """A turn is over: its move was saved, or it came to nothing."""
        if snapshot is not None:
            if channel.turn is turn:
                channel.turn = None
                channel.thinking = None
            self._show(channel, snapshot)
            self._consider(channel)
        elif channel.turn is turn:
            # Another process thinks, or the database is away: look again in a while.
            channel.turn = None
            channel.think(None)
            channel.timer = self._loop.call_later(_AGAIN, self._begin, channel)
            self._spawn(lambda: self._read(channel))

    def _later(self, call: Callable[..., None], *arguments: object) -> None:
        """Call on the event loop, from another thread; a loop that has ended needs no news."""
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(call, *arguments)

    # Looking around

    async def _look(self) -> None:
        """Watch the clocks of people, and let go of games that everybody has left."""
        while True:
            await asyncio.sleep(_LOOK)
            for id, channel in list(self._channels.items()):
                channel.look_around()
                if not channel.is_present:
                    self._drop(channel)
                    del self._channels[id]
                    self._desk.bench.forget(id)
                elif channel.snapshot.is_out_of_time:
                    await self._read(channel)

    async def _poll(self) -> None:
        """Hear of what other processes have changed."""
        while True:
            try:
                await self._follow()
            except FourfoldError as error:
                log.warning("%s", error)
                await asyncio.sleep(_AGAIN)

    async def _follow(self) -> None:
        """Follow the changes while anybody is interested, after a look at all that there is."""
        while not self._channels:
            await asyncio.sleep(self._desk.settings.poll)
        self._sequence = await self._thread(self._desk.store.latest_sequence)
        for channel in list(self._channels.values()):
            await self._read(channel)
        while self._channels:
            await asyncio.sleep(self._desk.settings.poll)
            await self._catch_up()

    async def _catch_up(self) -> None:
        changes = await self._thread(self._desk.store.changed_since, self._sequence)
        for id, version, sequence in changes:
            self._sequence = max(self._sequence, sequence)
            channel = self._channels.get(id)
            if channel is not None and channel.snapshot.stored.version < version:
                await self._read(channel)

    async def _read(self, channel: Channel) -> None:
        """Take over what the database has."""
        try:
            snapshot = await self._thread(self._settle, channel.snapshot.stored.id)
        except GameNotFound:
            return
        except FourfoldError as error:
            log.warning("%s", error)
            return
        self._show(channel, snapshot)
        self._consider(channel)

    async def _keep_on(self, work: Callable[[], Coroutine[object, object, None]]) -> None:
        """Do something to its end, and begin anew if it fails: without it the server is blind."""
        while True:
            try:
                return await work()
            except Exception:
                log.exception("looking around failed")
                await asyncio.sleep(_AGAIN)

    async def _thread(self, call: Callable[..., T], *arguments: object) -> T:
        return await anyio.to_thread.run_sync(call, *arguments, limiter=self._threads)

    def _spawn(self, work: Callable[[], Coroutine[object, object, None]]) -> None:
        task = self._loop.create_task(self._keep_on(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
