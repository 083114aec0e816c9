"""The profiles of players: what the server remembers of a browser's identity, as a JSON object.

A player is known by an id, the hash of a code that only their browser has. Each part of the
program has a key of its own in the profile.
"""

import json
import time
from collections.abc import Callable
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection

from fourfold.store.schema import PLAYERS
from fourfold.store.sizes import LARGEST_PROFILE, check_size

Profile = dict[str, Any]
_NOTHING = "{}"


def load(connection: Connection, id: str) -> Profile:
    """Return the profile of a player; empty if they are not known."""
    wanted = select(PLAYERS.c.profile).where(PLAYERS.c.id == id)
    profile: Profile = json.loads(connection.execute(wanted).scalar() or _NOTHING)
    return profile


def is_known(connection: Connection, id: str) -> bool:
    """Return True if there is a profile of a player."""
    return connection.execute(select(PLAYERS.c.id).where(PLAYERS.c.id == id)).first() is not None


def change(connection: Connection, id: str, action: Callable[[Profile], Profile]) -> Profile:
    """Replace a profile by what a function makes of it, while no other writer can change it."""
    now = time.time()
    upsert: Any = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    new = upsert(PLAYERS).values(id=id, created=now, seen=now, profile=_NOTHING)
    connection.execute(new.on_conflict_do_nothing(index_elements=["id"]))
    wanted = select(PLAYERS.c.profile).where(PLAYERS.c.id == id).with_for_update()
    changed = action(json.loads(connection.execute(wanted).scalar_one()))
    text = check_size(json.dumps(changed, allow_nan=False), LARGEST_PROFILE, "what is kept of you")
    connection.execute(update(PLAYERS).where(PLAYERS.c.id == id).values(profile=text, seen=now))
    return changed
