"""One game while somebody is there: its newest version, who watches it, and what they are told."""

import asyncio
import time
from collections.abc import Callable

from fourfold.rules import Player
from fourfold.web.turns import AgentTurn
from fourfold.web.views import Present, Snapshot, View, dump

_MOMENTS = 4  # a second: clocks go on
_RELOAD = 3.0  # seconds that a page may take to come back


def event(name: str, data: View, id: int | None = None) -> bytes:
    """An event as the stream carries it."""
    number = b"" if id is None else f"id: {id}\n".encode()
    return b"event: " + name.encode() + b"\n" + number + b"data: " + dump(data) + b"\n\n"


class Watcher:
    """An open event stream. Only the newest of each kind of event waits for it, never a queue."""

    __slots__ = ("address", "channel", "closed", "game", "presence", "side", "thinking", "wake")

    def __init__(self, channel: "Channel", side: Player | None, address: str) -> None:
        self.channel = channel
        self.side = side
        self.address = address
        self.wake = asyncio.Event()
        self.closed = False
        # What it has been sent already, by the channel's numbers.
        self.game = 0
        self.thinking = channel.thinking_number
        self.presence = channel.presence_number

    def take(self) -> bytes:
        """What is new for this one."""
        self.wake.clear()
        channel = self.channel
        new = b""
        if self.game != channel.game_number:
            self.game = channel.game_number
            self.thinking = channel.thinking_number  # both are in the view
            self.presence = channel.presence_number
            return channel.game_event()
        if self.presence != channel.presence_number:
            self.presence = channel.presence_number
            new += channel.presence_event()
        if self.thinking != channel.thinking_number:
            self.thinking = channel.thinking_number
            new += channel.thinking_event
        return new


class Channel:
    """What this process knows of a game. It lives on the event loop, as all here does."""

    def __init__(self, snapshot: Snapshot, presence: float) -> None:
        self.snapshot = snapshot
        self.watchers: set[Watcher] = set()
        self.turn: AgentTurn | None = None
        self.timer: asyncio.TimerHandle | None = None
        """Before the next move of two agents."""
        self.stepping: int | None = None
        """The version in which one move is to be made, though the agents pause."""
        self.thinking: View | None = None
        self.thinking_event = b""
        self.client = ""
        """For whom agents think: the address of the last who asked or watches."""
        self.game_number = 1
        self.thinking_number = 0
        self.presence_number = 0
        self._presence = presence
        self._asked = time.monotonic()
        self._seen: dict[Player, float] = {}
        self._shown = self.present
        self._events: dict[str, tuple[tuple[int, ...], bytes]] = {}

    # Who is there

    @property
    def is_present(self) -> bool:
        """Whether anybody watches, or has asked a moment ago."""
        return bool(self.watchers) or time.monotonic() - self._asked < self._presence

    @property
    def present(self) -> Present:
        """Who is there now."""
        recent = time.monotonic() - self._presence
        seats = {side for side, when in self._seen.items() if when > recent}
        seats |= {watcher.side for watcher in self.watchers if watcher.side is not None}
        return Present(len(self.watchers), frozenset(seats), self.thinking)

    def asked(self, side: Player | None, address: str) -> None:
        """Somebody asked about the game, or did something in it."""
        self._asked = time.monotonic()
        if address:
            self.client = address
        if side is not None:
            self._seen[side] = self._asked

    def add(self, watcher: Watcher) -> None:
        """Somebody opens a stream."""
        self.watchers.add(watcher)
        self.client = watcher.address

    def remove(self, watcher: Watcher) -> None:
        """Somebody leaves."""
        self.watchers.discard(watcher)
        # Gone for good, unless this was a page that is loaded again, or another asked last.
        if not self.watchers and watcher.address == self.client:
            self._asked = min(self._asked, time.monotonic() - self._presence + _RELOAD)
        if watcher.side is not None:
            self._seen.pop(watcher.side, None)

    # What is told

    def show(self, snapshot: Snapshot) -> None:
        """A new version of the game."""
        self.snapshot = snapshot
        self.game_number += 1
        self._wake()

    def think(self, thinking: View | None) -> None:
        """What the agent told."""
        self.thinking = thinking
        self.thinking_event = b"" if thinking is None else event("thinking", thinking)
        self.thinking_number += 1
        self._wake()

    def look_around(self) -> None:
        """Tell who is there if that has changed."""
        now = self.present
        if (now.watchers, now.seats) != (self._shown.watchers, self._shown.seats):
            self._shown = now
            self.presence_number += 1
            self._wake()

    def presence_event(self) -> bytes:
        """Who is there."""
        return self._made_once("presence", self._presence_event)

    def game_event(self) -> bytes:
        """The game as it is now."""
        return self._made_once("game", self._game_event)

    def _presence_event(self) -> bytes:
        present = self.present
        seats = {str(side): side in present.seats for side in Player}
        return event("presence", {"watchers": present.watchers, "present": seats})

    def _game_event(self) -> bytes:
        return event("game", self.snapshot.now(self.present), self.snapshot.stored.version)

    def _made_once(self, name: str, make: Callable[[], bytes]) -> bytes:
        """An event, made once for all who get it in the same moment."""
        numbers = (self.game_number, self.thinking_number, self.presence_number)
        moment = (*numbers, int(_MOMENTS * time.monotonic()))
        if name not in self._events or self._events[name][0] != moment:
            self._events[name] = moment, make()
        return self._events[name][1]

    def close(self) -> None:
        """End every stream."""
        for watcher in self.watchers:
            watcher.closed = True
        self._wake()

    def _wake(self) -> None:
        for watcher in self.watchers:
            watcher.wake.set()
