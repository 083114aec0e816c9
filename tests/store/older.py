"""Makes a database look as an older program has left it."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, create_engine

from fourfold.store import migrations
from fourfold.store.database import read_url

# What takes the steps back that can be taken back: by a part of their text.
_BACK = {
    "fourfold_clock": (
        "DROP TABLE fourfold_clock",
        "DROP INDEX fourfold_games_unplayed",
        "ALTER TABLE fourfold_games DROP COLUMN changed",
    ),
    "fourfold_tallies": (
        "DROP TABLE fourfold_search",
        "DROP TABLE fourfold_names",
        "DROP TABLE fourfold_tallies",
        "CREATE INDEX fourfold_games_created ON fourfold_games (created, id)",
        "CREATE INDEX fourfold_games_first_player ON fourfold_games (first_player, created)",
        "CREATE INDEX fourfold_games_second_player ON fourfold_games (second_player, created)",
    ),
    "ADD COLUMN counted": ("ALTER TABLE fourfold_games DROP COLUMN counted",),
}


@contextmanager
def rewound(database: str, before: str) -> Iterator[Connection]:
    """Take back the steps from the one on whose text has `before`; yields a connection to write."""
    first = next(n for n, step in enumerate(migrations.STEPS) if before in str(step))
    engine = create_engine(read_url(database))
    with engine.begin() as connection:
        for step in reversed(migrations.STEPS[first:]):
            for part, statements in _BACK.items():
                if part in str(step):
                    for statement in statements:
                        connection.exec_driver_sql(statement)
        connection.exec_driver_sql(f"DELETE FROM fourfold_version WHERE version > {first}")
        yield connection
    engine.dispose()
