"""The hub of all channels: who is there, what they are sent, and which agents think for them.

Everything here runs on the event loop, so nothing needs a lock. Only threads call the database:
those of requests, of agents' turns, and the one poller of this process, which looks for what
other processes have changed.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Coroutine
from functools import partial
from typing import TypeVar

import anyio.to_thread

from fourfold.errors import FourfoldError
from fourfold.game import Mode
from fourfold.rules import Player
from fourfold.store import GameNotFound
from fourfold.web.api.responses import EmoteView, ThinkingView
from fourfold.web.api.views.games import emote_view, thinking_view
from fourfold.web.api.views.snapshots import NOBODY, Presence, Snapshot
from fourfold.web.errors import Busy
from fourfold.web.failure_log import FAILURES
from fourfold.web.live.channel import Channel, Subscriber
from fourfold.web.play.actions import mode_of
from fourfold.web.quotas.clients import Client
from fourfold.web.thinking.agent_turns import HURRIED, AgentTurn, TurnContext

MAX_SUBSCRIBERS = 5_000
"""Open streams of one process."""

_RETRY = 1.0  # seconds until a turn that failed is tried again
_DELETED = 2.0  # seconds between two looks for games that were deleted
_CHECK = 0.5  # seconds between two checks of clocks and presence

log = logging.getLogger("fourfold.web")
T = TypeVar("T")


class Hub:
    """The games that somebody is looking at, each with its channel."""

    def __init__(self, context: TurnContext, settle: Callable[[str], Snapshot]) -> None:
        """settle: reads a game from the database, and ends it if a clock has run out."""
        self._context = context
        self._settle = settle
        self._channels: dict[str, Channel] = {}
        self._settling: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._sequence = 0
        self._emotes = 0
        self._subscribers = 0
        self.is_closed = False

    # Start and shutdown

    def open(self) -> None:
        """Start polling the database and checking the clocks; called on the event loop."""
        self._loop = asyncio.get_running_loop()
        self._threads = anyio.CapacityLimiter(4)
        self._spawn(self._poll)
        self._spawn(self._check_channels)

    def close(self) -> None:
        """End every stream and cancel every turn at once."""
        self.is_closed = True
        for channel in self._channels.values():
            self._cancel_turn(channel)
            channel.close()
        for task in self._tasks:
            task.cancel()

    # Subscribers

    @property
    def subscribers(self) -> int:
        """How many streams are open."""
        return self._subscribers

    @property
    def channels(self) -> int:
        """How many games somebody is looking at."""
        return len(self._channels)

    def channel(self, id: str) -> Channel | None:
        """Return the channel of a game; None if nobody is looking at it."""
        return self._channels.get(id)

    def presence(self, id: str) -> Presence:
        """Return who is looking at a game."""
        channel = self._channels.get(id)
        return NOBODY if channel is None else channel.present

    def publish(self, snapshot: Snapshot, side: Player | None, client: Client) -> None:
        """Publish a new snapshot of a game to its subscribers.

        side, client: whose request it was; they count as present for a while.
        """
        channel = self._channel_of(snapshot)
        channel.note_request(side, client)
        channel.publish_presence()
        self._update_turn(channel)

    def subscribe(self, snapshot: Snapshot, side: Player | None, client: Client) -> Subscriber:
        """Open a stream of a game's events; Busy if there are too many."""
        if self._subscribers >= MAX_SUBSCRIBERS:
            raise Busy("too many are watching games here: try again in a while")
        self._subscribers += 1
        channel = self._channel_of(snapshot)
        subscriber = Subscriber(channel, side, client)
        subscriber.closed = self.is_closed
        channel.add(subscriber)
        channel.publish_presence()
        self._update_turn(channel)
        return subscriber

    def unsubscribe(self, subscriber: Subscriber) -> None:
        """Remove a stream that has ended."""
        self._subscribers -= 1
        subscriber.channel.remove(subscriber)
        if not self.is_closed:  # everybody leaves then, and nobody needs to be told of each
            subscriber.channel.publish_presence()

    def publish_emote(self, id: str, emote: EmoteView) -> None:
        """Publish what a player has sent to all who look at the game."""
        channel = self._channels.get(id)
        if channel is not None:
            channel.publish_emote(emote)

    def remove(self, id: str) -> None:
        """End the streams and the turn of a game that was deleted."""
        channel = self._channels.pop(id, None)
        if channel is not None:
            self._cancel_turn(channel)
            channel.close()
        self._context.agent_cache.forget(id)

    def _channel_of(self, snapshot: Snapshot) -> Channel:
        id = snapshot.stored.id
        channel = self._channels.get(id)
        if channel is None:
            channel = self._channels[id] = Channel(snapshot, self._context.settings.presence)
        else:
            self._publish(channel, snapshot)
        return channel

    def _publish(self, channel: Channel, snapshot: Snapshot) -> None:
        if snapshot.stored.version > channel.snapshot.stored.version:
            channel.publish(snapshot)

    # Agents

    def step(self, id: str) -> None:
        """Let the agent that is to move make one move although the agents are paused."""
        channel = self._channels[id]
        channel.stepping = channel.snapshot.stored.version
        self._update_turn(channel)

    def hurry(self, id: str) -> bool:
        """Let the thinking agent move at once; False if it is not thinking in this process."""
        channel = self._channels[id]
        if channel.turn is None:
            return False
        channel.turn.hurry()
        return True

    def move_now(self, id: str) -> None:
        """Let an agent that was thinking in another process move quickly here."""
        channel = self._channels[id]
        self._cancel_turn(channel)
        self._start_turn(channel, HURRIED)

    def _update_turn(self, channel: Channel) -> None:
        """Start, keep or cancel the turn of the agent that is to move."""
        stored = channel.snapshot.stored
        if channel.turn is not None and channel.turn.stored.version != stored.version:
            self._cancel_turn(channel)
        if not self._is_due(channel):
            self._cancel_turn(channel)
        elif channel.turn is None and channel.timer is None:
            delay = 0.0
            stepping = channel.stepping == stored.version
            if mode_of(stored) is Mode.AI_AI and stored.record.plies and not stepping:
                delay = stored.move_delay
            if delay:
                channel.timer = self._loop.call_later(delay, self._start_turn, channel)
            else:
                self._start_turn(channel)

    def _is_due(self, channel: Channel) -> bool:
        stored, view = channel.snapshot.stored, channel.snapshot.view
        if self.is_closed or view.result is not None or not channel.is_present:
            return False
        if self._channels.get(stored.id) is not channel:
            return False  # the game was deleted
        if stored.record.players[Player[view.turn].value].is_human:
            return False
        return not stored.paused or channel.stepping == stored.version

    def _start_turn(self, channel: Channel, seconds: float | None = None) -> None:
        channel.timer = None
        if channel.turn is not None or not self._is_due(channel):
            return
        stored = channel.snapshot.stored
        turn = AgentTurn(
            self._context,
            stored,
            channel.client,
            seconds=seconds,
            tell=lambda turn, view: self._on_loop(self._turn_progress, channel, turn, view),
            done=lambda turn, snapshot: self._on_loop(self._turn_done, channel, turn, snapshot),
        )
        channel.turn = turn
        side = Player[channel.snapshot.view.turn]
        channel.publish_thinking(thinking_view(side, stored.record.rules, None, 0.0, queued=True))
        self._context.pool.submit(turn)

    def _cancel_turn(self, channel: Channel) -> None:
        if channel.timer is not None:
            channel.timer.cancel()
            channel.timer = None
        if channel.turn is not None:
            channel.turn.cancel()
            channel.turn = None
            channel.publish_thinking(None)

    def _turn_progress(self, channel: Channel, turn: AgentTurn, view: ThinkingView) -> None:
        if channel.turn is turn:
            channel.publish_thinking(view)

    def _turn_done(self, channel: Channel, turn: AgentTurn, snapshot: Snapshot | None) -> None:
        """Publish the move that a turn saved, or retry a turn that saved none."""
        if snapshot is not None:
            self._context.metrics.count_move("agent")
            if channel.turn is turn:
                channel.turn = None
                channel.thinking = None
            self._publish(channel, snapshot)
            self._update_turn(channel)
        elif channel.turn is turn:
            # Another process has the turn, or the database is away: try again in a while.
            channel.turn = None
            channel.publish_thinking(None)
            channel.timer = self._loop.call_later(_RETRY, self._start_turn, channel)
            self._spawn(lambda: self._read(channel))

    def _on_loop(self, call: Callable[..., None], *arguments: object) -> None:
        """Call a function on the event loop, from another thread; nothing if the loop has ended."""
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(call, *arguments)

    # Following the database

    async def _check_channels(self) -> None:
        """End games whose clocks have run out, and drop the channels that everybody has left."""
        while True:
            await asyncio.sleep(_CHECK)
            for id, channel in list(self._channels.items()):
                channel.publish_presence()
                if not channel.is_present:
                    self._cancel_turn(channel)
                    del self._channels[id]
                    self._context.agent_cache.forget(id)
                elif channel.snapshot.is_out_of_time and id not in self._settling:
                    self._spawn(partial(self._settle_channel, channel))

    async def _settle_channel(self, channel: Channel) -> None:
        """End a game whose clock has run out, as soon as the database answers."""
        id = channel.snapshot.stored.id
        self._settling.add(id)
        try:
            await self._read(channel)
        finally:
            self._settling.discard(id)

    async def _poll(self) -> None:
        """Follow what other processes change, also after the database was away."""
        while True:
            try:
                await self._follow()
            except FourfoldError as error:
                FAILURES.write(str(error))
                await asyncio.sleep(_RETRY)

    async def _follow(self) -> None:
        """Read every open game once, and then what has changed since, while there are channels."""
        while not self._channels:
            await asyncio.sleep(self._context.settings.poll)
        self._sequence = await self._thread(self._context.store.latest_sequence)
        self._emotes = self._sequence
        for channel in list(self._channels.values()):
            await self._read(channel)
        looked = time.monotonic()
        while self._channels:
            await asyncio.sleep(self._context.settings.poll)
            await self._catch_up()
            if time.monotonic() - looked > _DELETED:
                await self._remove_deleted()
                looked = time.monotonic()

    async def _remove_deleted(self) -> None:
        """End the streams of games that another process has deleted."""
        missing = self._context.store.deletions.missing
        for id in await self._thread(missing, list(self._channels)):
            self.remove(id)

    async def _catch_up(self) -> None:
        changes = await self._thread(self._context.store.changed_since, self._sequence)
        for id, version, sequence in changes:
            self._sequence = max(self._sequence, sequence)
            channel = self._channels.get(id)
            if channel is not None and channel.snapshot.stored.version < version:
                await self._read(channel)
        if any(channel.snapshot.stored.is_link for channel in self._channels.values()):
            for sent in await self._thread(self._context.store.emotes_since, self._emotes):
                self._emotes = sent.number
                self.publish_emote(sent.game, emote_view(sent))

    async def _read(self, channel: Channel) -> None:
        """Read a game from the database and publish it."""
        try:
            snapshot = await self._thread(self._settle, channel.snapshot.stored.id)
        except GameNotFound:
            self.remove(channel.snapshot.stored.id)
            return
        except FourfoldError as error:
            FAILURES.write(str(error))
            return
        self._publish(channel, snapshot)
        self._update_turn(channel)

    async def _run_forever(self, work: Callable[[], Coroutine[object, object, None]]) -> None:
        """Run a task to its end, and again after an error: without it no change is seen."""
        while True:
            try:
                return await work()
            except Exception:
                log.exception("following the database failed")
                await asyncio.sleep(_RETRY)

    async def _thread(self, call: Callable[..., T], *arguments: object) -> T:
        return await anyio.to_thread.run_sync(call, *arguments, limiter=self._threads)

    def _spawn(self, work: Callable[[], Coroutine[object, object, None]]) -> None:
        task = self._loop.create_task(self._run_forever(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
