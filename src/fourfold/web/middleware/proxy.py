"""The request as it was before a reverse proxy handed it on."""

from typing import Any

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware


class ProxyMiddleware:
    """Believe the X-Forwarded headers of trusted proxies, and of nobody else.

    uvicorn reads -For and -Proto. It does not know -Host, the name that the browser used, nor
    -Prefix, the path at which the proxy shows the server: those are read here.
    """

    def __init__(self, app: ASGIApp, trusted: tuple[str, ...]) -> None:
        """trusted: addresses or networks of proxies; `*` among them trusts everybody."""
        forwarded: Any = ProxyHeadersMiddleware  # its types are uvicorn's own
        self._app = forwarded(app, ["*"] if "*" in trusted else list(trusted))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            client = scope.get("client") or (None, 0)
            scope = dict(scope)
            if client[0] in self._app.trusted_hosts:
                _read_host_and_prefix(scope)
        await self._app(scope, receive, send)


def _read_host_and_prefix(scope: Scope) -> None:
    headers = Headers(scope=scope)
    prefix = _clean_prefix(headers.get("x-forwarded-prefix", ""))
    if prefix:
        scope["root_path"] = prefix
    host = headers.get("x-forwarded-host", "").split(",")[0].strip()
    if host:
        others = [(name, value) for name, value in scope["headers"] if name != b"host"]
        scope["headers"] = [*others, (b"host", host.encode("latin-1"))]


def _clean_prefix(text: str) -> str:
    """Return a path such as /fourfold; nothing if the text is none."""
    text = text.split(",")[0].strip().rstrip("/")
    is_path = text.startswith("/") and not text.startswith("//") and len(text) < 200
    return text if is_path and all(c.isalnum() or c in "/-_.~" for c in text) else ""
