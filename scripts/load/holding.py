"""Attackers that hold connections: they send a part of a request, or nothing, and wait.

Whenever the server hangs up on one, it comes back, so that as many are held as the server allows.
"""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from scripts.load.server import HOST

_AT_ONCE = 100  # connections that are opened at a time
_ROUND = 0.25  # seconds between two rounds of coming back and of sending a little more


class _Held(asyncio.Protocol):
    """One connection that is held."""

    def __init__(self, holder: "Holder") -> None:
        self._holder = holder
        self.transport: asyncio.Transport | None = None
        self.left = len(holder.more)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self._holder.held.add(self)
        transport.write(self._holder.first)

    def data_received(self, data: bytes) -> None:
        if data.startswith(b"HTTP/1.1 "):
            self._holder.answers[data[9:12].decode()] += 1

    def connection_lost(self, exc: Exception | None) -> None:
        self._holder.held.discard(self)
        self._holder.closed += 1

    def send_more(self) -> None:
        if self.left and self.transport is not None and not self.transport.is_closing():
            at = len(self._holder.more) - self.left
            self.transport.write(self._holder.more[at : at + self._holder.step])
            self.left = max(0, self.left - self._holder.step)


@dataclass(eq=False)
class Holder:
    """Holds many connections to a server, from some addresses in turn."""

    port: int
    count: int
    sources: Sequence[str]
    first: bytes = b""
    """What each sends at once."""
    more: bytes = b""
    """What each sends afterwards, `step` bytes a round."""
    step: int = 1
    most: int = 20_000
    """Connections that are opened in all."""
    opened: int = 0
    closed: int = 0
    """Connections that the server has closed."""
    answers: Counter[str] = field(default_factory=Counter)
    """How often the server answered with which status before it closed."""
    held: set[_Held] = field(default_factory=set)

    async def attack(self) -> None:
        """Hold the connections until it is cancelled."""
        try:
            while True:
                missing = min(self.count - len(self.held), self.most - self.opened)
                while missing > 0:
                    now = min(missing, _AT_ONCE)
                    await asyncio.gather(*(self._open() for _ in range(now)))
                    missing -= now
                for each in list(self.held):
                    each.send_more()
                await asyncio.sleep(_ROUND)
        finally:
            for each in list(self.held):
                if each.transport is not None:
                    each.transport.abort()

    async def _open(self) -> None:
        source = self.sources[self.opened % len(self.sources)]
        self.opened += 1
        try:
            async with asyncio.timeout(5):
                await asyncio.get_running_loop().create_connection(
                    lambda: _Held(self), HOST, self.port, local_addr=(source, 0)
                )
        except (OSError, TimeoutError):
            self.answers["none"] += 1

    def columns(self) -> dict[str, object]:
        """Return columns for the row of an attack."""
        answered = ", ".join(f"{count}x {status}" for status, count in sorted(self.answers.items()))
        return {"opened": self.opened, "closed": self.closed, "answers": answered or "-"}
