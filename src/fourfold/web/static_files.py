"""The page and its files, from the package's own folder: compressed, and cached by ETag.

Starlette's StaticFiles does not compress, and cannot tell the page where it is shown.
"""

import gzip
import hashlib
import html
import json
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

FOLDER = Path(__file__).parent / "static"
BASE = '<base href="/">'
"""In index.html: replaced by the path at which the page is shown."""
MODULES = "<!-- modules -->"
"""In index.html: replaced by a link to every script that the first look at the page needs, so that
the browser asks for all of them at once instead of one after the other as it finds each import."""
WORKER = "service_worker.js"
"""Served beside the page and not among its files: it may only serve addresses below its own."""
ADDRESSES = (
    "/",
    "/history",
    "/history/{part}",
    "/game/{id}",
    "/game/{id}/review",
    "/position/{text}",
    "/position/{text}/review",
    "/tree",
    "/tree/{position}",
    "/learn",
    "/learn/{lesson}",
    "/puzzles",
    "/puzzles/{what}",
    "/people",
    "/tournaments",
    "/tournaments/{name}",
    "/tournaments/{name}/watch",
    "/tournaments/{name}/games/{number}",
)
"""Where the page is shown; it reads its address itself."""

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".ico": "image/x-icon",
    ".png": "image/png",
}
_NAME = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)+")
_ADDRESS = re.compile(r'"(static/[^"]+)"')  # in index.html
_ASKED_FOR = ("api/opponents", "api/agents")  # kept by the service worker, beside the lessons
_IMPORT = re.compile(r'^(?:import|export) [^;]*?"(\.{1,2}/[^"]+\.js)";', re.MULTILINE)
_COMMENTS = {
    ".js": re.compile(r"^[ \t]*(?://.*|/\*\*(?:(?!\*/)[\s\S])*\*/[ \t]*)$", re.MULTILINE),
    ".css": re.compile(r"/\*(?:(?!\*/)[\s\S])*\*/"),
}
_LEAST_PACKED = 500  # bytes: below that, gzip gains nothing


@dataclass(frozen=True, slots=True)
class File:
    """A file as it is sent."""

    data: bytes
    packed: bytes
    tag: str
    kind: str


