"""How many event streams one client, and all clients of one network, have open."""

from collections import Counter
from types import TracebackType
from typing import Self

from fourfold.web.errors import TooMany
from fourfold.web.quotas.clients import PER_NETWORK, Client

_RETRY = 5  # seconds


class StreamSlot:
    """The place of one open stream. As a context it is released if opening the stream fails."""

    def __init__(self, limits: "StreamLimits", client: Client) -> None:
        self._limits = limits
        self._client: Client | None = client

    def release(self) -> None:
        """Release the place; the stream has ended."""
        if self._client is not None:
            self._limits.release(self._client)
            self._client = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if kind is not None:
            self.release()


class StreamLimits:
    """The open streams of all clients. It lives on the event loop."""

    def __init__(self, most: int | None) -> None:
        """most: of one client; None is no limit."""
        self._most = most
        self._of_client: Counter[Client] = Counter()
        self._of_network: Counter[str] = Counter()

    def open(self, client: Client) -> StreamSlot:
        """Take a place for a stream; TooMany if the client or its network has none left."""
        if self._most is not None:
            if self._of_client[client] >= self._most:
                raise TooMany(
                    "you have many games open already: close one of them", _RETRY, quota="streams"
                )
            if self._of_network[client.network] >= PER_NETWORK * self._most:
                raise TooMany(
                    "many at your address watch games already: try again later",
                    _RETRY,
                    quota="streams",
                )
        self._of_client[client] += 1
        self._of_network[client.network] += 1
        return StreamSlot(self, client)

    def release(self, client: Client) -> None:
        """Count a stream that has ended."""
        self._of_client[client] -= 1
        if not self._of_client[client]:
            del self._of_client[client]
        self._of_network[client.network] -= 1
        if not self._of_network[client.network]:
            del self._of_network[client.network]

    def __len__(self) -> int:
        return sum(self._of_network.values())
