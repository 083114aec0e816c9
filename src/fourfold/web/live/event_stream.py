"""Events for one client. Each stream is two small tasks: 500 take 13 MB."""

import asyncio
from collections.abc import Callable
from typing import Protocol

from fastapi.responses import Response
from starlette.types import Message, Receive, Scope, Send

from fourfold.web.quotas.streams import StreamSlot

PING = 15.0
"""Seconds without an event after which a comment is sent, so that no proxy hangs up."""
SEND_TIMEOUT = 20.0
"""Seconds for which a reader may leave what was sent unread; then its stream ends."""
_RETRY = b"retry: 1000\n\n"
_PING = b":\n\n"


class EventSource(Protocol):
    """Has the events of one stream."""

    wake: asyncio.Event
    """Set when there are new events, and when the stream is closed."""
    closed: bool
    """True once there will be no more events."""

    def take(self) -> bytes:
        """Return the events that were not sent yet; nothing if there are none."""


class EventStream(Response):
    """Send a client its events until it leaves, there are no more, or the server shuts down."""

    media_type = "text/event-stream"

    def __init__(self, source: EventSource, end: Callable[[], None], slot: StreamSlot) -> None:
        """end: called when the stream has ended, for whatever reason. slot: released then."""
        super().__init__(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._source = source
        self._end = end
        self._slot = slot

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        source = self._source
        listening = asyncio.ensure_future(_listen(receive, source))
        try:
            start: Message = {"type": "http.response.start", "status": 200}
            await send({**start, "headers": self.raw_headers})
            data = _RETRY + source.take()
            while data:
                async with asyncio.timeout(SEND_TIMEOUT):
                    await send({"type": "http.response.body", "body": data, "more_body": True})
                data = await _next(source)
            await send({"type": "http.response.body"})
        except TimeoutError:
            pass  # a reader that reads nothing has left
        finally:
            listening.cancel()
            self._slot.release()
            self._end()


async def _next(source: EventSource) -> bytes:
    """Wait for events; after `PING` seconds without any, return a comment, at the end nothing."""
    while not source.closed:
        try:
            async with asyncio.timeout(PING):
                await source.wake.wait()
        except TimeoutError:
            return _PING
        if data := source.take():
            return data
    return b""


async def _listen(receive: Receive, source: EventSource) -> None:
    """Close the source when the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass
    source.closed = True
    source.wake.set()
