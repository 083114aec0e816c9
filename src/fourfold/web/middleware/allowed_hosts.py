"""The names that the server answers to.

A page of another site can point a name of its own at this machine, and would then be of the same
origin as the server. Its requests carry that name in their Host header, which gives them away.
"""

import ipaddress
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from fourfold.web.errors import refusal

LOOPBACK = ("localhost", "127.0.0.1", "::1")


class AllowedHostsMiddleware:
    """Refuse requests for other host names; without a list of names allow them all.

    Starlette's TrustedHostMiddleware answers 400 in plain text. Ours answers 421 with a sentence
    that names the option which helps.
    """

    def __init__(self, app: ASGIApp, hosts: tuple[str, ...]) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and self._hosts:
            host = Headers(scope=scope).get("host", "")
            if _without_port(host) not in self._hosts:
                words = "this server does not answer to that name: see --allow-host"
                await refusal(421, words)(scope, receive, send)
                return
        await self._app(scope, receive, send)


def _without_port(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def loopback_names(host: str) -> tuple[str, ...]:
    """Return the names of a server that listens on this machine alone; none if it does not."""
    try:
        is_local = host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return ()
    return (*LOOPBACK, host) if is_local else ()
