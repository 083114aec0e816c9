"""Senders: many requests over raw sockets, as cheaply as possible, with a count of the answers.

A sender shares the processors with the server that it attacks: what it takes itself is no part of
an attack, so it parses nothing but the status and the length of an answer.
"""

import asyncio
import contextlib
import re
import socket
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from scripts.load.server import HOST

_LENGTH = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)
_ANSWER_SECONDS = 60.0
_RECEIVE = 1 << 16

NextRequest = Callable[[], bytes]


@dataclass
class Answers:
    """How the requests of all senders were answered."""

    statuses: Counter[str] = field(default_factory=Counter)
    sent: int = 0

    def text(self) -> str:
        """Return the statuses with their numbers, such as `201: 60, 429: 1200`."""
        return ", ".join(f"{status}: {count}" for status, count in sorted(self.statuses.items()))


class Pace:
    """A common limit of many senders: so many requests in all, and so many in a second."""

    def __init__(self, rate: float, count: int) -> None:
        self._between = 1 / rate
        self._left = count
        self.begin()

    def begin(self) -> None:
        """Let the first turn be now."""
        self._next = time.monotonic()

    async def wait(self) -> bool:
        """Wait for the next turn; False if all were sent."""
        if self._left <= 0:
            return False
        self._left -= 1
        now = time.monotonic()
        self._next = max(self._next + self._between, now - 0.1)  # a short burst makes up for a wait
        if self._next > now:
            await asyncio.sleep(self._next - now)
        return True


async def send(
    port: int,
    source: str,
    pace: Pace,
    answers: Answers,
    request: NextRequest,
    read: Callable[[bytes, bytes], None] | None = None,
    *,
    hangs_up: bool = False,
) -> None:
    """Send one request after another over a kept connection, and count the statuses.

    read: called with each request and the body of its answer.
    hangs_up: whether to close the connection as soon as the head of an answer is there.
    """
    while await pace.wait():
        connection: socket.socket | None = None
        try:
            connection = await _connect(port, source)
            while True:
                data = request()
                async with asyncio.timeout(_ANSWER_SECONDS):
                    head, body = await _exchange(connection, data, answers, hangs_up)
                if read is not None:
                    read(data, body)
                if hangs_up or b"\r\nconnection: close" in head.lower() or not await pace.wait():
                    break
        except TimeoutError:
            answers.statuses["no answer"] += 1
        except OSError:
            answers.statuses["hung up"] += 1
        finally:
            if connection is not None:
                connection.close()


async def _connect(port: int, source: str) -> socket.socket:
    connection = socket.socket()
    try:
        connection.setblocking(False)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.bind((source, 0))
        async with asyncio.timeout(_ANSWER_SECONDS):
            await asyncio.get_running_loop().sock_connect(connection, (HOST, port))
        return connection
    except BaseException:
        with contextlib.suppress(OSError):
            connection.close()
        raise


async def _exchange(
    connection: socket.socket, data: bytes, answers: Answers, hangs_up: bool
) -> tuple[bytes, bytes]:
    """Send a request and read its answer; return the head and the body."""
    loop = asyncio.get_running_loop()
    answers.sent += 1
    await loop.sock_sendall(connection, data)
    received = b""
    while b"\r\n\r\n" not in received:
        received += await _receive(connection)
    head, _, body = received.partition(b"\r\n\r\n")
    answers.statuses[head[9:12].decode("latin-1")] += 1
    length = _LENGTH.search(head)
    if hangs_up or length is None:
        return head, body
    parts, missing = [body], int(length[1]) - len(body)
    while missing > 0:
        parts.append(await _receive(connection))
        missing -= len(parts[-1])
    return head, b"".join(parts)


async def _receive(connection: socket.socket) -> bytes:
    data = await asyncio.get_running_loop().sock_recv(connection, _RECEIVE)
    if not data:
        raise ConnectionResetError("the server hung up")
    return data
