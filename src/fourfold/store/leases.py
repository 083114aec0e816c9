"""Leases: which process thinks about a game, for some seconds by the clock of the database."""

from typing import Any

from sqlalchemy import Connection, Double, Text, delete, literal, or_, select
from sqlalchemy.dialects import postgresql, sqlite

from fourfold.store.schema import GAMES, LEASES

LONGEST = 600.0
"""Seconds; a lease that seems to last longer was written by another clock, and is void."""


def claim(
    connection: Connection, id: str, version: int, owner: str, seconds: float, now: float
) -> bool:
    """Take or renew a lease; IntegrityError if the game is deleted at this moment.

    now: the database's time.
    """
    upsert: Any = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    source = select(
        GAMES.c.id, GAMES.c.version, literal(owner, Text), literal(now + seconds, Double)
    ).where(GAMES.c.id == id, GAMES.c.version == version)
    added = upsert(LEASES).from_select(["game", "version", "owner", "until"], source)
    new = added.excluded
    statement = added.on_conflict_do_update(
        index_elements=["game"],
        set_={"version": new.version, "owner": new.owner, "until": new.until},
        where=or_(
            LEASES.c.owner == new.owner,
            LEASES.c.until <= now,
            LEASES.c.until > now + LONGEST,
            LEASES.c.version < new.version,
        ),
    ).execution_options(preserve_rowcount=True)
    return connection.execute(statement).rowcount == 1


def release(connection: Connection, id: str, owner: str) -> None:
    """Give up a lease."""
    connection.execute(delete(LEASES).where(LEASES.c.game == id, LEASES.c.owner == owner))
