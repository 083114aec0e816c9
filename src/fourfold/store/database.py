"""Reaching a database: where it is, how it is opened, and what to say when it cannot be.

Nothing here or above shows a password: an error names the kind, the host and the name of a
database, and never its URL.
"""

import contextlib
import os
import sqlite3
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.pool import QueuePool

from fourfold.errors import StoreError

DRIVERS = {
    "sqlite": "sqlite+pysqlite",
    "sqlite+pysqlite": "sqlite+pysqlite",
    "postgres": "postgresql+psycopg",
    "postgresql": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
}
BUSY_SECONDS = 10.0
"""How long to wait for another process that writes."""
CONNECT_SECONDS = 10

_FORMS = "'sqlite:///games.db' or 'postgresql://user:password@host/name'"


# Where it is


def default_url() -> str:
    """The file in the user's own data folder."""
    return URL.create("sqlite", database=str(_data_folder() / "fourfold.db")).render_as_string()


def _data_folder() -> Path:
    if chosen := os.environ.get("FOURFOLD_DATA"):
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "fourfold"
    base = Path(os.environ.get("XDG_DATA_HOME", ""))
    # A relative path is to be ignored, says the standard that this variable comes from.
    return (base if base.is_absolute() else Path.home() / ".local" / "share") / "fourfold"


def read_url(text: str) -> URL:
    """The database that a URL names, with the driver that we use; StoreError if it names none."""
    kind, colon, _ = text.partition("://")
    if not colon or kind not in DRIVERS:
        # Whatever it is, it may hold a password.
        raise StoreError(f"the database is named by no URL that is known here, such as {_FORMS}")
    try:
        url = make_url(text).set(drivername=DRIVERS[kind])
    except (ArgumentError, ValueError):
        raise StoreError(f"the database's URL is not in the form of {_FORMS}") from None
    if url.get_backend_name() == "sqlite":
        if url.host or url.query:
            raise StoreError("the URL of a SQLite file is 'sqlite:///' and its path, and no more")
    elif "@" in f"{url.host}{url.database}":
        # The rest of a password: what follows would name it as the host.
        raise StoreError("a password in the database's URL has @, : and / as %40, %3A and %2F")
    return url


def shown(url: URL) -> str:
    """A database as a sentence names it."""
    if url.get_backend_name() == "sqlite":
        return "in memory" if _is_in_memory(url) else str(url.database)
    host = url.host or url.query.get("host") or "localhost"
    return f"{url.database or url.username or 'postgres'} on {host}"


def _is_in_memory(url: URL) -> bool:
    return url.database in (None, "", ":memory:")


# Opening it


def connect(url: URL) -> Engine:
    """A pool of connections; none is made yet."""
    try:
        if url.get_backend_name() == "sqlite":
            return _sqlite(url)
        options = {
            "connect_timeout": CONNECT_SECONDS,
            "client_encoding": "utf8",
            "prepare_threshold": None,  # proxies between us and the server dislike them
        }
        return create_engine(
            url,
            pool_pre_ping=True,  # a server that was restarted is found out before it matters
            pool_use_lifo=True,
            connect_args={name: options[name] for name in options.keys() - url.query.keys()},
        )
    except ModuleNotFoundError:
        raise StoreError(
            "PostgreSQL needs the package psycopg: pip install 'fourfold[postgres]'"
        ) from None
    except (ArgumentError, TypeError, ValueError):
        raise StoreError(f"the database's URL is not in the form of {_FORMS}") from None


def _sqlite(url: URL) -> Engine:
    options: dict[str, Any] = {"poolclass": QueuePool, "pool_use_lifo": True}
    if _is_in_memory(url):  # each connection is a database of its own, so there is one
        options |= {"pool_size": 1, "max_overflow": 0}
    engine = create_engine(
        url, connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False}, **options
    )

    @event.listens_for(engine, "connect")
    def set_up(connection: sqlite3.Connection, _: object) -> None:
        connection.execute("PRAGMA foreign_keys = ON")
        (mode,) = connection.execute("PRAGMA journal_mode").fetchone()
        if mode == "wal":  # where what was committed is safe from all but a power cut
            connection.execute("PRAGMA synchronous = NORMAL")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # The lock for writing is taken at the beginning: one that is taken later may be refused.
        if connection.get_execution_options().get("writes"):
            connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def prepare(engine: Engine) -> None:
    """See to what a database must have before its first table."""
    if engine.dialect.name == "sqlite":
        _write_ahead(engine)
    else:
        _check_encoding(engine)


def _check_encoding(engine: Engine) -> None:
    with engine.connect() as connection:
        encoding = connection.exec_driver_sql("SHOW server_encoding").scalar_one()
    if encoding not in ("UTF8", "SQL_ASCII"):  # the latter keeps whatever bytes it gets
        raise StoreError(
            f"the database {shown(engine.url)} keeps its texts as {encoding}, and not as UTF8, "
            "so that it cannot hold every name"
        )


def _write_ahead(engine: Engine) -> None:
    """Let readers and a writer of a SQLite file not wait for each other."""
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            with engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA journal_mode = WAL")
            break
        except DBAPIError as error:
            # Here SQLite does not wait by itself for another who is opening the file, too.
            if "locked" not in str(error.orig) or time.monotonic() > until:
                raise
            time.sleep(0.01)
    engine.dispose()  # the next connections know the mode


# What to say


@contextlib.contextmanager
def sentences(url: URL, what: str) -> Iterator[None]:
    """Turn what a driver raises into one sentence that says what could not be done."""
    try:
        yield
    except PoolTimeout:
        raise StoreError(f"the database {shown(url)} {what}: it is too busy") from None
    except DBAPIError as error:
        raise StoreError(f"the database {shown(url)} {what}: {_reason(error.orig)}") from None
    except SQLAlchemyError as error:
        raise StoreError(f"the database {shown(url)} {what}: {type(error).__name__}") from None


def _reason(error: BaseException | None) -> str:
    """The first line of what a driver says; the others show where, and what to try."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return (lines or ["no reason was given"])[0].rstrip(".")
