"""Running the server: the port, the browser, the signals."""

import asyncio
import contextlib
import errno
import gc
import json
import logging
import signal
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import cast

import uvicorn
from fastapi import FastAPI

from fourfold.errors import InvalidOption
from fourfold.web.app import create_app
from fourfold.web.connections import accepting
from fourfold.web.connections.files import allow_connections
from fourfold.web.connections.limits import ConnectionLimits
from fourfold.web.connections.protocol import LimitedProtocol
from fourfold.web.failure_log import RepetitionFilter
from fourfold.web.middleware.proxy import trusts
from fourfold.web.middleware.request_id import RequestIdFilter
from fourfold.web.quotas.clients import PER_NETWORK
from fourfold.web.services import Services
from fourfold.web.settings import DEFAULT_PORT, Settings

_PORTS = 20  # tried one after another when none was given
_MAX_HEADERS = 32 * 1024
_KEEP_ALIVE = 30  # seconds for which a connection is kept for its next request
_BESIDES_STREAMS = 200  # connections of a network for all its other requests
_SEND_TIMEOUT = 30_000  # milliseconds until a connection that takes nothing is closed
_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_SWITCH_INTERVAL = 0.0005
"""Seconds after which a thread that computes in Python lets another go on.

A move changes hands about ten times, between the event loop, its thread and the database, and each
time it waits so long for every search or upload that computes meanwhile. Python's own 5 ms add up.
"""
_SHUTDOWN_TIMEOUT = 1  # seconds for requests that are being answered at shutdown


def serve(settings: Settings, host: str, port: int | None, open_browser: bool) -> int:
    """Serve until a signal comes; return the exit status."""
    settings = with_connections(settings)
    _set_up_log(settings)
    with bind(host, port) as listening:
        runner = _Runner(create_app(settings))
        address = _address(listening, settings.root_path)

        def ready() -> None:
            print(f"fourfold is at {address}  (Ctrl-C ends it)", flush=True)
            if open_browser:
                threading.Thread(target=_show, args=(address,), daemon=True).start()

        return runner.run(listening, ready)


def bind(host: str, port: int | None) -> socket.socket:
    """Return a listening socket; InvalidOption says in one sentence why there is none.

    port: None is the first free one from `DEFAULT_PORT` on.
    """
    wanted = [port] if port is not None else list(range(DEFAULT_PORT, DEFAULT_PORT + _PORTS))
    problem = ""
    if not host or "\0" in host:
        raise InvalidOption(f"there is no address {host!r} to serve at")
    for number in wanted:
        try:
            found = socket.getaddrinfo(host, number, type=socket.SOCK_STREAM)
            family, kind, protocol, _, where = found[0]
            listening = socket.socket(family, kind, protocol)
            try:
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                if hasattr(socket, "TCP_USER_TIMEOUT"):  # the accepted ones inherit it
                    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _SEND_TIMEOUT)
                listening.bind(where)
                listening.listen(accepting.QUEUE)
                return listening
            except BaseException:
                listening.close()
                raise
        except socket.gaierror:
            raise InvalidOption(f"there is no address {host!r} to serve at") from None
        except (OSError, OverflowError) as error:
            if getattr(error, "errno", None) not in (errno.EADDRINUSE, errno.EACCES):
                words = getattr(error, "strerror", None) or str(error)
                raise InvalidOption(f"nothing can be served at {host}:{number}: {words}") from None
            problem = "is taken by another program"
            if error.errno == errno.EACCES:  # type: ignore[union-attr]
                problem = "may not be used by you"
    ports = str(wanted[0]) if len(wanted) == 1 else f"{wanted[0]} to {wanted[-1]}"
    raise InvalidOption(f"port {ports} of {host} {problem}; --port takes another")


