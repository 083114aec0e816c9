"""A line on standard error for each request."""

import json
import sys
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fourfold.web.middleware.redaction import loggable
from fourfold.web.middleware.request_id import current_request


class AccessLogMiddleware:
    """Write down each request once it is answered. Headers and queries are left out."""

    def __init__(self, app: ASGIApp, form: str) -> None:
        """form: `quiet`, `text` or `json`."""
        self._app = app
        self._form = form

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or self._form == "quiet":
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
            print(self._line(scope, status, time.monotonic() - began), file=sys.stderr, flush=True)

    def _line(self, scope: Scope, status: int, seconds: float) -> str:
        client = scope.get("client") or ("", 0)
        request = current_request()
        line = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            "client": client[0],
            "request": "" if request is None else request.id,
            "method": scope["method"],
            "path": loggable(scope["path"]),
            "status": status,
            "ms": round(1000 * seconds, 1),
        }
        if self._form == "json":
            return json.dumps(line)
        path = json.dumps(line["path"], ensure_ascii=False)[1:-1]  # a path may hold line ends
        path = path.encode("utf-8", "backslashreplace").decode()
        words = (line["time"], status, f"{line['ms']:8} ms", client[0], line["request"])
        return " ".join(map(str, (*words, scope["method"], path)))
