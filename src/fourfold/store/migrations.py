"""Migrations: the steps from an empty database to the present tables, each run once.

A step is never changed once it has been published; new ones are added at the end. The statements
work on SQLite and on PostgreSQL, and in both a step that fails leaves nothing behind.
Several processes may open one database at once: one runs the steps, the others wait for it.
"""

import time
from collections.abc import Callable

from sqlalchemy import Engine, func, insert, inspect, select
from sqlalchemy.engine import Connection

from fourfold.errors import StoreError
from fourfold.store import explorer, upgrades
from fourfold.store.schema import METADATA, VERSION

Statement = str | Callable[[Connection], object]
"""What a step is made of: SQL, or a function that fills a new table."""

STEPS: list[tuple[Statement, ...]] = [
    (
        """
        CREATE TABLE fourfold_games (
            id TEXT PRIMARY KEY,
            version BIGINT NOT NULL,
            sequence BIGINT NOT NULL,
            created DOUBLE PRECISION NOT NULL,
            updated DOUBLE PRECISION NOT NULL,
            rules TEXT NOT NULL,
            position TEXT NOT NULL,
            plies INTEGER NOT NULL,
            result TEXT,
            first_name TEXT NOT NULL,
            second_name TEXT NOT NULL,
            first_agent TEXT,
            second_agent TEXT,
            game TEXT NOT NULL,
            state TEXT NOT NULL
        )
        """,
        "CREATE UNIQUE INDEX fourfold_games_sequence ON fourfold_games (sequence)",
        "CREATE INDEX fourfold_games_created ON fourfold_games (created, id)",
        "CREATE TABLE fourfold_counter (id INTEGER PRIMARY KEY, value BIGINT NOT NULL)",
        "INSERT INTO fourfold_counter (id, value) VALUES (1, 0)",
        """
        CREATE TABLE fourfold_leases (
            game TEXT PRIMARY KEY REFERENCES fourfold_games (id) ON DELETE CASCADE,
            version BIGINT NOT NULL,
            owner TEXT NOT NULL,
            until DOUBLE PRECISION NOT NULL
        )
        """,
    ),
    (
        """
        CREATE TABLE fourfold_proofs (
            key TEXT PRIMARY KEY,
            proofs TEXT NOT NULL,
            saved DOUBLE PRECISION NOT NULL
        )
        """,
        "CREATE INDEX fourfold_proofs_saved ON fourfold_proofs (saved, key)",
    ),
    (
        """
        CREATE TABLE fourfold_players (
            id TEXT PRIMARY KEY,
            created DOUBLE PRECISION NOT NULL,
            seen DOUBLE PRECISION NOT NULL,
            profile TEXT NOT NULL
        )
        """,
        "ALTER TABLE fourfold_games ADD COLUMN first_player TEXT",
        "ALTER TABLE fourfold_games ADD COLUMN second_player TEXT",
        "CREATE INDEX fourfold_games_first_player ON fourfold_games (first_player, created)",
        "CREATE INDEX fourfold_games_second_player ON fourfold_games (second_player, created)",
    ),
    (
        """
        CREATE TABLE fourfold_explorer (
            key BIGINT NOT NULL,
            move INTEGER NOT NULL,
            wins INTEGER NOT NULL,
            draws INTEGER NOT NULL,
            losses INTEGER NOT NULL,
            PRIMARY KEY (key, move)
        )
        """,
        # It was filled here once; now by the step that says which games count.
    ),
    (
        """
        CREATE TABLE fourfold_results (
            game TEXT NOT NULL,
            side TEXT NOT NULL,
            player TEXT,
            name TEXT NOT NULL,
            opponent TEXT,
            opponent_name TEXT NOT NULL,
            agent TEXT,
            rules TEXT NOT NULL,
            result TEXT NOT NULL,
            counted INTEGER NOT NULL,
            took_back INTEGER NOT NULL,
            ended DOUBLE PRECISION NOT NULL,
            PRIMARY KEY (game, side)
        )
        """,
        # The games of people against agents that have ended so far.
        """
        INSERT INTO fourfold_results
        SELECT id, 'FIRST', first_player, first_name, NULL, second_agent, second_agent, rules,
            CASE result WHEN 'FIRST' THEN 'win' WHEN 'SECOND' THEN 'loss' ELSE 'draw' END,
            1, 0, updated
        FROM fourfold_games
        WHERE result IS NOT NULL AND plies > 0 AND first_agent IS NULL AND second_agent IS NOT NULL
        """,
        """
        INSERT INTO fourfold_results
        SELECT id, 'SECOND', second_player, second_name, NULL, first_agent, first_agent, rules,
            CASE result WHEN 'SECOND' THEN 'win' WHEN 'FIRST' THEN 'loss' ELSE 'draw' END,
            1, 0, updated
        FROM fourfold_games
        WHERE result IS NOT NULL AND plies > 0 AND second_agent IS NULL AND first_agent IS NOT NULL
        """,
        "CREATE INDEX fourfold_results_player ON fourfold_results (player, ended)",
        """
        CREATE TABLE fourfold_accuracies (
            game TEXT PRIMARY KEY REFERENCES fourfold_games (id) ON DELETE CASCADE,
            position TEXT NOT NULL,
            first DOUBLE PRECISION,
            second DOUBLE PRECISION
        )
        """,
    ),
    (
        """
        CREATE TABLE fourfold_emotes (
            number BIGINT PRIMARY KEY,
            game TEXT NOT NULL REFERENCES fourfold_games (id) ON DELETE CASCADE,
            side TEXT NOT NULL,
            emote TEXT NOT NULL,
            sent DOUBLE PRECISION NOT NULL
        )
        """,
        """
        CREATE TABLE fourfold_seeks (
            id TEXT PRIMARY KEY,
            secret TEXT NOT NULL,
            player TEXT,
            wishes TEXT NOT NULL,
            created DOUBLE PRECISION NOT NULL,
            until DOUBLE PRECISION NOT NULL,
            game TEXT
        )
        """,
        "CREATE INDEX fourfold_seeks_until ON fourfold_seeks (until)",
    ),
    (
        "ALTER TABLE fourfold_games ADD COLUMN counted TEXT",
        upgrades.cut_long_games,
        upgrades.seal_games,
        explorer.rebuild,
    ),
    (
        upgrades.create_search,
        *(
            f"CREATE INDEX fourfold_search_{name} ON fourfold_search ({name}, created, game)"
            for name in (
                "first_name",
                "second_name",
                "first_agent",
                "second_agent",
                "first_kind",
                "second_kind",
                "first_player",
                "second_player",
                "rules",
                "size",
                "result",
            )
        ),
        "CREATE TABLE fourfold_names (name TEXT PRIMARY KEY)",
        """
        INSERT INTO fourfold_names
        SELECT first_name FROM fourfold_search UNION SELECT second_name FROM fourfold_search
        """,
        # Games themselves are searched no more.
        "DROP INDEX fourfold_games_created",
        "DROP INDEX fourfold_games_first_player",
        "DROP INDEX fourfold_games_second_player",
        """
        CREATE TABLE fourfold_tallies (
            player TEXT NOT NULL,
            agent TEXT NOT NULL,
            games BIGINT NOT NULL,
            wins BIGINT NOT NULL,
            draws BIGINT NOT NULL,
            losses BIGINT NOT NULL,
            PRIMARY KEY (player, agent)
        )
        """,
        "CREATE INDEX fourfold_tallies_games ON fourfold_tallies (player, games)",
        *(
            f"""
            INSERT INTO fourfold_tallies
            SELECT {player}, agent, count(*),
                sum(CASE result WHEN 'win' THEN 1 ELSE 0 END),
                sum(CASE result WHEN 'draw' THEN 1 ELSE 0 END),
                sum(CASE result WHEN 'loss' THEN 1 ELSE 0 END)
            FROM fourfold_results WHERE agent IS NOT NULL GROUP BY 1, 2
            """
            for player in ("'*'", "'=' || name")
        ),
    ),
    (
        """
        CREATE TABLE fourfold_clock (
            id INTEGER PRIMARY KEY,
            time DOUBLE PRECISION NOT NULL,
            source TEXT NOT NULL,
            reading DOUBLE PRECISION NOT NULL
        )
        """,
        "ALTER TABLE fourfold_games ADD COLUMN changed DOUBLE PRECISION NOT NULL DEFAULT 0",
        upgrades.start_clock,
        "CREATE INDEX fourfold_games_unplayed ON fourfold_games (changed) WHERE plies = 0",
        # Their times are of another clock, and they are over in a minute.
        "DELETE FROM fourfold_leases",
        "DELETE FROM fourfold_emotes",
        "DELETE FROM fourfold_seeks",
    ),
]

