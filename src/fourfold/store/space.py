"""How much space the games take, and a limit for it, which is looked at without a query each time.

What deleted games have left counts as free, because new games take it: so deleting helps at once,
without a vacuum. SQLite knows its free pages. PostgreSQL does not tell them: there the rows of a
sample of pages are measured, which is right to about a tenth.
"""

import threading
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import ColumnElement, Table, TableSample, func, literal, select, tablesample
from sqlalchemy.engine import Connection

from fourfold.errors import DatabaseFull
from fourfold.store.schema import METADATA

RESERVE = 1.25
"""How many times the limit games may take that have begun: moves go on where new games cannot."""
FRESH = 5.0
"""Seconds for which a measurement is good enough."""

_SAMPLED = 400  # pages
_LARGE = 1 << 20  # bytes; a smaller table counts as full
_PAGE = 8192
_ROW = 32  # bytes of a row besides its columns


class Space:
    """The space of a database, and its limit."""

    def __init__(self, limit: int | None, measure: Callable[[], int]) -> None:
        """limit: in bytes; None is none. measure: asks the database how many are in use."""
        self.limit = limit
        self._measure = measure
        self._lock = threading.Lock()
        self._used = 0
        self._measured: float | None = None

    def used(self) -> int:
        """Return how many bytes were in use `FRESH` seconds ago, or later."""
        if self._is_fresh() or not self._lock.acquire(blocking=self._measured is None):
            return self._used  # somebody is measuring: nobody waits for that
        try:
            if not self._is_fresh():
                self._used = self._measure()
                self._measured = time.monotonic()
            return self._used
        finally:
            self._lock.release()

    def has_room(self) -> bool:
        """Return False if nothing new should be kept."""
        return self.limit is None or self.used() < self.limit

    def check(self) -> None:
        """Raise DatabaseFull if nothing new is to be kept."""
        if not self.has_room():
            raise DatabaseFull(
                "the server's database is full: new games can be begun once old ones are deleted; "
                "games that have begun go on"
            )

    def check_reserve(self) -> None:
        """Raise DatabaseFull if not even moves are to be kept."""
        if self.limit is not None and self.used() >= RESERVE * self.limit:
            raise DatabaseFull(
                "the server's database is full: nothing more can be kept until games are deleted"
            )

    def _is_fresh(self) -> bool:
        return self._measured is not None and time.monotonic() - self._measured < FRESH


def used_bytes(connection: Connection) -> int:
    """Return how many bytes are in use, without those that new games can take."""
    if connection.dialect.name != "sqlite":
        return sum(_used_by(connection, table) for table in METADATA.sorted_tables)
    pages, free, size = (
        int(connection.exec_driver_sql(f"PRAGMA {name}").scalar_one())
        for name in ("page_count", "freelist_count", "page_size")
    )
    return (pages - free) * size


def _used_by(connection: Connection, table: Table) -> int:
    """Return how much of a table of PostgreSQL, with its indexes, is in use."""
    total, heap, rows_alone = connection.exec_driver_sql(
        "SELECT coalesce(pg_total_relation_size(c), 0), coalesce(pg_table_size(c), 0), "
        f"coalesce(pg_relation_size(c), 0) FROM to_regclass('{table.name}') c"
    ).one()
    if heap < _LARGE:
        return int(total)
    percent = min(100.0, 100.0 * _SAMPLED * _PAGE / max(_PAGE, rows_alone))
    sampled = float(connection.execute(_live_bytes(table, percent)).scalar() or 0)
    return int(total * min(1.0, sampled * 100.0 / percent / heap))


def _live_bytes(table: Table, percent: float) -> Any:
    """Return the statement for the size of the rows in a sample of a table's pages.

    It is the same sample each time, so that the answer does not jump about a limit.
    """
    sample: TableSample = tablesample(table, func.system(percent), seed=literal(1))
    sizes = (func.coalesce(func.pg_column_size(column), 0) for column in sample.c)
    size: ColumnElement[Any] = sum(sizes, start=literal(_ROW))
    return select(func.sum(size)).select_from(sample)
