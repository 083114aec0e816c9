"""What goes wrong in the server itself: one sentence for the client, the rest in the log."""

import logging

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fourfold.web.errors import refusal
from fourfold.web.middleware.redaction import loggable

log = logging.getLogger("fourfold.web")


class InternalErrorMiddleware:
    """Answer 500 in the form of every other refusal.

    Starlette's own handler lies outside of all middlewares, where our headers would be missing,
    and raises the error once more for the server to log.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        has_started = False

        async def send_noting_start(message: Message) -> None:
            nonlocal has_started
            has_started = True
            await send(message)

        try:
            await self._app(scope, receive, send_noting_start)
        except Exception:
            log.exception("%s %s failed", scope["method"], loggable(scope["path"]))
            if not has_started:
                words = "something went wrong on the server, which is not your fault"
                await refusal(500, words)(scope, receive, send)
