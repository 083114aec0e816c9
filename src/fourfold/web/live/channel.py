"""A channel for each game that somebody looks at: its newest version, and its subscribers."""

import asyncio
import time
from collections import deque
from collections.abc import Callable

from pydantic import BaseModel

from fourfold.rules import Player
from fourfold.web.api.responses import EmoteView, ThinkingView
from fourfold.web.api.views.snapshots import Presence, Snapshot
from fourfold.web.quotas.clients import NOBODY, Client
from fourfold.web.thinking.agent_turns import AgentTurn

_MOMENTS = 4  # a second, in which the clocks of an event are good enough for all
_EMOTES = 8  # kept for subscribers that are a moment late
_RELOAD = 3.0  # seconds that a page which is loaded again may take to come back


def event(name: str, data: BaseModel, id: int | None = None) -> bytes:
    """Format a server-sent event."""
    number = "" if id is None else f"id: {id}\n"
    return f"event: {name}\n{number}data: {data.model_dump_json()}\n\n".encode()


class Subscriber:
    """An open event stream. It is sent the newest event of each kind: there is no queue to grow."""

    __slots__ = (
        "channel", "client", "closed", "emote", "game", "presence", "side", "thinking", "wake",
    )  # fmt: skip

    def __init__(self, channel: "Channel", side: Player | None, client: Client) -> None:
        self.channel = channel
        self.side = side
        self.client = client
        self.wake = asyncio.Event()
        self.closed = False
        # What it was sent last, by the channel's numbers.
        self.game = 0
        self.thinking = channel.thinking_number
        self.presence = channel.presence_number
        self.emote = channel.emote_number

    def take(self) -> bytes:
        """Return the events that this stream has not been sent yet; nothing if there are none."""
        self.wake.clear()
        channel = self.channel
        new = b""
        if self.game != channel.game_number:
            self.game = channel.game_number
            self.thinking = channel.thinking_number  # both are part of the game event
            self.presence = channel.presence_number
            new += channel.game_event()
        if self.presence != channel.presence_number:
            self.presence = channel.presence_number
            new += channel.presence_event()
        if self.thinking != channel.thinking_number:
            self.thinking = channel.thinking_number
            new += channel.thinking_event
        if self.emote != channel.emote_number:
            new += b"".join(sent for number, sent in channel.emotes if number > self.emote)
            self.emote = channel.emote_number
        return new


class Channel:
    """What this process knows of one game. Used on the event loop only."""

    def __init__(self, snapshot: Snapshot, presence: float) -> None:
        self.snapshot = snapshot
        self.subscribers: set[Subscriber] = set()
        self.turn: AgentTurn | None = None
        self.timer: asyncio.TimerHandle | None = None
        """Runs between two moves of agents."""
        self.stepping: int | None = None
        """The version at which one move is to be made although the agents are paused."""
        self.thinking: ThinkingView | None = None
        self.thinking_event = b""
        self.client = NOBODY
        """In whose name agents' turns are queued: the last who had a seat; without any, the first
        who came. Nobody slows down the game of another by watching it."""
        self._last_client = NOBODY
        self.game_number = 1
        self.thinking_number = 0
        self.presence_number = 0
        self.emote_number = 0
        self.emotes: deque[tuple[int, bytes]] = deque(maxlen=_EMOTES)
        self._presence = presence
        self._last_request = time.monotonic()
        self._seen: dict[Player, float] = {}
        self._shown = self.present
        self._events: dict[str, tuple[tuple[int, ...], bytes]] = {}

    # Presence

    @property
    def is_present(self) -> bool:
        """Whether anybody watches the game, or sent a request about it a moment ago."""
        return bool(self.subscribers) or time.monotonic() - self._last_request < self._presence

    @property
    def present(self) -> Presence:
        """Who is there now, and what the agent is thinking."""
        recent = time.monotonic() - self._presence
        seats = {side for side, when in self._seen.items() if when > recent}
        seats |= {subscriber.side for subscriber in self.subscribers if subscriber.side is not None}
        watchers = sum(subscriber.side is None for subscriber in self.subscribers)
        return Presence(watchers, frozenset(seats), self.thinking)

    def note_request(self, side: Player | None, client: Client) -> None:
        """Count whoever sent a request about the game as present."""
        self._last_request = time.monotonic()
        self._note_client(side, client)
        if side is not None:
            self._seen[side] = self._last_request

    def _note_client(self, side: Player | None, client: Client) -> None:
        if client == NOBODY:
            return
        self._last_client = client
        if side is not None or self.client == NOBODY:
            self.client = client

    def add(self, subscriber: Subscriber) -> None:
        """Add a stream that was opened."""
        self.subscribers.add(subscriber)
        self._note_client(subscriber.side, subscriber.client)

    def remove(self, subscriber: Subscriber) -> None:
        """Remove a stream that has ended."""
        self.subscribers.discard(subscriber)
        # Nobody is present any more, unless the page is being loaded again or another client sent
        # the last request.
        if not self.subscribers and subscriber.client == self._last_client:
            self._last_request = min(
                self._last_request, time.monotonic() - self._presence + _RELOAD
            )
        if subscriber.side is not None:
            self._seen.pop(subscriber.side, None)

    # Events

    def publish(self, snapshot: Snapshot) -> None:
        """Publish a new version of the game."""
        self.snapshot = snapshot
        self.game_number += 1
        self._wake()

    def publish_thinking(self, thinking: ThinkingView | None) -> None:
        """Publish what the agent reports while it thinks; None once it no longer does."""
        self.thinking = thinking
        self.thinking_event = b"" if thinking is None else event("thinking", thinking)
        self.thinking_number += 1
        self._wake()

    def publish_emote(self, emote: EmoteView) -> None:
        """Publish what a player has sent, once: it comes from the poller, too."""
        if emote.number > self.emote_number:
            self.emote_number = emote.number
            self.emotes.append((emote.number, event("emote", emote)))
            self._wake()

    def publish_presence(self) -> None:
        """Publish who is there, if that has changed."""
        now = self.present
        if (now.watchers, now.seats) != (self._shown.watchers, self._shown.seats):
            self._shown = now
            self.presence_number += 1
            self._wake()

    def presence_event(self) -> bytes:
        """Return the event that says who is there."""
        return self._cached("presence", self._presence_event)

    def game_event(self) -> bytes:
        """Return the event with the game as it is now."""
        return self._cached("game", self._game_event)

    def _presence_event(self) -> bytes:
        return event("presence", self.present.view())

    def _game_event(self) -> bytes:
        return event("game", self.snapshot.now(self.present), self.snapshot.stored.version)

    def _cached(self, name: str, make: Callable[[], bytes]) -> bytes:
        """Make an event once for all subscribers that take it in the same quarter of a second."""
        numbers = (self.game_number, self.thinking_number, self.presence_number)
        moment = (*numbers, int(_MOMENTS * time.monotonic()))
        if name not in self._events or self._events[name][0] != moment:
            self._events[name] = moment, make()
        return self._events[name][1]

    def close(self) -> None:
        """End every stream."""
        for subscriber in self.subscribers:
            subscriber.closed = True
        self._wake()

    def _wake(self) -> None:
        for subscriber in self.subscribers:
            subscriber.wake.set()
