"""Writing very many games into a new SQLite file, with the same rows as `Store.create` writes.

The rows come from the functions of the store. Only their order differs: indexes are made when all
games are there, and what is counted over many games is added up first and written once, in the
order of its key, so that every table is written from its beginning to its end.
"""

import contextlib
import itertools
import sqlite3
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from sqlalchemy import Table

from fourfold.store import Store, StoredGame, explorer, results, search_index
from fourfold.store.rows import to_row
from fourfold.store.schema import COUNTER, EXPLORER, GAMES, NAMES, RESULTS, SEARCH, TALLIES
from scripts.load.server import ServerError

_BATCH = 5_000  # games
_SLICE = 200_000  # rows of the explorer that are written at once
_Counted = np.dtype(
    [("key", "i8"), ("move", "i4"), ("wins", "i4"), ("draws", "i4"), ("losses", "i4")]
)


def write_games(file: Path, games: Iterable[StoredGame]) -> int:
    """Write finished or unfinished games into a new database; return how many there were.

    ServerError if the file is there already. Should this process be killed, the file is useless.
    """
    if file.exists():
        raise ServerError(f"there is a file {file} already")
    with Store.open(f"sqlite:///{file}") as store:
        now = store.clock.now()
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("PRAGMA cache_size = -200000")
        found = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'index'")
        indexes = [(name, sql) for name, sql in found if sql]
        connection.execute("BEGIN")
        for name, _ in indexes:
            connection.execute(f"DROP INDEX {name}")
        written = _Writer(connection, now).write(games)
        for _, sql in indexes:
            connection.execute(sql)
        connection.execute("COMMIT")
    return written


class _Writer:
    def __init__(self, connection: sqlite3.Connection, now: float) -> None:
        """now: the time of the database, by which all games were changed just now."""
        self._connection = connection
        self._now = now
        self._games = 0
        self._names: set[str] = set()
        self._tallies: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
        self._counts: list[Any] = []

    def write(self, games: Iterable[StoredGame]) -> int:
        """Write everything; return how many games there were."""
        waiting = iter(games)
        while batch := list(itertools.islice(waiting, _BATCH)):
            self._write_batch(batch)
        self._insert(NAMES, ({"name": name} for name in sorted(self._names)))
        self._insert(
            TALLIES,
            (
                {"player": player, "agent": agent, **dict(zip(results.COUNTS, row, strict=True))}
                for (player, agent), row in sorted(self._tallies.items())
            ),
        )
        self._write_explorer()
        self._connection.execute(f"UPDATE {COUNTER.name} SET value = value + ?", (self._games,))
        return self._games

    def _write_batch(self, games: list[StoredGame]) -> None:
        rows, searched, ended = [], [], []
        counts: explorer.Counts = {}
        for game in games:
            self._games += 1
            row = to_row(game)
            row["sequence"] = self._games
            row["changed"] = self._now
            row["counted"] = explorer.sealed(row, is_uploaded=game.uploaded)
            rows.append(row)
            if row["counted"] is not None:
                explorer.add_moves(counts, row["counted"])
            entry = search_index.entry(game.id, row)
            if entry is not None:
                searched.append(entry)
                self._names |= {entry["first_name"], entry["second_name"]}
            for result in results.rows_of(game):
                ended.append(result)
                self._add_tallies(result)
        self._insert(GAMES, rows)
        self._insert(SEARCH, searched)
        self._insert(RESULTS, ended)
        flat = [(key, move, *each) for (key, move), each in counts.items()]
        self._counts.append(np.array(flat, dtype=_Counted))

    def _add_tallies(self, result: dict[str, Any]) -> None:
        for tally in results.tallies_of(result):
            numbers = self._tallies[tally["player"], tally["agent"]]
            for place, name in enumerate(results.COUNTS):
                numbers[place] += tally[name]

    def _write_explorer(self) -> None:
        """Add up the counts of all batches, and write them in the order of their key."""
        if not self._counts:
            return
        counted = np.concatenate(self._counts)
        self._counts.clear()
        counted = counted[np.lexsort((counted["move"], counted["key"]))]
        is_new = np.ones(len(counted), dtype=bool)
        is_new[1:] = (counted["key"][1:] != counted["key"][:-1]) | (
            counted["move"][1:] != counted["move"][:-1]
        )
        starts = np.flatnonzero(is_new)
        if not len(starts):
            return
        merged = counted[starts]
        for name in ("wins", "draws", "losses"):
            merged[name] = np.add.reduceat(counted[name], starts)
        statement = _insert_into(EXPLORER, _Counted.names or ())
        for start in range(0, len(merged), _SLICE):
            self._connection.executemany(statement, merged[start : start + _SLICE].tolist())

    def _insert(self, table: Table, rows: Iterable[dict[str, Any]]) -> None:
        names = [column.name for column in table.c]
        statement = _insert_into(table, names)
        self._connection.executemany(statement, ([row[name] for name in names] for row in rows))


def _insert_into(table: Table, names: Iterable[str]) -> str:
    columns = list(names)
    places = ", ".join("?" * len(columns))
    return f"INSERT INTO {table.name} ({', '.join(columns)}) VALUES ({places})"