class Files:
    """The files of a folder, read when first requested and again when they have changed."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._files: dict[tuple[str, str], tuple[tuple[int, int], File]] = {}

    def get(self, path: str, base: str = "") -> File | None:
        """Return a file by its path below the folder; None if there is none.

        base: the path at which the page is shown, for index.html.
        """
        parts = path.split("/")
        # Only such names are ever looked for, so no address leads out of the folder.
        if len(parts) > 4 or not _NAME.fullmatch(parts[-1]) or parts[-1].startswith("."):
            return None
        if not all(re.fullmatch(r"[A-Za-z0-9_-]+", part) for part in parts[:-1]):
            return None
        place = self._folder.joinpath(*parts)
        kind = _TYPES.get(place.suffix)
        try:
            status = place.stat()
            stamp = (status.st_mtime_ns, status.st_size)
            known = self._files.get((path, base))
            if known is not None and known[0] == stamp:
                return known[1]
            if kind is None or not place.is_file():
                return None
            data = place.read_bytes()
        except OSError:
            return None
        if path == "index.html":
            data = self._page(data.decode(), base).encode()
        elif place.suffix in _COMMENTS:
            data = without_comments(data.decode(), place.suffix).encode()
        file = _file(data, kind)
        if len(self._files) < 1000:  # bases come from requests
            self._files[path, base] = (stamp, file)
        return file

    def service_worker(self) -> File | None:
        """Return the service worker with the lists of what it keeps; None if there is none."""
        script, page = self.get(WORKER), self.get("index.html")
        if script is None or page is None:
            return None
        names = sorted(
            path.relative_to(self._folder).as_posix()
            for path in self._folder.rglob("*")
            if path.suffix in _TYPES and path.name not in (WORKER, "index.html")
        )
        tags = [file.tag for name in names if (file := self.get(name)) is not None]
        version = hashlib.sha256("".join([script.tag, page.tag, *tags]).encode()).hexdigest()[:20]
        first = set(_ADDRESS.findall(page.data.decode()))
        late = [f"static/{name}" for name in names if f"static/{name}" not in first]
        text = script.data.decode()
        for old, new in (
            ('VERSION = ""', f'VERSION = "{version}"'),
            ("FIRST = []", f"FIRST = {json.dumps(['./', *sorted(first)])}"),
            ("LATE = []", f"LATE = {json.dumps([*late, *_ASKED_FOR])}"),
        ):
            text = text.replace(old, new, 1)
        return _file(text.encode(), script.kind)

    def _page(self, text: str, base: str) -> str:
        scripts = sorted(imported_scripts(self._folder) - {"main.js"})
        links = [f'<link rel="modulepreload" href="static/{path}">' for path in scripts]
        text = text.replace(BASE, f'<base href="{html.escape(base)}/">')
        return text.replace(MODULES, "\n    ".join(links))


def without_comments(text: str, suffix: str) -> str:
    """Return a script or a style sheet without the comments that have lines of their own.

    A quarter of the scripts is comments, for people who read the sources. The lines keep their
    numbers. `tests/web/page/test_types.py` checks that nothing but comments goes.
    """
    return _COMMENTS[suffix].sub(lambda found: "\n" * found[0].count("\n"), text)


def _file(data: bytes, kind: str) -> File:
    packed = gzip.compress(data, 6, mtime=0) if len(data) >= _LEAST_PACKED else b""
    return File(data, packed, f'"{hashlib.sha256(data).hexdigest()[:20]}"', kind)


def imported_scripts(folder: Path, script: str = "main.js") -> set[str]:
    """Return a script and all that it imports at its beginning, by their paths below the folder.

    What it imports later, by `import()`, is left out.
    """
    found: set[str] = set()
    waiting = [folder / script]
    while waiting:
        place = waiting.pop()
        name = place.relative_to(folder).as_posix()
        if name in found or not place.is_file():
            continue
        found.add(name)
        for path in _IMPORT.findall(place.read_text("utf-8")):
            waiting.append(Path(os.path.normpath(place.parent / path)))
    return found


def answer(file: File, request: Request) -> Response:
    """Return the answer with a file, or 304 if the browser has this version already."""
    headers = {"ETag": file.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    known = {tag.strip().removeprefix("W/") for tag in _header(request, "if-none-match").split(",")}
    if file.tag in known or "*" in known:
        return Response(status_code=304, headers=headers)
    data = file.data
    if file.packed and "gzip" in _header(request, "accept-encoding"):
        data = file.packed
        headers["Content-Encoding"] = "gzip"
    return Response(data, headers=headers, media_type=file.kind)


def _header(request: Request, name: str) -> str:
    return str(request.headers.get(name, ""))


def add_routes(router: APIRouter, folder: Path = FOLDER) -> None:
    """Add the page at each of its addresses, and its files."""
    files = Files(folder)

    async def page(request: Request) -> Response:
        base = str(request.scope["root_path"])
        file = files.get("index.html", base)
        if file is None:
            raise HTTPException(404)
        return answer(file, request)

    reading: dict[str, Any] = {"methods": ["GET", "HEAD"], "include_in_schema": False}

    for path in ADDRESSES:
        router.add_api_route(path, page, **reading)

    @router.api_route(f"/{WORKER}", **reading)
    async def worker(request: Request) -> Response:
        found = files.service_worker()
        if found is None:
            raise HTTPException(404)
        return answer(found, request)

    @router.api_route("/static/{path:path}", **reading)
    async def file(request: Request, path: str) -> Response:
        found = None if path == "index.html" else files.get(path)
        if found is None:
            raise HTTPException(404)
        return answer(found, request)
