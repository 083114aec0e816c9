"""The accuracy of both players of a game, from its review: kept beside the game, not in it.

So a review changes no version of the game. It belongs to one position: after a move that was taken
back and played on, it is not shown any more.
"""

from typing import Any

from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection

from fourfold.store.schema import ACCURACIES

Accuracy = tuple[float | None, float | None]
"""Of FIRST and of SECOND, 0 to 100; None for a player without a move that counts."""


def save(connection: Connection, game: str, position: str, accuracy: Accuracy) -> None:
    """Save what a review has found, in place of an older one."""
    upsert: Any = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    first, second = accuracy
    new = upsert(ACCURACIES).values(game=game, position=position, first=first, second=second)
    changes = {name: new.excluded[name] for name in ("position", "first", "second")}
    connection.execute(new.on_conflict_do_update(index_elements=["game"], set_=changes))
