"""What an operator does to a database as it is: look at its version, check it, vacuum it.

Nothing here upgrades the tables. `Store.open` does.
"""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.engine import URL

from fourfold.errors import StoreError
from fourfold.store.database import connect, default_url, read_url
from fourfold.store.failures import display_name, translated_errors
from fourfold.store.migrations import STEPS, stored_version
from fourfold.store.rows import from_row, to_row
from fourfold.store.schema import COUNTER, GAMES, METADATA

_BATCH = 1_000  # games that are read at once
_MOST_PROBLEMS = 100
_SEARCHED = (
    "rules", "position", "plies", "result", "first_name", "second_name", "first_agent",
    "second_agent", "first_player", "second_player",
)  # fmt: skip


@dataclass(slots=True)
class CheckReport:
    """What a check of a database has found."""

    games: int = 0
    version: int = 0
    problems: list[str] = field(default_factory=list)
    """A sentence for each, `_MOST_PROBLEMS` at most."""

    def add(self, problem: str) -> None:
        """Add a problem."""
        if len(self.problems) < _MOST_PROBLEMS:
            self.problems.append(problem)


@contextlib.contextmanager
def open_database(url: str | None) -> Iterator[tuple[URL, Engine]]:
    """Connect to a database that exists, as it is; StoreError if there is none.

    url: None is the user's own.
    """
    parsed = read_url(default_url() if url is None else url)
    if is_sqlite(parsed) and not Path(str(parsed.database)).is_file():
        raise StoreError(f"there is no database {display_name(parsed)}")
    engine = connect(parsed, limited=False)
    try:
        with translated_errors(parsed, "cannot be used"):
            yield parsed, engine
    finally:
        engine.dispose()


def is_sqlite(url: URL) -> bool:
    """Return True if the database is a file."""
    return url.get_backend_name() == "sqlite"


def tables_of(connection: Connection, url: URL) -> int:
    """Return the version of the tables; StoreError if there are none of ours."""
    version = stored_version(connection, display_name(url))
    if version == 0:
        raise StoreError(f"the database {display_name(url)} has no games of fourfold")
    return version


# Checking


def check(url: str | None) -> CheckReport:
    """Read everything once, and compare what is kept twice; StoreError if it cannot be opened."""
    report = CheckReport()
    with open_database(url) as (parsed, engine), engine.connect() as connection:
        report.version = tables_of(connection, parsed)
        if is_sqlite(parsed):
            _check_file(connection, report)
        if report.version < len(STEPS):
            report.add(
                f"the tables are of version {report.version}, and this program's are of "
                f"version {len(STEPS)}: fourfold db upgrade"
            )
            return report
        _check_games(connection, report)
        _check_numbers(connection, report)
    return report


def _check_file(connection: Connection, report: CheckReport) -> None:
    for (line,) in connection.exec_driver_sql(f"PRAGMA integrity_check({_MOST_PROBLEMS})"):
        if line != "ok":
            report.add(f"the file is damaged: {line}")
    for table, row, parent, _ in connection.exec_driver_sql("PRAGMA foreign_key_check"):
        report.add(f"row {row} of {table} belongs to a row of {parent} that is not there")


def _check_games(connection: Connection, report: CheckReport) -> None:
    for rows in _all_games(connection):
        for row in rows:
            report.games += 1
            try:
                made = to_row(from_row(row))
            except StoreError as error:
                report.add(str(error))
                continue
            wrong = [name for name in _SEARCHED if made[name] != row[name]]
            if wrong:
                report.add(f"game {row['id']} is searched by a wrong {' and '.join(wrong)}")


def _all_games(connection: Connection) -> Iterator[list[Any]]:
    last = ""
    while True:
        wanted = select(GAMES).where(GAMES.c.id > last).order_by(GAMES.c.id).limit(_BATCH)
        rows = list(connection.execute(wanted).mappings())
        if not rows:
            return
        yield rows
        last = rows[-1]["id"]


def _check_numbers(connection: Connection, report: CheckReport) -> None:
    counters = connection.execute(select(COUNTER.c.value)).scalars().all()
    newest = connection.scalar(select(func.max(GAMES.c.sequence))) or 0
    if len(counters) != 1:
        report.add(f"there are {len(counters)} counters of changes, but must be one")
    elif counters[0] < newest:
        report.add(f"the counter of changes is at {counters[0]}, but a game has number {newest}")


# Vacuuming


def vacuum(url: str | None) -> tuple[int, int]:
    """Give unused space back to the system; return the bytes before and after.

    A SQLite file is written anew, for which nobody may write meanwhile: StoreError if somebody does
    for longer than a writer waits. PostgreSQL goes on working.
    """
    with open_database(url) as (parsed, engine):
        plain = engine.execution_options(isolation_level="AUTOCOMMIT")
        with plain.connect() as connection:
            tables_of(connection, parsed)
            before = database_size(connection)
            if is_sqlite(parsed):
                connection.exec_driver_sql("VACUUM")
                connection.exec_driver_sql("PRAGMA optimize")
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
            else:
                for table in METADATA.sorted_tables:
                    connection.exec_driver_sql(f"VACUUM (ANALYZE) {table.name}")
            return before, database_size(connection)


def database_size(connection: Connection) -> int:
    """Return how many bytes the tables take, without the write-ahead log."""
    if connection.dialect.name == "sqlite":
        (pages,) = connection.exec_driver_sql("PRAGMA page_count").one()
        (size,) = connection.exec_driver_sql("PRAGMA page_size").one()
        return int(pages) * int(size)
    names = ", ".join(f"'{table.name}'" for table in METADATA.sorted_tables)
    total = connection.exec_driver_sql(
        "SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0) FROM pg_class c "
        f"WHERE c.relname IN ({names}) AND pg_table_is_visible(c.oid)"
    ).scalar_one()
    return int(total)
