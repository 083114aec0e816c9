"""How much a request may send, and how slowly. Neither Starlette nor uvicorn has a limit."""

import asyncio

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fourfold.web.errors import refusal
from fourfold.web.middleware.cross_site import SAFE_METHODS
from fourfold.web.middleware.root_path import route_path

MAX_BODY = 64 * 1024
"""Bytes of a body."""
MAX_RECORDS_BODY = 1024 * 1024
"""Bytes of a file of games."""
RECORDS_PATH = "/api/records"
BODY_TIMEOUT = 10.0
"""Seconds for a body to arrive."""
_CLOSE = {"Connection": "close"}  # what follows would be the rest of the body


class BodyLimitMiddleware:
    """Read the whole body before the app is called; refuse one that is too long or too slow."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] not in SAFE_METHODS:
            limit = MAX_RECORDS_BODY if route_path(scope) == RECORDS_PATH else MAX_BODY
            try:
                async with asyncio.timeout(BODY_TIMEOUT):
                    body = await _read_body(Headers(scope=scope), receive, limit)
            except TimeoutError:
                words = "the body did not arrive in time"
                await refusal(408, words, _CLOSE)(scope, receive, send)
                return
            except ClientDisconnect:
                return  # a part of a request is none
            if body is None:
                words = f"the body is too long: at most {limit // 1024} KB are allowed"
                await refusal(413, words, _CLOSE)(scope, receive, send)
                return
            receive = _replay(body, receive)
        await self._app(scope, receive, send)


async def _read_body(headers: Headers, receive: Receive, limit: int) -> bytes | None:
    """Return the body; None if it is longer than the limit, or says so.

    ClientDisconnect if the client leaves before its end.
    """
    length = headers.get("content-length", "0")
    if not length.isascii() or not length.isdigit() or len(length) > 9 or int(length) > limit:
        return None
    body = bytearray()
    more = True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        body += message.get("body", b"")
        if len(body) > limit:
            return None
        more = message.get("more_body", False)
    return bytes(body)


def _replay(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` that gives the body once, and then what the server has to say."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return waiting.pop() if waiting else await receive()

    return replay
