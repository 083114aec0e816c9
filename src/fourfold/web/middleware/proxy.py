"""The request as it was before a reverse proxy handed it on."""

from collections.abc import Callable
from typing import Any

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

_REQUEST_ID = b"x-request-id"


def trusts(trusted: tuple[str, ...]) -> Callable[[str], bool]:
    """Return a function that says whether an address is that of a trusted proxy.

    trusted: addresses or networks of proxies; `*` among them trusts everybody.
    """
    hosts = _forwarded(None, trusted).trusted_hosts
    return lambda address: address in hosts


def _forwarded(app: ASGIApp | None, trusted: tuple[str, ...]) -> Any:
    middleware: Any = ProxyHeadersMiddleware  # its types are uvicorn's own
    return middleware(app, ["*"] if "*" in trusted else list(trusted))


class ProxyMiddleware:
    """Believe the X-Forwarded headers of trusted proxies, and of nobody else.

    uvicorn reads -For and -Proto. It does not know -Prefix, the path at which the proxy shows the
    server: that is read here. -Host is never believed: the name of a request is in its Host header,
    which a proxy passes on. An X-Request-ID is kept if a trusted proxy sent it.
    """

    def __init__(self, app: ASGIApp, trusted: tuple[str, ...]) -> None:
        """trusted: addresses or networks of proxies; `*` among them trusts everybody."""
        self._app = _forwarded(app, trusted)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            client = scope.get("client") or (None, 0)
            scope = dict(scope)
            if client[0] in self._app.trusted_hosts:
                _read_prefix(scope)
            else:
                kept = [pair for pair in scope["headers"] if pair[0] != _REQUEST_ID]
                scope["headers"] = kept
        await self._app(scope, receive, send)


def _read_prefix(scope: Scope) -> None:
    prefix = _clean_prefix(Headers(scope=scope).get("x-forwarded-prefix", ""))
    if prefix:
        scope["root_path"] = prefix


def _clean_prefix(text: str) -> str:
    """Return a path such as /fourfold; nothing if the text is none."""
    text = text.split(",")[0].strip().rstrip("/")
    is_path = text.startswith("/") and not text.startswith("//") and len(text) < 200
    return text if is_path and all(c.isalnum() or c in "/-_.~" for c in text) else ""
