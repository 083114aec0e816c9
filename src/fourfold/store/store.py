"""The games of a database, for any number of threads and processes.

A game is one row, written whole on condition that its version is still the one that was read: of
two writers that change the same version, one is refused. Every change takes the next number of a
counter, in its own transaction. The counter's row stays locked until the change is committed, so
that changes become visible in the order of their numbers: a reader that asks for all changes since
a number misses none.
"""

import random
import re
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path

from sqlalchemy import (
    Connection,
    bindparam,
    insert,
    select,
    update,
)
from sqlalchemy.engine import URL
from sqlalchemy.exc import IntegrityError

from fourfold.errors import Conflict, GameNotFound, StoreError, describe
from fourfold.rules import Player, Position
from fourfold.store import accuracies as stored_accuracies
from fourfold.store import emotes as stored_emotes
from fourfold.store import explorer, leases, search_index
from fourfold.store import players as stored_players
from fourfold.store import proofs as stored_proofs
from fourfold.store import results as stored_results
from fourfold.store import search as game_search
from fourfold.store.clock import DatabaseClock, round_time
from fourfold.store.connections import Connections
from fourfold.store.database import default_url, read_url
from fourfold.store.deletion import Deletions
from fourfold.store.explorer import MoveTally
from fourfold.store.results import AgentTally, GameResult
from fourfold.store.rows import Row, from_row, to_row
from fourfold.store.schema import COUNTER, GAMES
from fourfold.store.search import Page, Query
from fourfold.store.seeks import Seeks
from fourfold.store.space import Space, used_bytes
from fourfold.store.stored_game import StoredGame, new_id
from fourfold.store.time_limit import SEARCH_SECONDS, limited

_TRIM_RATE = 0.01  # of the calls of `save_proofs`

_ID = re.compile(r"[A-Za-z0-9]{1,64}")
# Built once: building a statement takes longer than SQLite does to run it.
_GET = select(GAMES).where(GAMES.c.id == bindparam("id"))
_BEFORE = select(GAMES.c.counted, *(GAMES.c[name] for name in search_index.COLUMNS)).where(
    GAMES.c.id == bindparam("id")
)
_NEXT = update(COUNTER).values(value=COUNTER.c.value + 1)
_COUNT = select(COUNTER.c.value)
_INSERT = insert(GAMES)
_SAVE = update(GAMES).where(
    GAMES.c.id == bindparam("the_id"), GAMES.c.version == bindparam("the_version")
)


