"""Time limits for questions that read much: a search, a count."""

import contextlib
import time
from collections.abc import Iterator
from typing import Any

from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError

from fourfold.errors import QueryTimeout

SEARCH_SECONDS = 2.0
"""Seconds that a search or a count may take."""
_STEPS = 20_000  # of SQLite's machine between two looks at the clock: about a millisecond
_CANCELLED = "57014"  # what PostgreSQL calls a statement that took too long


@contextlib.contextmanager
def limited(connection: Connection, seconds: float) -> Iterator[None]:
    """Let what is asked take so many seconds; QueryTimeout if it takes longer."""
    try:
        if connection.dialect.name == "sqlite":
            driver: Any = connection.connection.driver_connection
            end = time.monotonic() + seconds
            driver.set_progress_handler(lambda: time.monotonic() > end, _STEPS)
            try:
                yield
            finally:
                driver.set_progress_handler(None, 0)
        else:
            connection.exec_driver_sql(f"SET statement_timeout = {int(1000 * seconds)}")
            try:
                yield
            finally:
                connection.exec_driver_sql("RESET statement_timeout")
    except DBAPIError as error:
        is_cancelled = getattr(error.orig, "sqlstate", None) == _CANCELLED
        if not is_cancelled and str(error.orig) != "interrupted":
            raise
        raise QueryTimeout(
            f"this took longer than {seconds:g} seconds: ask for something narrower"
        ) from None
