"""The proofs of analyses: texts by their keys, of which the newest are kept.

`fourfold.analysis.proofs` writes and reads the texts; here they are only kept.
"""

from typing import Any

from sqlalchemy import bindparam, delete, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection

from fourfold.store.schema import PROOFS
from fourfold.store.sizes import LARGEST_PROOFS

MOST_PROOFS = 100_000
"""Positions whose proofs are kept; the ones saved longest ago are deleted. A kilobyte each."""
_LOAD = select(PROOFS.c.proofs).where(PROOFS.c.key == bindparam("the_key"))


def load(connection: Connection, key: str) -> str | None:
    """Return the text of a key, or None."""
    text: str | None = connection.execute(_LOAD, {"the_key": key}).scalar()
    return text


def save(connection: Connection, key: str, proofs: str, now: float) -> None:
    """Save the text of a key, in place of an older one; one that is too large is not kept.

    now: the database's time.
    """
    if len(proofs) > LARGEST_PROOFS:
        return
    upsert: Any = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    added = upsert(PROOFS).values(key=key, proofs=proofs, saved=now)
    new = added.excluded
    connection.execute(
        added.on_conflict_do_update(
            index_elements=["key"], set_={"proofs": new.proofs, "saved": new.saved}
        )
    )


def trim(connection: Connection, most: int) -> int:
    """Delete the oldest texts but for so many; return how many were deleted."""
    kept = PROOFS.c
    surplus = select(kept.key).order_by(kept.saved.desc(), kept.key).offset(most)
    return connection.execute(delete(PROOFS).where(kept.key.in_(surplus))).rowcount