class Store:
    """A database of games; made by `Store.open`."""

    def __init__(self, url: URL, limit: int | None = None) -> None:
        """Use `Store.open`."""
        self._connections = Connections(url)
        self._engine = self._connections.engine
        self._reading = self._connections.reading
        self._writing = self._connections.writing
        self._clock = self._connections.clock
        self.space = Space(limit, self._measure)
        """How much is in use, and how much may be."""

    @classmethod
    def open(cls, url: str | None = None, limit: int | None = None) -> "Store":
        """Open the database of a URL, or the user's own, and create or migrate its tables.

        StoreError says in one sentence why it cannot be used.

        limit: the bytes that may be in use; beyond it, DatabaseFull refuses new games.
        """
        if url is None:
            url = default_url()
            _make_folder(Path(str(read_url(url).database)).parent)
        store = cls(read_url(url), limit)
        try:
            store._connections.open()
        except BaseException:
            store.close()
            raise
        return store

    def close(self) -> None:
        """Close all idle connections."""
        self._connections.close()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # One game

    def create(self, game: StoredGame) -> StoredGame:
        """Store a new game as its version 1, and return it as it was stored."""
        now = time.time()
        created = replace(
            game, id=game.id or new_id(), version=1, created=game.created or now, updated=now
        )
        created, row = self._to_row(created)
        self.space.check()
        with self._write() as connection:
            return _insert(connection, created, row)

    def create_next(self, old: StoredGame, new: StoredGame) -> tuple[StoredGame, StoredGame]:
        """Store a game that follows another, whose change names it: both, or neither.

        Conflict if the old game has changed since its version was read. Returns both as stored.
        """
        now = time.time()
        created = replace(new, version=1, created=new.created or now, updated=now)
        saved = replace(old, version=old.version + 1, updated=now)
        created, created_row = self._to_row(created)
        saved, saved_row = self._to_row(saved)
        self.space.check()
        with self._write() as connection:
            begun = _insert(connection, created, created_row)
            return _update(connection, saved, saved_row), begun

    def get(self, id: str) -> StoredGame:
        """Return a game as it is now; GameNotFound if there is none of that id."""
        _check_id(id)
        with self._read() as connection:
            row = connection.execute(_GET, {"id": id}).mappings().first()
        if row is None:
            raise _not_found(id)
        return from_row(row, self._clock.offset)

    def save(self, game: StoredGame) -> StoredGame:
        """Store a changed game as the next version, and return it as it was stored.

        Conflict if the game has changed since its version was read. `created` never changes.
        """
        saved, row = self._to_row(replace(game, version=game.version + 1, updated=time.time()))
        self.space.check_reserve()
        with self._write() as connection:
            return _update(connection, saved, row)

    def _to_row(self, game: StoredGame) -> tuple[StoredGame, Row]:
        """Return a game as it will be read again, and its row."""
        _check_id(game.id)
        if game.ply_began is not None:
            game = replace(game, ply_began=round_time(game.ply_began))
        row = to_row(game, self._clock.offset)
        row["changed"] = self._clock.now()
        return game, row

    # What has changed

    def changed_since(self, sequence: int, limit: int = 1000) -> list[tuple[str, int, int]]:
        """List the changes after this number as (id, version, number), the oldest first."""
        columns = GAMES.c
        wanted = (
            select(columns.id, columns.version, columns.sequence)
            .where(columns.sequence > sequence)
            .order_by(columns.sequence)
            .limit(limit)
        )
        with self._read() as connection:
            return [(row.id, row.version, row.sequence) for row in connection.execute(wanted)]

    def latest_sequence(self) -> int:
        """Return the number of the last change."""
        with self._read() as connection:
            return int(connection.execute(_COUNT).scalar_one())

    # Many games

    def search(self, query: Query) -> Page:
        """Return a page of games with at least one move, the newest first.

        QueryTimeout after `SEARCH_SECONDS`.
        """
        with self._read_limited() as connection:
            return game_search.search(connection, query)

    def statistics(self, player: str | None = None) -> list[AgentTally]:
        """Count the results of all people, or of those with this name, against each agent."""
        with self._read_limited() as connection:
            return stored_results.tally(connection, player)

    def load_results(self, player: str) -> list[GameResult]:
        """Return how the games of the player with this id ended, the oldest first.

        A game counts when it first ends. Games that were read from a file, or that began in the
        middle, are left out. Of more than `MOST_RESULTS`, the newest are returned.
        """
        with self._read_limited() as connection:
            return stored_results.load(connection, player)

    def save_accuracy(self, id: str, position: str, accuracy: stored_accuracies.Accuracy) -> None:
        """Save what a review of a game has found; its version stays.

        position: the last one of the game that was reviewed, RULES:MOVES.
        """
        _check_id(id)
        with self._write() as connection:
            try:
                stored_accuracies.save(connection, id, position, accuracy)
            except IntegrityError:  # the game was deleted meanwhile
                connection.rollback()

    @property
    def deletions(self) -> Deletions:
        """Deletes games: one, or many by kind and age."""
        return Deletions(self._read, self._write, self._clock)

    # What was played in a position

    def explore(self, position: Position, player: str | None = None) -> dict[int, MoveTally]:
        """Return the columns that were played in a position, and how those games ended.

        All games count, as they first ended, in which somebody came to this board, by any order of
        moves or as its mirror image; but none that was read from a file.

        player: only those of the player with this id.
        """
        with self._read() as connection:
            return explorer.explore(connection, position, player)

    def rebuild_explorer(self) -> int:
        """Count the moves of all games that have ended again; return how many there are.

        Games that were deleted do not count any more.
        """
        with self._write() as connection:
            connection.execute(_COUNT.with_for_update())
            return explorer.rebuild(connection)

    # Leases: which process thinks about a game

    def claim(self, id: str, version: int, owner: str, seconds: float) -> bool:
        """Take or renew the lease on thinking about this version of a game; return True if granted.

        It is refused while another owner has it for the same version, and once the game changed.
        """
        _check_id(id)
        with self._write() as connection:
            try:
                now = self._clock.now()
                return leases.claim(connection, id, version, owner, seconds, now)
            except IntegrityError:  # the game was deleted meanwhile
                connection.rollback()
                return False

    def release(self, id: str, owner: str) -> None:
        """Give up a lease."""
        _check_id(id)
        with self._write() as connection:
            leases.release(connection, id, owner)

    # Proofs of analyses

    def load_proofs(self, key: str) -> str | None:
        """Return the proofs that were saved for a key, as a text, or None."""
        with self._read() as connection:
            return stored_proofs.load(connection, key)

    def save_proofs(self, key: str, proofs: str) -> None:
        """Save the proofs of a key, in place of older ones.

        About once in a hundred times all but the newest `MOST_PROOFS` are deleted. In a full
        database nothing is saved: they can be found again.
        """
        if not self.space.has_room():
            return
        with self._write() as connection:
            stored_proofs.save(connection, key, proofs, self._clock.now())
            if random.random() < _TRIM_RATE:
                stored_proofs.trim(connection, stored_proofs.MOST_PROOFS)

    def trim_proofs(self, most: int = stored_proofs.MOST_PROOFS) -> int:
        """Delete all but the newest proofs; return how many were deleted."""
        with self._write() as connection:
            return stored_proofs.trim(connection, most)

    # Players

    def load_profile(self, player: str) -> stored_players.Profile:
        """Return what is remembered of a player; empty if they are not known."""
        with self._read() as connection:
            return stored_players.load(connection, player)

    def change_profile(
        self, player: str, action: Callable[[stored_players.Profile], stored_players.Profile]
    ) -> stored_players.Profile:
        """Replace a profile by what a function makes of it, and return it; one writer at a time.

        In a full database there are no new players: DatabaseFull.
        """
        self.space.check_reserve()
        if not self.space.has_room():
            with self._read() as connection:
                if not stored_players.is_known(connection, player):
                    self.space.check()
        with self._write() as connection:
            return stored_players.change(connection, player, action)

    # Emotes

    def add_emote(
        self, game: str, side: Player, emote: str, *, most: int, seconds: float
    ) -> int | None:
        """Keep an emote for a minute, and return its number.

        None if the side has sent as many as `most` in the last seconds.
        """
        with self._write() as connection:
            number = _next_sequence(connection)
            sent = stored_emotes.Emote(number, game, side, emote)
            is_kept = stored_emotes.add(connection, sent, most, seconds, self._clock.now())
            return number if is_kept else None

    def emotes_since(self, number: int) -> list[stored_emotes.Emote]:
        """List the emotes after this number, in the order in which they were sent."""
        with self._read() as connection:
            return stored_emotes.since(connection, number)

    # The lobby

    @property
    def seeks(self) -> Seeks:
        """The people who look for a game."""
        return Seeks(self._read, self._write, self._clock)

    def check(self) -> None:
        """Raise StoreError if the database does not answer."""
        self.latest_sequence()

    def size(self) -> int:
        """Return how many bytes the database takes on the disk."""
        with self._read() as connection:
            if self._engine.dialect.name == "sqlite":
                pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
                return int(pages * connection.exec_driver_sql("PRAGMA page_size").scalar_one())
            query = "SELECT pg_database_size(current_database())"
            return int(connection.exec_driver_sql(query).scalar_one())

    def _measure(self) -> int:
        with self._read() as connection:
            return used_bytes(connection)

    def check_writing(self) -> None:
        """Raise StoreError if the database cannot be written: it writes a number to find out."""
        self._connections.check_writing()

    # Time

    @property
    def clock(self) -> DatabaseClock:
        """The clock by which all processes of the database measure."""
        return self._clock

    def tick(self) -> None:
        """Tell the database that time passes; due every `clock.TICK` seconds while it is open."""
        with self._write():
            pass

    # Connections

    def transaction(self) -> AbstractContextManager[Connection]:
        """Begin a transaction that changes many rows at once, such as a restore."""
        return self._connections.write_for_long()

    def _read(self) -> AbstractContextManager[Connection]:
        return self._connections.read()

    @contextmanager
    def _read_limited(self) -> Iterator[Connection]:
        """Read within `SEARCH_SECONDS`."""
        with self._read() as connection, limited(connection, SEARCH_SECONDS):
            yield connection

    @contextmanager
    def _write(self) -> Iterator[Connection]:
        with self._connections.write() as connection:
            self._clock.tick(connection)
            yield connection


