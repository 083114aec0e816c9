"""What every request passes through, before the app sees it and after it has answered.

whose name is it called by      a page of another site that points its name at this machine
who sends it                    a page of another site that would act for somebody here
how much it is                  nobody needs a body of a megabyte, or of an hour
where it is                     below the path at which a proxy shows the server
what the browser may do         the headers that forbid all but our own files
what went wrong                 one sentence, and the rest in the log
"""

import asyncio
import ipaddress
import json
import logging
import sys
import time
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from fourfold.web.errors import refusal
from fourfold.web.settings import Settings

MOST = 64 * 1024
"""Bytes of a body."""
MOST_RECORDS = 1024 * 1024
"""Bytes of a file of games."""
SLOWEST = 10.0
"""Seconds for a body to arrive."""

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'self'; form-action 'none'; "
    "frame-ancestors 'none'"
)
_HEADERS = [
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]
_LOOPBACK = ("localhost", "127.0.0.1", "::1")
_SAFE = {"GET", "HEAD", "OPTIONS"}

log = logging.getLogger("fourfold.web")


class Gate:
    """The outermost part of the app."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.monotonic()
        status = 0

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message = {**message, "headers": _with_ours(message.get("headers", ()))}
            await send(message)

        try:
            await self._pass(scope, receive, sending)
        except Exception:
            log.exception("%s %s failed", scope["method"], scope["path"])
            if status == 0:
                words = "something went wrong on the server, which is not your fault"
                await refusal(500, words)(scope, receive, sending)
        finally:
            self._write_down(scope, status, time.monotonic() - began)

    async def _pass(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = _headers(scope)
        scope = _behind_proxy(scope, headers, self._settings)
        refused = self._refused(scope, headers)
        if refused is not None:
            await refusal(*refused)(scope, receive, send)
            return
        if scope["method"] not in _SAFE:
            try:
                receive = await _read_body(scope, headers, receive)
            except _TooMuchError as error:
                await refusal(error.status, str(error))(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _refused(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str] | None:
        host = headers.get("host", "")
        names = self._settings.hosts
        if names and _name_of(host) not in names:
            return 421, "this server does not answer to that name: see --allow-host"
        writes = scope["method"] not in _SAFE
        if writes and _is_cross_site(headers, host, names):
            return 403, "a page of another site cannot do that"
        if _is_embedded(headers) and scope["path"].startswith("/api/"):
            return 403, "a page of another site cannot ask that"
        if "\x00" in scope["path"]:
            return 404, "there is nothing at this address"
        return None

    def _write_down(self, scope: Scope, status: int, seconds: float) -> None:
        if self._settings.log == "quiet":
            return
        client = scope.get("client") or ("", 0)
        line = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            "client": client[0],
            "method": scope["method"],
            "path": scope["path"],
            "status": status,
            "ms": round(1000 * seconds, 1),
        }
        if self._settings.log == "json":
            print(json.dumps(line), file=sys.stderr, flush=True)
        else:
            words = f"{line['time']} {status} {line['ms']:8} ms  {scope['method']} "
            print(words + json.dumps(scope["path"])[1:-1], file=sys.stderr, flush=True)


def _headers(scope: Scope) -> dict[str, str]:
    """The headers, of those that come twice the last."""
    return {
        name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]
    }


def _with_ours(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    theirs = list(headers)
    if not any(name.lower() == b"cache-control" for name, _ in theirs):
        theirs.append((b"cache-control", b"no-store"))
    return theirs + _HEADERS


# Where it is


def _behind_proxy(scope: Scope, headers: dict[str, str], settings: Settings) -> Scope:
    """The request as it would be without the proxy before us."""
    client = scope.get("client") or ("", 0)
    changed = dict(scope)
    base = settings.root_path
    if _is_trusted(client[0], settings):
        base = _prefix(headers.get("x-forwarded-prefix", "")) or base
        host = headers.get("x-forwarded-host", "").split(",")[0].strip()
        if host:
            headers["host"] = host
        address = headers.get("x-forwarded-for", "").split(",")[-1].strip()
        if address:
            changed["client"] = (address, 0)
        if headers.get("x-forwarded-proto") in ("http", "https"):
            changed["scheme"] = headers["x-forwarded-proto"]
    path = scope["path"]
    if base and (path == base or path.startswith(base + "/")):
        path = path[len(base) :] or "/"
    changed["path"] = path
    changed["raw_path"] = None
    changed["root_path"] = ""
    changed["fourfold.base"] = base
    return changed


def _is_trusted(address: str, settings: Settings) -> bool:
    return "*" in settings.trusted or not address or address in settings.trusted


def _prefix(text: str) -> str:
    """A path such as /fourfold; nothing if it is none."""
    text = text.split(",")[0].strip().rstrip("/")
    plain = text.startswith("/") and not text.startswith("//") and len(text) < 200
    return text if plain and all(c.isalnum() or c in "/-_.~" for c in text) else ""


# Whose name, and who sends it


def _name_of(host: str) -> str:
    """A host without its port."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _is_cross_site(headers: dict[str, str], host: str, names: tuple[str, ...]) -> bool:
    """Whether a browser tells that another site's page sends this; other programs tell nothing."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site not in ("same-origin", "none")
    origin = headers.get("origin")
    if origin is None:
        return False
    try:
        there = urlsplit(origin)
    except ValueError:
        return True
    if there.netloc.lower() == host.lower():
        return False
    # A proxy may have put its own name for us in the place of the one that the browser used.
    return there.hostname in _LOOPBACK or there.hostname not in names


def _is_embedded(headers: dict[str, str]) -> bool:
    """Whether another site's page fetches this, as a picture perhaps, to keep the server busy."""
    site, mode = headers.get("sec-fetch-site"), headers.get("sec-fetch-mode")
    return site in ("cross-site", "same-site") and mode != "navigate"


def loopback_names(host: str) -> tuple[str, ...]:
    """The names that a server on this machine alone answers to; any other means a trick."""
    try:
        is_local = host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return ()
    return (*_LOOPBACK, host) if is_local else ()


# How much


class _TooMuchError(Exception):
    def __init__(self, status: int, words: str) -> None:
        super().__init__(words)
        self.status = status


async def _read_body(scope: Scope, headers: dict[str, str], receive: Receive) -> Receive:
    """The whole body at once, if it is not too long and does not take too long."""
    most = MOST_RECORDS if scope["path"] == "/api/records" else MOST
    too_long = f"the body is too long: at most {most // 1024} KB are allowed"
    length = headers.get("content-length", "0")
    if not length.isascii() or not length.isdigit() or len(length) > 9 or int(length) > most:
        raise _TooMuchError(413, too_long)
    parts: list[bytes] = []
    try:
        async with asyncio.timeout(SLOWEST):
            more, size = True, 0
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    break
                parts.append(message.get("body", b""))
                size += len(parts[-1])
                if size > most:
                    raise _TooMuchError(413, too_long)
                more = message.get("more_body", False)
    except TimeoutError:
        raise _TooMuchError(408, "the body did not arrive in time") from None
    waiting: list[Message] = [{"type": "http.request", "body": b"".join(parts), "more_body": False}]

    async def again() -> Message:
        return waiting.pop() if waiting else await receive()

    return again
