"""Every request counted, by the template of its address."""

import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fourfold.web.metrics import Metrics
from fourfold.web.middleware.request_id import current_request


class MetricsMiddleware:
    """Count each request once it is answered."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or type(self._metrics) is Metrics:
            await self._app(scope, receive, send)
            return
        began = time.monotonic()
        status = 0

        async def send_noting_status(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, send_noting_status)
        finally:
            request = current_request()
            route = "none" if request is None else request.route
            seconds = time.monotonic() - began
            self._metrics.count_request(scope["method"], route, status, seconds)
