"""How many connections are open, in total and of each network, and what they hold in memory.

A connection that waits for a request makes way for a newcomer: first those that have never sent a
whole request, then those that are kept for the next one; of these the one that has waited longest.
"""

from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Protocol

from fourfold.web.metrics import ConnectionRefusal, Metrics

FREE_BYTES = 4 * 1024
"""Bytes that each connection may hold uncounted: every request of a game is shorter."""
HELD_BYTES = 64 * 1024 * 1024
"""Bytes of requests that have not been answered yet, beyond `FREE_BYTES` of each."""
HELD_BYTES_OF_NETWORK = HELD_BYTES // 4


class Connection(Protocol):
    """What the limits know of a connection."""

    network: str | None
    """Where it comes from; None is a trusted proxy, which has no limits of its own."""

    def shed(self) -> None:
        """Close at once: another connection takes the place."""


class _Waiting:
    """Connections that wait for a request, those that have waited longest first."""

    def __init__(self) -> None:
        self._new: OrderedDict[Connection, None] = OrderedDict()
        self._kept: OrderedDict[Connection, None] = OrderedDict()

    def add(self, connection: Connection, is_kept: bool) -> None:
        (self._kept if is_kept else self._new)[connection] = None

    def remove(self, connection: Connection) -> None:
        self._new.pop(connection, None)
        self._kept.pop(connection, None)

    def longest(self) -> Connection | None:
        return next(iter(self._new or self._kept), None)


@dataclass(slots=True, eq=False)
class _Network:
    """The connections of one network, or of all."""

    most: int
    most_bytes: int
    open: int = 0
    held: int = 0
    waiting: _Waiting = field(default_factory=_Waiting)


class ConnectionLimits:
    """The open connections of this process. It lives on the event loop."""

    def __init__(self, total: int, of_network: int, metrics: Metrics) -> None:
        """of_network: of one network; total: of all."""
        self._all = _Network(total, HELD_BYTES)
        self._of_network = of_network
        self._networks: dict[str, _Network] = {}
        self._metrics = metrics
        self._held: dict[Connection, int] = {}
        """The counted bytes of each open connection."""

    def __len__(self) -> int:
        return self._all.open

    @property
    def held(self) -> int:
        """Bytes of requests that have not been answered, as far as they are counted."""
        return self._all.held

    def open(self, connection: Connection) -> bool:
        """Take a place for a connection that waits for its first request; False if none is left."""
        name = connection.network
        network = None if name is None else self._networks.get(name)
        if network is not None and network.open >= network.most:
            has_place = self._shed(network, "address")
        elif self._all.open >= self._all.most:
            has_place = self._shed(self._all, "total")
        else:
            has_place = True
        if has_place:
            if name is not None and name not in self._networks:
                self._networks[name] = _Network(self._of_network, HELD_BYTES_OF_NETWORK)
            self._held[connection] = 0
            for each in self._both(connection):
                each.open += 1
                each.waiting.add(connection, is_kept=False)
        return has_place

    def close(self, connection: Connection) -> None:
        """Give a place back, and what the connection held; again, it does nothing."""
        if connection not in self._held:
            return
        self.release(connection)
        for each in self._both(connection):
            each.open -= 1
            each.waiting.remove(connection)
        del self._held[connection]
        name = connection.network
        if name is not None and not self._networks[name].open:
            del self._networks[name]

    def begin(self, connection: Connection) -> None:
        """Note that a request has begun: the connection no longer makes way."""
        for each in self._both(connection):
            each.waiting.remove(connection)

    def wait(self, connection: Connection) -> None:
        """Note that a request was answered, and that the connection waits for the next."""
        for each in self._both(connection):
            each.waiting.remove(connection)
            each.waiting.add(connection, is_kept=True)

    def hold(self, connection: Connection, received: int) -> bool:
        """Count what an unanswered request has sent so far; False if there is no room for it."""
        counted = max(0, received - FREE_BYTES)
        more = counted - self._held.get(connection, counted)
        if more <= 0:
            return True
        both = self._both(connection)
        if any(each.held + more > each.most_bytes for each in both):
            self._metrics.count_refused_connection("memory")
            return False
        for each in both:
            each.held += more
        self._held[connection] = counted
        return True

    def release(self, connection: Connection) -> None:
        """Forget what a connection held: its request was answered."""
        if counted := self._held.get(connection, 0):
            self._held[connection] = 0
            for each in self._both(connection):
                each.held -= counted

    def make_room(self) -> None:
        """Close a connection that waits, because the system has no more files."""
        self._metrics.count_refused_connection("files")
        if (waiting := self._all.waiting.longest()) is not None:
            self.close(waiting)
            waiting.shed()

    def _both(self, connection: Connection) -> list[_Network]:
        """Return where an open connection counts; nowhere if it is not open."""
        if connection not in self._held:
            return []
        name = connection.network
        return [self._all] if name is None else [self._all, self._networks[name]]

    def _shed(self, of: _Network, reason: ConnectionRefusal) -> bool:
        self._metrics.count_refused_connection(reason)
        waiting = of.waiting.longest()
        if waiting is None:
            return False
        self.close(waiting)
        waiting.shed()
        return True
