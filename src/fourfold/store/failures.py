"""What went wrong with a database, in two sentences: one for its operator, one for strangers.

The operator reads the driver's reason, with the file or the host. Strangers learn what it means
for them, and nothing of where the database is or what it is called.
"""

import contextlib
import sqlite3
from collections.abc import Iterator

from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from fourfold.errors import StoreError

_BUSY = "the database is busy"
_SILENT = "the database does not answer"
_SQLITE = {
    sqlite3.SQLITE_BUSY: _BUSY,
    sqlite3.SQLITE_LOCKED: _BUSY,
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_READONLY: "the disk may only be read",
    sqlite3.SQLITE_IOERR: "the disk has failed",
    sqlite3.SQLITE_CORRUPT: "the database is damaged",
    sqlite3.SQLITE_NOTADB: "the database is damaged",
    sqlite3.SQLITE_CANTOPEN: "the database cannot be opened",
    sqlite3.SQLITE_INTERRUPT: "it took too long",
}
_POSTGRESQL = (  # by how a state begins, the first that fits
    ("57014", "it took too long"),
    ("55P03", _BUSY),
    ("40", _BUSY),
    ("53100", "the disk is full"),
    ("53", _BUSY),
    ("25006", "the database may only be read"),
    ("08", _SILENT),
    ("57P", _SILENT),
    ("28", _SILENT),
    ("3D", _SILENT),
    ("XX", "the database is damaged"),
)
_UNKNOWN = "the database has refused it"
_WAITED = (_BUSY, _SILENT)


class Unavailable(StoreError):  # noqa: N818 - reads as the fact it states
    """A database that one has waited for in vain, and would again."""


def display_name(url: URL) -> str:
    """Return how a sentence names a database, without its password."""
    if url.get_backend_name() == "sqlite":
        return "in memory" if is_in_memory(url) else str(url.database)
    host = url.host or url.query.get("host") or "localhost"
    return f"{url.database or url.username or 'postgres'} on {host}"


def is_in_memory(url: URL) -> bool:
    """Return True for a database of SQLite without a file."""
    return url.database in (None, "", ":memory:")


@contextlib.contextmanager
def translated_errors(url: URL, what: str) -> Iterator[None]:
    """Turn errors of the driver into a StoreError, one sentence that says what failed."""
    failed = f"the database {display_name(url)} {what}"
    public = f"games {what} just now"
    try:
        yield
    except PoolTimeout:
        raise Unavailable(f"{failed}: it is too busy", f"{public}: {_BUSY}") from None
    except DBAPIError as error:
        cause = _cause(error.orig)
        kind = Unavailable if cause in _WAITED else StoreError
        raise kind(f"{failed}: {_reason(error.orig)}", f"{public}: {cause}") from None
    except SQLAlchemyError as error:
        raise StoreError(f"{failed}: {type(error).__name__}", public) from None


def _cause(error: BaseException | None) -> str:
    """Return what strangers are told of a driver's error."""
    if isinstance(error, sqlite3.Error):
        code: int | None = getattr(error, "sqlite_errorcode", None)
        if code == sqlite3.SQLITE_ERROR and "no such table" in str(error):
            return "the database is damaged"
        return _UNKNOWN if code is None else _SQLITE.get(code & 0xFF, _UNKNOWN)
    state: str | None = getattr(error, "sqlstate", None)
    if state is None:  # the server has not said anything
        return _SILENT
    return next((cause for start, cause in _POSTGRESQL if state.startswith(start)), _UNKNOWN)


def _reason(error: BaseException | None) -> str:
    """Return the first line of a driver's message; the others show where, and what to try."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return (lines or ["no reason was given"])[0].rstrip(".")
