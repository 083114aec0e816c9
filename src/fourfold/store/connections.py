"""How a store reaches its database: readers, writers, and what may keep them waiting.

Every wait has an end: for a connection, for other writers, for a statement, for a server that says
nothing. A file that was deleted is refused, and one that was put in its place is opened anew.
"""

import contextlib
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager

from sqlalchemy import Connection, Engine, select, update
from sqlalchemy.engine import URL

from fourfold.errors import StoreError
from fourfold.store import database
from fourfold.store.availability import Availability
from fourfold.store.clock import DatabaseClock
from fourfold.store.failures import Unavailable, display_name, is_in_memory, translated_errors
from fourfold.store.migrations import migrate
from fourfold.store.schema import COUNTER
from fourfold.store.sqlite_file import SqliteFile


class Connections:
    """The connections of one store."""

    def __init__(self, url: URL) -> None:
        self.url = url
        is_file = url.get_backend_name() == "sqlite" and not is_in_memory(url)
        self.file = SqliteFile(str(url.database)) if is_file else None
        self.engine: Engine = database.connect(url, file=self.file)
        self.reading = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self.writing = self.engine.execution_options(writes=True)
        # SQLite has one writer at a time, and the others retry after longer and longer sleeps. A
        # lock queues the writers of this process instead. PostgreSQL queues them by itself.
        self._lock = threading.Lock() if self.engine.dialect.name == "sqlite" else None
        self.clock = DatabaseClock()
        self._reopening = threading.Lock()
        self._readers = Availability(self._probe_read)
        self._writers = Availability(self._probe_write)

    def open(self) -> None:
        """Create or migrate the tables; StoreError if the database cannot be used."""
        with translated_errors(self.url, "cannot be opened"):
            database.prepare(self.engine)
            if self.file is not None:
                self.file.note()
            with self._unlimited() as engine:
                writing = engine.execution_options(writes=True)
                migrate(self.reading, writing, display_name(self.url))
            with self.reading.connect() as connection:
                self.clock.open(connection)

    def close(self) -> None:
        """Close all idle connections."""
        self._readers.close()
        self._writers.close()
        self.engine.dispose()

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Return a connection that reads."""
        with self._readers.guard(), self._reader() as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """Return a connection in a transaction, which is committed at the end."""
        with self._writers.guard(), self._writer() as connection:
            yield connection

    @contextmanager
    def write_for_long(self) -> Iterator[Connection]:
        """Return a connection as `write` does, whose statements may take long."""
        with self._writers.guard(), self._unlimited() as engine, self._writer(engine) as connection:
            yield connection

    def check_writing(self) -> None:
        """Write something that means nothing; StoreError says why that is impossible."""
        if self.file is not None:
            self.file.check_space()
            self.file.check_size()
        with self._writers.guard():
            self._probe_write()

    # Without regard to whether it answered before

    @contextmanager
    def _reader(self) -> Iterator[Connection]:
        with translated_errors(self.url, "cannot be read"):
            self._check_file()
            with self.reading.connect() as connection:
                yield connection

    @contextmanager
    def _writer(self, engine: Engine | None = None) -> Iterator[Connection]:
        writing = self.writing if engine is None else engine.execution_options(writes=True)
        with translated_errors(self.url, "cannot be written"):
            with self._turn():
                self._check_file()
                with writing.begin() as connection:
                    yield connection
            if self.file is not None and not self.file.is_same():
                raise StoreError(
                    f"the database {display_name(self.url)} was replaced while it was written",
                    "games cannot be written just now: the database was replaced",
                )

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """Wait for the other writers of this process."""
        if self._lock is None:
            yield
        elif self._lock.acquire(timeout=database.BUSY_SECONDS):
            try:
                yield
            finally:
                self._lock.release()
        else:
            name = display_name(self.url)
            raise Unavailable(
                f"the database {name} cannot be written: others write for too long",
                "games cannot be written just now: the database is busy",
            )

    def _probe_read(self) -> None:
        with self._reader() as connection:
            connection.execute(select(COUNTER.c.value)).scalar_one()

    def _probe_write(self) -> None:
        with self._writer() as connection:  # a number of a change that there is not
            connection.execute(update(COUNTER).values(value=COUNTER.c.value + 1))

    def _check_file(self) -> None:
        """Open the file anew if it was replaced; StoreError if it is gone."""
        if self.file is None or self.file.is_same():
            return
        with self._reopening:
            if not self.file.is_same():
                self.engine.dispose()
                self.open()

    def _unlimited(self) -> AbstractContextManager[Engine]:
        """Return connections without limits of time, for work on whole tables."""
        if self.engine.dialect.name == "sqlite":
            return contextlib.nullcontext(self.engine)
        return _disposed(database.connect(self.url, limited=False))


@contextmanager
def _disposed(engine: Engine) -> Iterator[Engine]:
    try:
        yield engine
    finally:
        engine.dispose()
