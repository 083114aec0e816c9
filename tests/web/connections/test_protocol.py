"""The limits of a connection, as a client sees them."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial

import pytest
import uvicorn
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from fourfold.web.connections import limits, protocol, transport
from fourfold.web.connections.limits import ConnectionLimits
from fourfold.web.connections.protocol import LimitedProtocol
from fourfold.web.metrics import Metrics
from fourfold.web.middleware.body_limit import MAX_BODY, BodyLimitMiddleware

GET = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"
EARLY = GET.replace(b"/ ", b"/early ", 1)
POST = b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: %d\r\n\r\n"


class Server:
    """A server in this process, with an app that answers with the bytes of a body."""

    def __init__(self, total: int, of_network: int, trusted: str) -> None:
        self.limits = ConnectionLimits(total, of_network, Metrics())
        self.state = ServerState()
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        self.asked: list[bytes] = []
        self.port = 0
        config = uvicorn.Config(
            BodyLimitMiddleware(self.app), log_config=None, access_log=False, lifespan="off"
        )
        config.load()
        self.make = partial(
            LimitedProtocol,
            self.limits,
            lambda address: address == trusted,
            config=config,
            server_state=self.state,
            app_state={},
        )

    async def app(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = (await receive())["body"] if scope["method"] == "POST" else b""
        self.asked.append(body)
        await self.may_answer.wait()
        if scope["path"] == "/early":  # as the app does that answers with 429
            scope["state"]["is_too_early"] = True
        headers = [(b"content-length", b"2")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"ok"})

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port)

    async def connection(self) -> LimitedProtocol:
        """Wait for the first connection."""
        await self.until(lambda: bool(self.state.connections))
        (found,) = self.state.connections
        assert isinstance(found, LimitedProtocol)
        return found

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(60):
            while not condition():
                await asyncio.sleep(0.001)


Test = Callable[[Server], Awaitable[None]]


def serve(test: Test, total: int = 100, of_network: int = 100, trusted: str = "") -> None:
    @contextlib.asynccontextmanager
    async def serving() -> AsyncIterator[Server]:
        server = Server(total, of_network, trusted)
        listening = await asyncio.get_running_loop().create_server(server.make, "127.0.0.1", 0)
        server.port = listening.sockets[0].getsockname()[1]
        try:
            yield server
        finally:
            listening.close()
            for connection in list(server.state.connections):
                connection.transport.abort()
            await server.until(lambda: not server.state.connections)

    async def run() -> None:
        async with asyncio.timeout(90), serving() as server:
            await test(server)

    asyncio.run(run())


async def read_all(reader: asyncio.StreamReader) -> bytes:
    """Read until the server hangs up."""
    return await reader.read(-1)


def test_a_silent_connection_is_closed_without_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEADERS_TIMEOUT", 0.05)

    async def test(server: Server) -> None:
        reader, writer = await server.connect()
        assert await read_all(reader) == b""
        writer.close()
        await server.until(lambda: not len(server.limits))

    serve(test)


@pytest.mark.parametrize("trusted", ["", "127.0.0.1"])
def test_who_asked_too_early_is_read_a_little_later(
    trusted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "PAUSE", 0.2)

    async def test(server: Server) -> None:
        reader, writer = await server.connect()
        connection = await server.connection()
        writer.write(GET)
        await reader.readuntil(b"ok")
        assert connection._pause is None
        writer.write(EARLY)
        await reader.readuntil(b"ok")  # the answer itself comes at once
        sent = connection.loop.time()
        writer.write(GET)
        await reader.readuntil(b"ok")
        if trusted:  # a proxy brings others as well
            assert connection._pause is None
        else:
            assert connection.loop.time() - sent > 0.15
        writer.close()

    serve(test, trusted=trusted)


@pytest.mark.parametrize("before", [b"", GET])
def test_headers_that_do_not_end_are_answered_with_408(before: bytes) -> None:
    async def test(server: Server) -> None:
        reader, writer = await server.connect()
        connection = await server.connection()
        if before:
            writer.write(before)
            assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
            assert connection._timer is None  # it is uvicorn's turn to wait
        writer.write(b"G")
        await server.until(lambda: connection._received == 1)
        assert connection._timer is not None
        assert connection._timer.when() <= connection.loop.time() + protocol.HEADERS_TIMEOUT
        timer = connection._timer
        writer.write(b"E")
        await server.until(lambda: connection._received == 2)
        assert connection._timer is timer  # a little more does not buy more time
        connection._end_waiting()
        told = await read_all(reader)
        assert told.startswith(b"HTTP/1.1 408 Request Timeout\r\n")
        assert b"Connection: close\r\n" in told
        assert told.endswith(b'{"error": "The headers did not arrive in time."}')
        writer.close()

    serve(test)


@pytest.mark.parametrize(("total", "of_network"), [(2, 2), (100, 2)])
def test_one_too_many_is_refused_and_one_that_waits_makes_way(total: int, of_network: int) -> None:
    async def test(server: Server) -> None:
        server.may_answer.clear()
        asking = [await server.connect() for _ in range(2)]
        for _, writer in asking:
            writer.write(GET)
        await server.until(lambda: len(server.asked) == 2)

        reader, writer = await server.connect()
        told = await read_all(reader)
        assert told.startswith(b"HTTP/1.1 503 Service Unavailable\r\n")
        assert b"Connection: close\r\n" in told
        assert b"Retry-After: 5\r\n" in told
        assert told.endswith(
            b'{"error": "Too many connections are open: try again in a few seconds."}'
        )
        writer.close()

        server.may_answer.set()
        for reader, _ in asking:
            await reader.readuntil(b"ok")
        newcomer, writer = await server.connect()
        writer.write(GET)
        assert (await newcomer.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
        assert len(server.limits) == 2
        async with asyncio.timeout(60):  # of the two one had to leave
            await asyncio.wait(
                [asyncio.ensure_future(read_all(reader)) for reader, _ in asking],
                return_when=asyncio.FIRST_COMPLETED,
            )
        for _, each in (*asking, (newcomer, writer)):
            each.close()

    serve(test, total, of_network)


def test_a_trusted_proxy_may_have_more_than_an_address() -> None:
    async def test(server: Server) -> None:
        server.may_answer.clear()
        asking = [await server.connect() for _ in range(10)]
        for _, writer in asking:
            writer.write(GET)
        await server.until(lambda: len(server.asked) == 10)
        for _, writer in asking:
            writer.close()

    serve(test, of_network=1, trusted="127.0.0.1")


def test_too_many_held_bytes_are_refused_while_the_client_still_sends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "HELD_BYTES_OF_NETWORK", 30_000)

    async def test(server: Server) -> None:
        half, holding = await server.connect()
        holding.write(POST % MAX_BODY + b"x" * 25_000)
        await server.until(lambda: server.limits.held > 20_000)

        reader, writer = await server.connect()
        writer.write(POST % MAX_BODY + b"x" * (MAX_BODY - 1))
        told = await read_all(reader)
        assert told.startswith(b"HTTP/1.1 503 Service Unavailable\r\n")
        assert b"Retry-After: 5\r\n" in told
        assert b"Too much is being sent" in told
        writer.close()

        reader, writer = await server.connect()
        writer.write(POST % 3000 + b"x" * 3000)  # a move, for example
        assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
        writer.close()
        holding.write(b"x" * (MAX_BODY - 25_000))
        assert b" 503 " in await half.readuntil(b"\r\n")
        holding.close()
        await server.until(lambda: not len(server.limits))
        assert server.limits.held == 0
        assert server.asked == [b"x" * 3000]

    serve(test)


def test_a_body_that_was_cut_off_reaches_nobody() -> None:
    async def test(server: Server) -> None:
        _, writer = await server.connect()
        writer.write(POST % 100 + b"x" * 50)
        await server.until(lambda: bool(server.state.tasks))
        writer.close()
        await server.until(lambda: not server.state.tasks)
        assert server.asked == []

    serve(test)


def test_a_client_can_read_why_its_body_was_not_read() -> None:
    size = 20_000_000

    async def test(server: Server) -> None:
        for head in (
            POST % size,
            b"POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n" % size,
        ):
            reader, writer = await server.connect()
            writer.write(head + b"x" * size)
            told = await read_all(reader)
            assert told.startswith(b"HTTP/1.1 413 ")
            assert b"connection: close\r\n" in told
            assert b"at most 64 KB are allowed" in told
            writer.close()
        assert server.asked == []

    serve(test)


def test_a_client_that_sends_for_ever_is_closed_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(transport, "LINGER", 0.1)

    async def test(server: Server) -> None:
        _, writer = await server.connect()
        writer.write(POST % 900_000_000)
        with contextlib.suppress(ConnectionError):
            while True:
                writer.write(b"x" * 65536)
                await writer.drain()
        await server.until(lambda: not len(server.limits))

    serve(test)


def test_a_get_with_half_a_body_is_answered_and_closed() -> None:
    async def test(server: Server) -> None:
        reader, writer = await server.connect()
        writer.write(b"GET / HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\nx")
        assert (await read_all(reader)).endswith(b"ok")
        writer.close()

    serve(test)


def test_requests_may_follow_each_other_without_waiting() -> None:
    async def test(server: Server) -> None:
        reader, writer = await server.connect()
        writer.write(3 * GET + POST % 2 + b"ab")
        for _ in range(4):
            await reader.readuntil(b"ok")
        assert server.asked == [b"", b"", b"", b"ab"]
        assert server.limits.held == 0
        writer.close()

    serve(test)


def test_shutdown_waits_for_answers_but_not_for_requests() -> None:
    async def test(server: Server) -> None:
        server.may_answer.clear()
        asking, writer = await server.connect()
        writer.write(GET)
        await server.until(lambda: bool(server.asked))
        others = [await server.connect() for _ in range(3)]
        others[1][1].write(b"GET / HT")
        others[2][1].write(POST % 10 + b"x")
        await server.until(lambda: len(server.state.tasks) == 2)
        for connection in list(server.state.connections):
            connection.shutdown()
        for reader, each in others:
            with contextlib.suppress(ConnectionError):
                assert await read_all(reader) == b""
            each.close()
        server.may_answer.set()
        assert (await read_all(asking)).endswith(b"ok")
        writer.close()
        await server.until(lambda: not server.state.tasks)

    serve(test)
