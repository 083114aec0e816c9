"""A small HTTP/1.1 client over asyncio that can also misbehave.

It keeps its connection, comes from any loopback address, reads event streams, and sends half a
request or garbage. A library would repair what an attack has to send broken.
"""

import asyncio
import contextlib
import json
import random
import secrets
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any, Self

from scripts.load.server import HOST

PATIENCE = 60.0
"""Seconds to wait for an answer."""
_CODE = "23456789abcdefghijkmnpqrstuvwxyz"  # the letters of a player's code


class RefusedError(Exception):
    """An answer with a status of 400 or more."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(f"{status}: {sentence}")
        self.status = status


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a request; the names of its headers are in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        """Return the body, read as JSON; RefusedError if the server refused."""
        if self.status >= 400:
            raise RefusedError(self.status, self.body[:300].decode(errors="replace"))
        return json.loads(self.body)


def address(number: int) -> str:
    """Return one of many loopback addresses, for a client of its own: 127.1.0.1 and on."""
    if not 0 <= number < 1 << 16:
        raise ValueError(f"address {number} must be 0 to 65535")
    return f"127.1.{number // 250}.{number % 250 + 1}"


def new_code() -> str:
    """Make up a player's code, as a browser does."""
    return "".join(secrets.choice(_CODE) for _ in range(26))


def code_of(number: int) -> str:
    """Return the code of a player who is always the same for a number."""
    choose = random.Random(f"player {number}")
    return "".join(choose.choice(_CODE) for _ in range(26))


def head(method: str, path: str, length: int | None = None, **headers: str) -> bytes:
    """Return the head of a request, up to the empty line."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: {HOST}"]
    if length is not None:
        lines += [f"Content-Length: {length}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


class Connection:
    """One connection to a server."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    async def open(cls, port: int, source: str = HOST) -> Self:
        """Connect from a loopback address; OSError if nobody answers."""
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection(
                HOST, port, local_addr=(source, 0), limit=1 << 20
            )
        return cls(reader, writer)

    async def send(self, data: bytes) -> None:
        """Send bytes as they are: a request, half of one, garbage."""
        self.writer.write(data)
        async with asyncio.timeout(PATIENCE):
            await self.writer.drain()

    async def receive(self) -> Answer:
        """Read an answer; ConnectionError if the server hangs up before its end."""
        try:
            async with asyncio.timeout(PATIENCE):
                status, headers = await self.receive_head()
                if "content-length" in headers:
                    body = await self.reader.readexactly(int(headers["content-length"]))
                elif headers.get("transfer-encoding") == "chunked":
                    body = b"".join([chunk async for chunk in self._chunks()])
                elif status in (204, 304):
                    body = b""
                else:
                    body = await self.reader.read(-1)
        except asyncio.IncompleteReadError:
            raise ConnectionResetError("the server hung up") from None
        return Answer(status, headers, body)

    async def receive_head(self) -> tuple[int, dict[str, str]]:
        """Read the status and the headers of an answer."""
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        status = int(lines[0].split(" ", 2)[1])
        headers = dict(line.split(": ", 1) for line in lines[1:] if line)
        return status, {name.lower(): value for name, value in headers.items()}

    async def _chunks(self) -> AsyncIterator[bytes]:
        while size := int(await self.reader.readline(), 16):
            yield await self.reader.readexactly(size)
            await self.reader.readline()
        await self.reader.readline()

    async def is_closed(self, seconds: float) -> bool:
        """Wait so long for the server to hang up; return True if it did."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while True:
                    try:
                        if not await self.reader.read(1 << 16):
                            return True
                    except OSError:
                        return True
        return False

    def close(self) -> None:
        """Hang up at once."""
        self.writer.transport.abort()


class Client:
    """A visitor: an address, a player's code, and a connection that is kept."""

    def __init__(self, port: int, source: str = HOST, code: str | None = None) -> None:
        """code: what tells this player from others at the address; None if they have none."""
        self.port = port
        self.source = source
        self.code = code
        self._connection: Connection | None = None
        self._lock = asyncio.Lock()  # a connection has one request at a time

    def _headers(self, secret: str | None, kind: str | None) -> dict[str, str]:
        headers = {} if secret is None else {"Authorization": f"Bearer {secret}"}
        if self.code is not None:
            headers["X_Fourfold_Player"] = self.code
        if kind is not None:
            headers["Content_Type"] = kind
        return headers

    async def ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        *,
        secret: str | None = None,
        kind: str = "application/json",
    ) -> Answer:
        """Send a request and read its answer, over the kept connection or a new one.

        A kept connection may have been closed by the server meanwhile. The request is sent again
        only if it changes nothing; otherwise ConnectionError tells that its fate is not known.
        """
        length = None if body is None else len(body)
        headers = self._headers(secret, None if body is None else kind)
        data = head(method, path, length, **headers) + (body or b"")
        async with self._lock:
            was_kept = self._connection is not None
            try:
                return await self._exchange(data)
            except OSError:
                if not was_kept or method != "GET":
                    raise
                return await self._exchange(data)

    async def _exchange(self, data: bytes) -> Answer:
        kept = self._connection
        if kept is not None and kept.reader.at_eof():  # closed while nothing was asked
            self.close()
        if self._connection is None:
            self._connection = await Connection.open(self.port, self.source)
        done = False
        try:
            await self._connection.send(data)
            answer = await self._connection.receive()
            done = answer.headers.get("connection", "").lower() != "close"
            return answer
        finally:
            if not done:
                self.close()

    async def get(self, path: str, secret: str | None = None) -> Any:
        """Get a JSON answer; RefusedError if the server refuses."""
        return (await self.ask("GET", path, secret=secret)).json()

    async def post(self, path: str, body: Any, secret: str | None = None) -> Any:
        """Post JSON and read JSON; RefusedError if the server refuses."""
        return (await self.ask("POST", path, json.dumps(body).encode(), secret=secret)).json()

    async def open_stream(self, path: str, secret: str | None = None) -> "Stream":
        """Open an event stream on a connection of its own; RefusedError if the server refuses."""
        connection = await Connection.open(self.port, self.source)
        try:
            await connection.send(head("GET", path, None, **self._headers(secret, None)))
            async with asyncio.timeout(PATIENCE):
                status, headers = await connection.receive_head()
            if status != 200:
                size = int(headers.get("content-length", "0"))
                async with asyncio.timeout(PATIENCE):
                    body = await connection.reader.readexactly(size)
                raise RefusedError(status, body[:300].decode(errors="replace"))
            return Stream(connection)
        except BaseException as error:
            connection.close()
            if isinstance(error, asyncio.IncompleteReadError):
                raise ConnectionResetError("the server hung up") from None
            raise

    def close(self) -> None:
        """Hang up; the next request connects again."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class Stream:
    """An open event stream."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    async def events(self) -> AsyncIterator[tuple[str, Any]]:
        """Yield the name and the data of each event until the server hangs up."""
        name = ""
        with contextlib.suppress(OSError):
            while line := await self.connection.reader.readline():
                if line.startswith(b"event: "):
                    name = line[7:].strip().decode()
                elif line.startswith(b"data: "):
                    yield name, json.loads(line[6:])

    def close(self) -> None:
        """Hang up."""
        self.connection.close()