_LOCK = 0x666F7572666F6C64  # "fourfold": a number that no other program is likely to lock


def migrate(reading: Engine, writing: Engine, name: str, last: int | None = None) -> None:
    """Run the missing steps; StoreError if the database is newer than this program.

    last: the number of the last step to run; all if not given.
    """
    with reading.connect() as connection:
        if stored_version(connection, name) == len(STEPS):
            return
    with writing.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(select(func.pg_advisory_xact_lock(_LOCK)))
        done = stored_version(connection, name)  # again: another process may have been quicker
        if done == 0:
            METADATA.create_all(connection, [VERSION])
        for number, statements in enumerate(STEPS[done:last], start=done + 1):
            for statement in statements:
                if isinstance(statement, str):
                    connection.exec_driver_sql(statement)
                else:
                    statement(connection)
            connection.execute(insert(VERSION).values(version=number, applied=time.time()))


def stored_version(connection: Connection, name: str) -> int:
    """Return how many steps have been run; StoreError if they are not this program's.

    name: of the database, for the error.
    """
    tables = inspect(connection).get_table_names()
    if VERSION.name not in tables:
        if tables and connection.dialect.name == "sqlite":
            raise StoreError(f"the database {name} belongs to another program")
        return 0
    version = connection.scalar(select(func.max(VERSION.c.version))) or 0
    if version > len(STEPS):
        raise StoreError(
            f"the database {name} is of version {version}, which is newer than this program: "
            f"it knows versions up to {len(STEPS)}"
        )
    return int(version)
