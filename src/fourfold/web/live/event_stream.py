"""A game's events for one subscriber. Each stream is two small tasks: 500 take 13 MB."""

import asyncio

from fastapi.responses import Response
from starlette.types import Message, Receive, Scope, Send

from fourfold.web.live.channel import Subscriber
from fourfold.web.live.hub import Hub

PING = 15.0
"""Seconds without an event after which a comment is sent, so that no proxy hangs up."""
SEND_TIMEOUT = 20.0
"""Seconds for which a reader may leave what was sent unread; then its stream ends."""
_RETRY = b"retry: 1000\n\n"
_PING = b":\n\n"


class EventStream(Response):
    """Send a subscriber its events until it leaves or the server shuts down."""

    media_type = "text/event-stream"

    def __init__(self, hub: Hub, subscriber: Subscriber) -> None:
        super().__init__(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._hub = hub
        self._subscriber = subscriber

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        subscriber = self._subscriber
        listening = asyncio.ensure_future(_listen(receive, subscriber))
        try:
            start: Message = {"type": "http.response.start", "status": 200}
            await send({**start, "headers": self.raw_headers})
            data = _RETRY + subscriber.take()
            while not subscriber.closed:
                async with asyncio.timeout(SEND_TIMEOUT):
                    await send({"type": "http.response.body", "body": data, "more_body": True})
                data = await _next(subscriber)
            await send({"type": "http.response.body"})
        except TimeoutError:
            pass  # a reader that reads nothing has left
        finally:
            listening.cancel()
            self._hub.unsubscribe(subscriber)


async def _next(subscriber: Subscriber) -> bytes:
    """Wait for events; after `PING` seconds without any, return a comment."""
    while not subscriber.closed:
        try:
            async with asyncio.timeout(PING):
                await subscriber.wake.wait()
        except TimeoutError:
            return _PING
        if data := subscriber.take():
            return data
    return b""


async def _listen(receive: Receive, subscriber: Subscriber) -> None:
    """Close the subscriber when the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass
    subscriber.closed = True
    subscriber.wake.set()
