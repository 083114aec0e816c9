"""uvicorn's protocol with limits: of time for headers, of connections, and of held bytes."""

import asyncio
import json
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from fourfold.web.connections.limits import ConnectionLimits
from fourfold.web.connections.transport import LingeringTransport
from fourfold.web.quotas.clients import network_of

HEADERS_TIMEOUT = 10.0
"""Seconds for all headers of a request: from the start of a connection, or from their first byte.

How long a connection is kept for its next request is uvicorn's `timeout_keep_alive`.
"""
PAUSE = 1.0
"""Seconds for which a connection whose request came too early (429) is not read: who asks in a loop
waits, and does not keep the server busy with refusals."""
RETRY = 5
"""Seconds after which a client that was refused may try again."""


class LimitedProtocol(H11Protocol):
    """One connection to the server."""

    def __init__(
        self, limits: ConnectionLimits, is_trusted: Callable[[str], bool], **uvicorns: Any
    ) -> None:
        """is_trusted: whether an address is that of a trusted proxy, which brings many clients."""
        super().__init__(**uvicorns)
        self.network: str | None = None
        self._limits = limits
        self._is_trusted = is_trusted
        self._received = 0  # bytes since the last answer
        self._timer: asyncio.TimerHandle | None = None
        self._pause: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._lingering = LingeringTransport(cast(asyncio.Transport, transport), self._is_sending)
        super().connection_made(self._lingering)
        address = self.client[0] if self.client else ""
        self.network = None if self._is_trusted(address) else network_of(address)
        if self._limits.open(self):
            self._await_headers()
        else:
            self._refuse(503, "too many connections are open: try again in a few seconds")

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        self._received += len(data)
        if not self._limits.hold(self, self._received):
            self._refuse(503, "too much is being sent at the moment: try again in a few seconds")
            return
        super().data_received(data)
        self._look()

    def on_response_complete(self) -> None:
        self._received = 0
        self._limits.release(self)
        super().on_response_complete()
        if self.transport.is_closing():
            return
        if self.conn.their_state is h11.SEND_BODY:  # that of a GET, which nobody reads
            self.transport.close()
        elif self.conn.their_state is h11.IDLE:
            self._limits.wait(self)
            if self.network is not None and self.scope["state"].get("is_too_early"):
                self.transport.pause_reading()
                self._pause = self.loop.call_later(PAUSE, self.transport.resume_reading)

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget_timer()
        if self._pause is not None:
            self._pause.cancel()
        self._unset_keepalive_if_required()  # which uvicorn leaves if the connection was reset
        self._lingering.forget()
        self._limits.close(self)
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """End: an answer that is on its way is finished, a request that is on its way is not."""
        if self._lingering.is_lingering or self._is_sending():
            self.transport.abort()
        else:
            super().shutdown()

    def shed(self) -> None:
        """Close at once: another connection takes the place."""
        self.transport.abort()

    def _look(self) -> None:
        """See how far the request has come."""
        if self.transport.is_closing():
            self._forget_timer()
        elif self.conn.their_state is h11.IDLE:
            if self._timer is None:
                self._await_headers()
        else:
            self._forget_timer()
            self._limits.begin(self)

    def _is_sending(self) -> bool:
        """Return True if the client is in the middle of a request."""
        state = self.conn.their_state
        return state is h11.SEND_BODY or (state is h11.IDLE and self._received > 0)

    def _await_headers(self) -> None:
        self._timer = self.loop.call_later(HEADERS_TIMEOUT, self._end_waiting)

    def _forget_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _end_waiting(self) -> None:
        self._timer = None
        if self._received:
            self._refuse(408, "the headers did not arrive in time")
        else:
            self.transport.close()

    def _refuse(self, status: int, text: str) -> None:
        """Answer without the app, if nothing was answered yet, and close."""
        self._forget_timer()
        cycle = cast(RequestResponseCycle | None, self.cycle)  # None before the first request
        if cycle is not None and not cycle.response_complete:
            if cycle.response_started:
                self.transport.abort()
                return
            cycle.disconnected = True  # so that the app stops to wait for the body
            cycle.message_event.set()
        self.transport.write(_answer(status, text))
        self.transport.close()


def _answer(status: int, text: str) -> bytes:
    body = json.dumps({"error": f"{text[0].upper()}{text[1:]}."}).encode()
    lines = [
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        "Connection: close",
        "X-Content-Type-Options: nosniff",
    ]
    if status == 503:
        lines.append(f"Retry-After: {RETRY}")
    return "\r\n".join([*lines, "", ""]).encode() + body
