"""Pages of other sites: what they may not do in the name of somebody who has one open."""

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from fourfold.web.errors import refusal
from fourfold.web.middleware.allowed_hosts import LOOPBACK
from fourfold.web.middleware.root_path import route_path

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


class CrossSiteMiddleware:
    """Refuse requests that a browser says come from a page of another site.

    Programs other than browsers send none of these headers, and are let through.
    """

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...]) -> None:
        """hosts: the names of this server."""
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            headers = Headers(scope=scope)
            writes = scope["method"] not in SAFE_METHODS
            words = ""
            if writes and _is_cross_site(headers, self._hosts):
                words = "a page of another site cannot do that"
            elif _is_embedded(headers) and route_path(scope).startswith("/api/"):
                words = "a page of another site cannot ask that"
            if words:
                await refusal(403, words)(scope, receive, send)
                return
        await self._app(scope, receive, send)


def _is_cross_site(headers: Headers, hosts: tuple[str, ...]) -> bool:
    """Return True if a page of another site sends this."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site not in ("same-origin", "none")
    origin = headers.get("origin")
    if origin is None:
        return False
    try:
        sender = urlsplit(origin)
    except ValueError:
        return True
    if sender.netloc.lower() == headers.get("host", "").lower():
        return False
    # A proxy may have put its own name for us in the place of the one that the browser used.
    return sender.hostname in LOOPBACK or sender.hostname not in hosts


def _is_embedded(headers: Headers) -> bool:
    """Return True if a page of another site loads this, as an image perhaps.

    It could not read the answer, but a thousand of them would keep the server busy.
    """
    site, mode = headers.get("sec-fetch-site"), headers.get("sec-fetch-mode")
    return site in ("cross-site", "same-site") and mode != "navigate"
