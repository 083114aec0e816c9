"""Backups: a database, whichever it is, as one SQLite file, and back.

A backup is what the database was at one moment, taken while others go on reading and writing. One
form for both kinds of databases means that a backup is checked by the same means, can be opened
like any other file of games, and can be restored into the other kind.

A restore is one transaction: others see the old games or the new ones. They notice, because every
restored game counts as a change after all that went before:

    sequence    the backup's, plus the last number that was given out here
    version     the backup's, plus the highest of any game here

Clocks of games go on from where they were: the times of the backup, which are by its own clock, are
moved to where this database's clock is.
"""

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Table, delete, func, insert, inspect, select, update
from sqlalchemy.engine import URL

from fourfold.errors import StoreError
from fourfold.store.database import connect
from fourfold.store.maintenance import is_sqlite, open_database, tables_of
from fourfold.store.migrations import STEPS, migrate
from fourfold.store.rows import shift_state
from fourfold.store.schema import CLOCK, COUNTER, EMOTES, GAMES, LEASES, METADATA, SEEKS, VERSION
from fourfold.store.store import Store
from fourfold.support.folders import temporary_folder

_PAGES = 2_048  # of a SQLite file, copied before Ctrl-C is heard again
_BATCH = 1_000  # rows that are written at once
_PASSING = {VERSION, COUNTER, CLOCK, LEASES, EMOTES, SEEKS}  # of one database at one moment
_KEPT = [table for table in METADATA.sorted_tables if table not in _PASSING]


@dataclass(frozen=True, slots=True)
class Backup:
    """A file that was written or read."""

    path: Path
    games: int
    version: int
    """The version of its tables."""
    size: int
    """In bytes."""


def back_up(url: str | None, path: Path, *, replace: bool = False) -> Backup:
    """Write a backup, check it, and put it in its place; StoreError or OSError if that fails.

    Until then, there is what was there before, or nothing. Others may write meanwhile.

    url: of the database; None is the user's own.
    replace: whether a file of that name may be replaced.
    """
    if path.exists() and not replace:
        raise StoreError(f"there is a file {path} already: --force replaces it")
    with open_database(url) as (parsed, engine), _new_file(path) as new:
        with engine.connect() as connection:
            version = tables_of(connection, parsed)
        if is_sqlite(parsed):
            if path.exists() and path.samefile(str(parsed.database)):
                raise StoreError(f"{path} is the database itself")
            try:
                _copy_file(engine, new)
            except sqlite3.Error as error:
                raise StoreError(f"the backup {path} cannot be written: {error}") from None
        else:
            _copy_rows(engine, new, version)
        made = read_backup(new)
    return Backup(path, made.games, made.version, path.stat().st_size)


