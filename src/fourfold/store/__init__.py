"""Games, and what analyses have proven, in a database: SQLite, or any PostgreSQL.

`Store` keeps `StoredGame`s, one row each, written whole at every change. `restore_game` makes a
`Game` of one, to be played on, and `update_stored` takes the changes back. docs/store.md says more.
"""

from fourfold.errors import Conflict, GameNotFound, StoreError
from fourfold.store.conversion import restore_game, update_stored
from fourfold.store.database import default_url
from fourfold.store.explorer import MoveTally
from fourfold.store.results import AgentTally, GameResult
from fourfold.store.search import Page, Query, Summary
from fourfold.store.store import Store
from fourfold.store.stored_game import StoredGame, derived_id, new_id

__all__ = [
    "AgentTally",
    "Conflict",
    "GameNotFound",
    "GameResult",
    "MoveTally",
    "Page",
    "Query",
    "Store",
    "StoreError",
    "StoredGame",
    "Summary",
    "default_url",
    "derived_id",
    "new_id",
    "restore_game",
    "update_stored",
]
