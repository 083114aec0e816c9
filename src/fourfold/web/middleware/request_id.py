"""The id of a request: in its answer, in the log's line for it, and in every error on the way."""

import logging
import re
import secrets
from contextvars import ContextVar
from dataclasses import dataclass

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADER = "X-Request-ID"
_NAME = HEADER.lower().encode()
_WELL_FORMED = re.compile(r"[A-Za-z0-9._-]{8,64}")


@dataclass(slots=True)
class RequestInfo:
    """What is known of the request that is being answered."""

    id: str
    route: str = "none"
    """The template of its address, such as `/api/games/{id}`; `none` where no route was found."""


_current: ContextVar[RequestInfo | None] = ContextVar("fourfold_request", default=None)


def current_request() -> RequestInfo | None:
    """Return the request that this task or thread works for; None outside of requests."""
    return _current.get()


class RequestIdFilter(logging.Filter):
    """Give every record of the log the id of the request, as `request`; nothing without one."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = _current.get()
        record.request = "" if request is None else request.id
        return True


class RequestIdMiddleware:
    """Give each request an id; that of a trusted proxy is kept if it is well formed.

    `ProxyMiddleware` has taken the header of everybody else away.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        given = Headers(scope=scope).get(HEADER, "")
        id = given if _WELL_FORMED.fullmatch(given) else secrets.token_hex(8)

        async def send_with_id(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", ()), (_NAME, id.encode())]
                message = {**message, "headers": headers}
            await send(message)

        token = _current.set(RequestInfo(id))
        try:
            await self._app(scope, receive, send_with_id)
        finally:
            _current.reset(token)


class RouteMiddleware:
    """Note which route answered, for whoever counts requests; the innermost of all."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await self._app(scope, receive, send)
        finally:
            request = _current.get()
            if request is not None:
                request.route = getattr(scope.get("route"), "path", "none")
