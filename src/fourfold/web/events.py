"""The live stream of one watcher. Five hundred of them cost little: each is two small tasks."""

import asyncio

from fastapi.responses import Response
from starlette.types import Message, Receive, Scope, Send

from fourfold.web.channel import Watcher
from fourfold.web.lobby import Lobby

PING = 15.0
"""Seconds of silence after which a comment is sent, so that nobody on the way hangs up."""
PATIENCE = 20.0
"""Seconds that a reader may leave what was sent unread, before it is dropped."""
_RETRY = b"retry: 1000\n\n"
_PING = b":\n\n"


class EventStream(Response):
    """Sends a watcher what is new, until either has enough."""

    media_type = "text/event-stream"

    def __init__(self, lobby: Lobby, watcher: Watcher) -> None:
        super().__init__(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._lobby = lobby
        self._watcher = watcher

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        watcher = self._watcher
        listening = asyncio.ensure_future(_listen(receive, watcher))
        try:
            start: Message = {"type": "http.response.start", "status": 200}
            await send({**start, "headers": self.raw_headers})
            data = _RETRY + watcher.take()
            while not watcher.closed:
                async with asyncio.timeout(PATIENCE):
                    await send({"type": "http.response.body", "body": data, "more_body": True})
                data = await _next(watcher)
            await send({"type": "http.response.body"})
        except TimeoutError:
            pass  # whoever does not read has left
        finally:
            listening.cancel()
            self._lobby.leave(watcher)


async def _next(watcher: Watcher) -> bytes:
    """Wait for news, not for ever."""
    while not watcher.closed:
        try:
            async with asyncio.timeout(PING):
                await watcher.wake.wait()
        except TimeoutError:
            return _PING
        if data := watcher.take():
            return data
    return b""


async def _listen(receive: Receive, watcher: Watcher) -> None:
    """Hear when the other side hangs up."""
    while (await receive())["type"] != "http.disconnect":
        pass
    watcher.closed = True
    watcher.wake.set()
