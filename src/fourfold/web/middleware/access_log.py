"""A line on standard error for each request."""

import json
import sys
import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class AccessLogMiddleware:
    """Write down each request once it is answered. Secrets are in headers, which are left out."""

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
        line = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            "client": client[0],
            "method": scope["method"],
            "path": scope["path"],
            "status": status,
            "ms": round(1000 * seconds, 1),
        }
        if self._form == "json":
            return json.dumps(line)
        path = json.dumps(scope["path"])[1:-1]  # a path may hold line ends
        return f"{line['time']} {status} {line['ms']:8} ms  {scope['method']} {path}"
