"""The lobby: who looks for a game, in a table that all processes of a database share.

A seek is there for some seconds at a time, which the process that its owner is connected to renews.
When the owner leaves, or that process dies, it runs out by itself. Whoever takes it writes the id
of the game beside it, once: of two who try, one is refused.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.engine import Connection

from fourfold.store.clock import DatabaseClock
from fourfold.store.schema import COUNTER, SEEKS
from fourfold.store.sizes import LARGEST_WISHES, check_size

Open = Callable[[], AbstractContextManager[Connection]]


@dataclass(frozen=True, slots=True)
class Seek:
    """One who looks for a game."""

    id: str
    secret: str
    """The sha256 of the secret of the owner's seat in the game to come."""
    player: str | None
    """The id of the owner, if their browser has told it."""
    wishes: Mapping[str, Any]
    """What they want, as JSON."""
    game: str | None = None
    """The id of the game, once somebody has come."""


class Seeks:
    """The table of seeks; made by `Store.seeks`."""

    def __init__(self, read: Open, write: Open, clock: DatabaseClock) -> None:
        self._read = read
        self._write = write
        self._clock = clock

    def add(self, seek: Seek, seconds: float, most: int) -> bool:
        """Add a seek for so many seconds; False if there are as many as `most` already."""
        with self._write() as connection:
            # One writer at a time, as everywhere: the count below holds until the end.
            connection.execute(select(COUNTER.c.value).with_for_update())
            now = self._clock.now()
            connection.execute(delete(SEEKS).where(SEEKS.c.until <= now))
            if connection.execute(select(func.count()).select_from(SEEKS)).scalar_one() >= most:
                return False
            row = {"id": seek.id, "secret": seek.secret, "player": seek.player, "game": seek.game}
            text = check_size(json.dumps(dict(seek.wishes)), LARGEST_WISHES, "this wish")
            connection.execute(
                insert(SEEKS).values(**row, wishes=text, created=now, until=now + seconds)
            )
            return True

    def list(self) -> list[Seek]:
        """Return all seeks that have not run out, the oldest first, also those with a game."""
        with self._read() as connection:
            now = self._clock.now()
            columns = SEEKS.c
            wanted = (
                select(columns.id, columns.secret, columns.player, columns.wishes, columns.game)
                .where(columns.until > now)
                .order_by(columns.created, columns.id)
            )
            return [
                Seek(row.id, row.secret, row.player, json.loads(row.wishes), row.game)
                for row in connection.execute(wanted)
            ]

    def renew(self, ids: Iterable[str], seconds: float) -> None:
        """Let seeks that have not run out last so many seconds from now."""
        with self._write() as connection:
            now = self._clock.now()
            renewed = update(SEEKS).where(SEEKS.c.id.in_(list(ids)), SEEKS.c.until > now)
            connection.execute(renewed.values(until=now + seconds))

    def take(self, id: str, game: str) -> bool:
        """Write a game beside a seek; False if it has run out, or has a game already."""
        with self._write() as connection:
            now = self._clock.now()
            free = (SEEKS.c.id == id, SEEKS.c.game.is_(None), SEEKS.c.until > now)
            return connection.execute(update(SEEKS).where(*free).values(game=game)).rowcount == 1

    def delete(self, id: str) -> None:
        """Delete a seek; one that has a game stays until it runs out, for its owner to see."""
        with self._write() as connection:
            connection.execute(delete(SEEKS).where(SEEKS.c.id == id, SEEKS.c.game.is_(None)))