def with_connections(settings: Settings) -> Settings:
    """Return the settings with the connections that this process can have."""
    total = allow_connections(settings.connections)
    of_address = settings.connections_of_address
    if of_address is None and settings.streams is not None:
        streams = PER_NETWORK * settings.streams
        of_address = min(streams + _BESIDES_STREAMS, total // 2)
    of_address = total if of_address is None else min(of_address, total)
    return replace(settings, connections=total, connections_of_address=of_address)


def _limits_of(services: Services) -> ConnectionLimits:
    settings = services.settings
    assert settings.connections is not None
    assert settings.connections_of_address is not None
    limits = ConnectionLimits(
        settings.connections, settings.connections_of_address, services.metrics
    )
    services.metrics.watch("connections", "Open connections", lambda: len(limits))
    services.metrics.watch("held_bytes", "Bytes of unanswered requests", lambda: limits.held)
    return limits


class _Runner(uvicorn.Server):
    """Uvicorn, with our exit statuses, and streams that end at shutdown."""

    def __init__(self, app: FastAPI) -> None:
        self._services: Services = app.state.services
        self._limits = _limits_of(self._services)
        settings = self._services.settings
        protocol = partial(LimitedProtocol, self._limits, trusts(settings.trusted))
        super().__init__(
            uvicorn.Config(
                app,
                log_config=None,
                access_log=False,
                proxy_headers=False,  # ProxyMiddleware has them read below the access log
                server_header=False,
                timeout_graceful_shutdown=_SHUTDOWN_TIMEOUT,
                timeout_keep_alive=_KEEP_ALIVE,
                http=cast(type[asyncio.Protocol], protocol),  # uvicorn only calls it
                backlog=accepting.AT_ONCE,
                h11_max_incomplete_event_size=_MAX_HEADERS,
                lifespan="on",
                ws="none",
            )
        )
        self._signal: int | None = None

    def run(self, listening: socket.socket, ready: Callable[[], None]) -> int:  # type: ignore[override]
        """Serve at a socket; return 0 after SIGTERM, 130 after Ctrl-C."""
        self._ready = ready
        sys.setswitchinterval(_SWITCH_INTERVAL)
        before = {number: signal.getsignal(number) for number in _SIGNALS}
        try:
            asyncio.run(self._serve_at(listening))
        finally:
            for number, handler in before.items():  # the loop has put Python's own in their place
                signal.signal(number, handler)
        return 130 if self._signal == signal.SIGINT else 0 if self.started else 1

    async def _serve_at(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        for number in _SIGNALS:
            try:
                loop.add_signal_handler(number, self._end, number)
            except NotImplementedError:  # Windows, where Python's own handler wakes the loop
                signal.signal(number, lambda sent, _: loop.call_soon_threadsafe(self._end, sent))
        accepting.handle_no_files(loop, self._limits)
        await self.serve(sockets=[listening])

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets=sockets)
        for listening in sockets or ():
            listening.listen(accepting.QUEUE)  # asyncio has made it as short as `backlog`
        if self.started:
            self._ready()

    def _end(self, number: int) -> None:
        self._signal = number
        self.should_exit = True
        gc.disable()  # thousands of streams leave garbage, and the process takes it along
        self._services.interrupt()  # event streams would never end by themselves

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield  # the signals are handled above


def _address(listening: socket.socket, root_path: str) -> str:
    host, port = listening.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "127.0.0.1"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}{root_path}/"


def _show(address: str) -> None:
    try:
        shown = webbrowser.open(address)
    except webbrowser.Error:
        shown = False
    if not shown:
        print("fourfold: no browser could be opened; open the address above", file=sys.stderr)


class _JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "message": record.getMessage(),
        }
        if request := getattr(record, "request", ""):
            line["request"] = request
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line)


class _TextFormatter(logging.Formatter):
    def __init__(self) -> None:
        super().__init__("fourfold: %(levelname)s %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        request = getattr(record, "request", "")
        return super().formatMessage(record) + (f" (request {request})" if request else "")


def _set_up_log(settings: Settings) -> None:
    """Write errors to standard error, in the same form as the lines for requests."""
    handler = logging.StreamHandler()
    handler.addFilter(RequestIdFilter())
    handler.setFormatter(_JsonFormatter() if settings.log == "json" else _TextFormatter())
    logging.basicConfig(handlers=[handler], level=logging.WARNING)
    for name in ("uvicorn.error", "asyncio"):  # in which strangers can cause a line each time
        logging.getLogger(name).addFilter(RepetitionFilter())
