"""Connections: where the database is, how it is opened, and errors in one sentence.

No error shows a password: it names the host and the name of a database, never its URL.
"""

import sqlite3
import time
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import QueuePool

from fourfold.errors import StoreError
from fourfold.store import postgresql
from fourfold.store.failures import display_name, is_in_memory
from fourfold.store.sqlite_file import SqliteFile
from fourfold.support.folders import data_folder

DRIVERS = {
    "sqlite": "sqlite+pysqlite",
    "sqlite+pysqlite": "sqlite+pysqlite",
    "postgres": "postgresql+psycopg",
    "postgresql": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
}
BUSY_SECONDS = 5.0
"""Seconds to wait for another that is writing, in this process or in another, to a SQLite file."""
POOL_SECONDS = 5.0
"""Seconds to wait for a connection while all are in use."""
_POOL: dict[str, Any] = {
    "poolclass": QueuePool,
    "pool_size": 8,
    "max_overflow": 16,
    "pool_use_lifo": True,
}

_FORMS = "'sqlite:///games.db' or 'postgresql://user:password@host/name'"


# Where it is


def default_url() -> str:
    """The file in the user's own data folder."""
    return URL.create("sqlite", database=str(data_folder() / "fourfold.db")).render_as_string()


def read_url(text: str) -> URL:
    """Parse the URL of a database, and set the driver; StoreError if it is not one."""
    kind, colon, _ = text.partition("://")
    if not colon or kind not in DRIVERS:
        # The text itself is not shown: it may hold a password.
        raise StoreError(f"the database is not given by a URL such as {_FORMS}")
    try:
        url = make_url(text).set(drivername=DRIVERS[kind])
    except (ArgumentError, ValueError):
        raise StoreError(f"the database's URL is not in the form of {_FORMS}") from None
    if url.get_backend_name() == "sqlite":
        if url.host or url.query:
            raise StoreError("the URL of a SQLite file is 'sqlite:///' and its path, and no more")
    elif "@" in f"{url.host}{url.database}":
        # The rest of a password, which messages would show as the host.
        raise StoreError("a password in the database's URL has @, : and / as %40, %3A and %2F")
    return url


# Opening it


def connect(url: URL, *, file: SqliteFile | None = None, limited: bool = True) -> Engine:
    """Make a pool of connections; none is opened yet.

    file: that of a SQLite database; made here if not given.
    limited: without it statements of PostgreSQL may take as long as they want, for migrations and
    other work on whole tables.
    """
    try:
        if url.get_backend_name() == "sqlite":
            return _sqlite(url, file)
        options = postgresql.connect_options()
        if not limited:
            del options["options"]
        engine = create_engine(
            url,
            pool_pre_ping=True,  # notice a restarted server before the first statement fails
            pool_timeout=POOL_SECONDS,
            connect_args={name: options[name] for name in options.keys() - url.query.keys()},
            **_POOL,
        )
        if limited:
            postgresql.limit_answers(engine)
        return engine
    except ModuleNotFoundError:
        raise postgresql.missing_driver() from None
    except (ArgumentError, TypeError, ValueError):
        raise StoreError(f"the database's URL is not in the form of {_FORMS}") from None


def _sqlite(url: URL, file: SqliteFile | None) -> Engine:
    options = {**_POOL, "pool_timeout": POOL_SECONDS}
    if file is None and not is_in_memory(url):
        file = SqliteFile(str(url.database))
    connect_options = {"timeout": BUSY_SECONDS, "check_same_thread": False}
    if file is None:  # each connection would be a database of its own, so keep to one
        options |= {"pool_size": 1, "max_overflow": 0}
        engine = create_engine(url, connect_args=connect_options, **options)
    else:
        engine = create_engine(url, creator=lambda: file.connect(**connect_options), **options)

    @event.listens_for(engine, "connect")
    def set_up(connection: sqlite3.Connection, _: object) -> None:
        connection.execute("PRAGMA foreign_keys = ON")
        (mode,) = connection.execute("PRAGMA journal_mode").fetchone()
        if mode == "wal":  # commits are then safe from everything but a power cut
            connection.execute("PRAGMA synchronous = NORMAL")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # Take the write lock at the beginning: SQLite may refuse one that is taken later.
        if connection.get_execution_options().get("writes"):
            connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def prepare(engine: Engine) -> None:
    """Set up what a database must have before its first table."""
    if engine.dialect.name == "sqlite":
        _write_ahead(engine)
    else:
        _check_encoding(engine)


def _check_encoding(engine: Engine) -> None:
    with engine.connect() as connection:
        encoding = connection.exec_driver_sql("SHOW server_encoding").scalar_one()
    if encoding not in ("UTF8", "SQL_ASCII"):  # the latter keeps whatever bytes it gets
        raise StoreError(
            f"the database {display_name(engine.url)} stores texts as {encoding}, "
            "but must use UTF8 to hold every name"
        )


def _write_ahead(engine: Engine) -> None:
    """Switch a SQLite file to write-ahead logging: readers and a writer then never wait."""
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            with engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA journal_mode = WAL")
            break
        except DBAPIError as error:
            # SQLite does not wait by itself here for another process that opens the file.
            if "locked" not in str(error.orig) or time.monotonic() > until:
                raise
            time.sleep(0.01)
    engine.dispose()  # the next connections know the mode
