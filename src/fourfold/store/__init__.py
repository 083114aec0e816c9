"""Games in a database: SQLite in the user's own folder, or any PostgreSQL.

`Store` keeps `StoredGame`s, one row each, which is written whole at every change. `game_of` and
`kept` lead from there to a `Game` that can be played and back. docs/store.md says more.
"""

from fourfold.errors import Conflict, GameNotFound, StoreError
from fourfold.store.database import default_url
from fourfold.store.play import game_of, kept
from fourfold.store.search import AgentTally, Page, Query, Summary
from fourfold.store.store import Store
from fourfold.store.stored import StoredGame, new_id

__all__ = [
    "AgentTally",
    "Conflict",
    "GameNotFound",
    "Page",
    "Query",
    "Store",
    "StoreError",
    "StoredGame",
    "Summary",
    "default_url",
    "game_of",
    "kept",
    "new_id",
]
