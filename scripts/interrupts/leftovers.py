"""Looks for files that an interrupted command left half written, or forgot."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from fourfold.errors import FourfoldError

Files = dict[str, bytes]

_ENDS = {
    ".svg": b"</svg>\n",
    ".html": b"</html>\n",
    ".png": b"IEND\xaeB`\x82",
    ".csv": b"\n",
    ".md": b"\n",
    ".toml": b"\n",
    ".puzzles": b"\n",
}


def read_files(folder: Path) -> Files:
    """Return all files below a folder, by their names in it."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


def problems_of(folder: Path, before: Files, complete: Files) -> list[str]:
    """Compare a folder with what it was before, and with what the whole command makes of it."""
    found = []
    for name, data in read_files(folder).items():
        if data in (before.get(name), complete.get(name)):
            continue
        if name.endswith(".journal") or name in {f"{each}-journal" for each in complete}:
            continue  # the command, or SQLite, goes on from there
        if name not in complete:
            found.append(f"the file {name} was left")
        elif problem := _damage(folder / name, data):
            found.append(f"the file {name} is not whole: {problem}")
    for name in before.keys() - read_files(folder).keys():
        found.append(f"the file {name} is gone")
    return found


def _damage(path: Path, data: bytes) -> str:
    """Say what is wrong with a file whose content differs from run to run."""
    try:
        if path.suffix == ".json":
            json.loads(data)
        elif path.suffix == ".py":
            compile(data, path.name, "exec")
        elif path.suffix == ".games":
            return _damage_of_games(path, data)
        elif path.suffix == ".book":
            from fourfold.search.book import Book

            Book.open(path)
        elif path.suffix == ".db":
            with closing(sqlite3.connect(path)) as connection:
                (line,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
                return "" if line == "ok" else str(line)
        elif not data.endswith(_ENDS.get(path.suffix, b"")):
            return f"it ends in {data[-20:]!r}"
    except (ValueError, SyntaxError, FourfoldError, sqlite3.Error) as error:
        return str(error)
    return ""


def _damage_of_games(path: Path, data: bytes) -> str:
    from fourfold.game.files import load

    if not data:
        return ""  # nothing has been played yet
    return load(path).damage or ""
