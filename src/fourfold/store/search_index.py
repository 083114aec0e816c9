"""The search index: a narrow row for each game with a move, apart from the game itself.

It is written when something changes that is searched for, and not at every move. Each question
follows an index in the order of the answer, the newest first, and stops when the page is full:

    fourfold_search     by the moment of creation, and by each name, agent, board, player, result
    fourfold_names      every name that anybody has had, once: a part of a name is looked up here
"""

from typing import Any

from sqlalchemy import RowMapping, bindparam, delete, exists, insert
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection

from fourfold.store.rows import Row
from fourfold.store.schema import NAMES, SEARCH

COLUMNS = (
    "created",
    "plies",
    "rules",
    "result",
    "first_name",
    "second_name",
    "first_agent",
    "second_agent",
    "first_player",
    "second_player",
)
"""The columns of a game that its row of the index is made of."""

_NAMES = (SEARCH.c.first_name, SEARCH.c.second_name)
_ADD = insert(SEARCH)
_REMOVE = delete(SEARCH).where(
    SEARCH.c.created == bindparam("the_created"), SEARCH.c.game == bindparam("the_game")
)


def update(
    connection: Connection, id: str, before: RowMapping | None, after: Row | RowMapping | None
) -> None:
    """Write the row of a game as it is now, if that has changed.

    before, after: None if the game was not there, or is no more.
    """
    old, new = entry(id, before), entry(id, after)
    if old == new:
        return
    if old is not None:
        connection.execute(_REMOVE, {"the_created": old["created"], "the_game": id})
    if new is not None:
        connection.execute(_ADD, new)
        add_names(connection, {new["first_name"], new["second_name"]})


def add_names(connection: Connection, names: set[str]) -> None:
    """Add names that are not known yet."""
    upsert: Any = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    rows = [{"name": name} for name in sorted(names)]
    connection.execute(upsert(NAMES).on_conflict_do_nothing(index_elements=["name"]), rows)


def forget_names(connection: Connection, names: set[str]) -> None:
    """Remove names that no game has any more; called after their games were removed."""
    if not names:
        return
    has_name = (exists().where(side == NAMES.c.name) for side in _NAMES)
    unused = (~each for each in has_name)
    connection.execute(delete(NAMES).where(NAMES.c.name.in_(sorted(names)), *unused))


def entry(id: str, row: Row | RowMapping | None) -> dict[str, Any] | None:
    """Return the row of the index; None for a game without a move."""
    if row is None or not row["plies"]:
        return None
    columns = {name: row[name] for name in COLUMNS if name != "plies"}
    kinds = {f"{side}_kind": _kind(row[f"{side}_agent"]) for side in ("first", "second")}
    return {"game": id, **columns, **kinds, "size": row["rules"].partition("-")[0]}


def _kind(agent: str | None) -> str | None:
    return None if agent is None else agent.partition(":")[0]