def _insert(connection: Connection, game: StoredGame, row: Row) -> StoredGame:
    """Store a new game, and count it if it is over."""
    row["sequence"] = _next_sequence(connection)
    row["counted"] = explorer.sealed(row, is_uploaded=game.uploaded)
    try:
        connection.execute(_INSERT, row)
    except IntegrityError:
        raise Conflict(f"there is a game {game.id} already") from None
    search_index.update(connection, game.id, None, row)
    return _count(connection, game, row, None)


def _update(connection: Connection, game: StoredGame, row: Row) -> StoredGame:
    """Store the next version of a game, and count it if it has just ended for the first time."""
    row["sequence"] = _next_sequence(connection)
    before = connection.execute(_BEFORE, {"id": game.id}).mappings().first()
    if before is None:
        raise _not_found(game.id)
    row["counted"] = before["counted"] or explorer.sealed(row, is_uploaded=game.uploaded)
    place = {"the_id": game.id, "the_version": game.version - 1}
    if connection.execute(_SAVE, {**row, **place}).rowcount != 1:
        raise Conflict(f"game {game.id} has moved on since its version {game.version - 1}")
    search_index.update(connection, game.id, before, row)
    return _count(connection, game, row, before["counted"])


def _count(
    connection: Connection, game: StoredGame, row: Row, counted_before: str | None
) -> StoredGame:
    if row["counted"] is not None and counted_before is None:
        explorer.count(connection, row["counted"])
    stored_results.add(connection, game)
    return replace(game, sequence=row["sequence"], is_counted=row["counted"] is not None)


def _next_sequence(connection: Connection) -> int:
    connection.execute(_NEXT)
    return int(connection.execute(_COUNT).scalar_one())


def _check_id(id: str) -> None:
    # Refused before the query: PostgreSQL raises errors on some texts.
    if not _ID.fullmatch(id):
        raise _not_found(id)


def _not_found(id: object) -> GameNotFound:
    return GameNotFound(f"there is no game {describe(id)}")


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"the folder {folder} cannot be made: {error.strerror}") from None