def read_backup(path: Path) -> Backup:
    """Check a backup, every page of it; StoreError says why it is none."""
    try:
        with contextlib.closing(_open_read_only(path)) as connection:
            (line,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            if line != "ok":
                raise StoreError(f"the backup {path} is damaged: {line}")
            (version,) = connection.execute(f"SELECT max(version) FROM {VERSION.name}").fetchone()
            (games,) = connection.execute(f"SELECT count(*) FROM {GAMES.name}").fetchone()
    except sqlite3.Error as error:
        raise StoreError(f"{path} is no backup of fourfold: {error}") from None
    if version is None:
        raise StoreError(f"{path} is no backup of fourfold: it has no version")
    if version > len(STEPS):
        raise StoreError(
            f"the backup {path} is of version {version}, which is newer than this program: "
            f"it knows versions up to {len(STEPS)}"
        )
    return Backup(path, games, version, path.stat().st_size)


def restore(path: Path, url: str | None, *, replace: bool = False) -> tuple[Backup, int]:
    """Put the games of a backup in the place of all that a database has.

    Returns the backup, and how many games were there before. All or nothing is done, while a server
    may be running; its own changes wait meanwhile.

    replace: whether games may be replaced; StoreError if there are any and they may not.
    """
    found = read_backup(path)
    with _upgraded(found) as source, Store.open(url) as store, store.transaction() as connection:
        old = connection.execute(select(COUNTER.c.value).with_for_update()).scalar_one()
        before, highest = connection.execute(
            select(func.count(), func.coalesce(func.max(GAMES.c.version), 0)).select_from(GAMES)
        ).one()
        if before and not replace:
            raise StoreError(
                f"the database has {before:,} games: --force replaces them by the "
                f"{found.games:,} of {path}"
            )
        for table in reversed(METADATA.sorted_tables):
            if table not in (VERSION, COUNTER, CLOCK):
                connection.execute(delete(table))
        with source.connect() as reading:
            ahead = store.clock.now() - reading.execute(select(CLOCK.c.time)).scalar_one()
            for table in _KEPT:
                for rows in _rows(reading, table):
                    if table is GAMES:
                        for row in rows:
                            row["sequence"] += old
                            row["version"] += highest
                            row["changed"] += ahead
                            row["state"] = shift_state(row["state"], ahead)
                    connection.execute(insert(table), rows)
            newest = reading.execute(select(COUNTER.c.value)).scalar_one()
        connection.execute(update(COUNTER).values(value=old + newest))
    return found, before


# Copying


def _open_read_only(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)


def _copy_file(engine: Engine, new: Path) -> None:
    """Copy a SQLite database as it is at one moment, by SQLite's own means."""
    with engine.connect() as connection, contextlib.closing(sqlite3.connect(new)) as target:
        source: Any = connection.connection.driver_connection
        # An open transaction keeps to one moment: without it every change begins the copy anew.
        source.execute("BEGIN")
        source.execute(f"SELECT count(*) FROM {VERSION.name}").fetchone()
        try:
            source.backup(target, pages=_PAGES, sleep=0)
        finally:
            source.execute("ROLLBACK")
        target.execute("PRAGMA journal_mode = DELETE")  # a single file


def _copy_rows(engine: Engine, new: Path, version: int) -> None:
    """Copy the rows of one moment into a new SQLite file with tables of the same version."""
    target = connect(URL.create("sqlite+pysqlite", database=str(new)))
    moment = engine.execution_options(isolation_level="REPEATABLE READ")
    try:
        migrate(target, target.execution_options(writes=True), new.name, last=version)
        with moment.connect() as reading, target.begin() as writing:
            for table in _KEPT:
                for rows in _rows(reading, table):
                    writing.execute(insert(table), rows)
            value = reading.execute(select(COUNTER.c.value)).scalar_one()
            writing.execute(update(COUNTER).values(value=value))
            for (clock,) in _rows(reading, CLOCK):
                writing.execute(update(CLOCK).values(clock))
    finally:
        target.dispose()


def _rows(connection: Connection, table: Table) -> Iterator[list[dict[str, Any]]]:
    """Read the rows of a table, of those columns that its version has."""
    inspector = inspect(connection)
    if not inspector.has_table(table.name):
        return
    there = {column["name"] for column in inspector.get_columns(table.name)}
    wanted = select(*(column for column in table.c if column.name in there))
    found = connection.execution_options(stream_results=True, yield_per=_BATCH).execute(wanted)
    for rows in found.mappings().partitions(_BATCH):
        yield [dict(row) for row in rows]


@contextlib.contextmanager
def _upgraded(backup: Backup) -> Iterator[Engine]:
    """Open a backup for reading; a copy of it with the present tables if it is of an older version.

    A copy in any case: opening a file of games may write to it.
    """
    with temporary_folder("fourfold-restore-") as folder:
        copy = folder / "backup.db"
        shutil.copyfile(backup.path, copy)
        with Store.open(f"sqlite:///{copy}"):
            pass
        engine = connect(URL.create("sqlite+pysqlite", database=str(copy)))
        try:
            yield engine
        finally:
            engine.dispose()


@contextlib.contextmanager
def _new_file(path: Path) -> Iterator[Path]:
    """Give a file beside a path, which takes its place once it is written and on the disk."""
    with temporary_folder(f".{path.name}-", path.parent) as folder:
        new = folder / path.name
        new.touch(mode=0o600)  # it holds what only the operator may read
        yield new
        _sync(new)
        new.replace(path)
        _sync(path.parent)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
