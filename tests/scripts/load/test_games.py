"""A database of many games: the same rows as the store writes, and a check that is content."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from fourfold.store import Query, Store
from fourfold.store.maintenance import check
from fourfold.store.schema import EXPLORER, GAMES, NAMES, RESULTS, SEARCH, TALLIES
from fourfold.web.play.identities import player_id
from scripts.load.bulk import write_games
from scripts.load.client import code_of
from scripts.load.games import make_games
from scripts.load.server import ServerError

GAMES_MADE = 60


def _rows(file: Path, table: Any) -> list[tuple[Any, ...]]:
    kept = [each.name for each in table.c if each.name not in ("updated", "changed", "ended")]
    with closing(sqlite3.connect(file)) as connection:
        found = connection.execute(f"SELECT {', '.join(kept)} FROM {table.name}").fetchall()
    return sorted(found, key=repr)


def test_many_games_are_written_as_the_store_writes_them(tmp_path: Path) -> None:
    at_once, one_by_one = tmp_path / "many.db", tmp_path / "one.db"
    assert write_games(at_once, make_games(GAMES_MADE)) == GAMES_MADE
    with Store.open(f"sqlite:///{one_by_one}") as store:
        for game in make_games(GAMES_MADE):
            store.create(game)
        expected = store.latest_sequence()
    for table in (GAMES, SEARCH, NAMES, TALLIES, RESULTS, EXPLORER):
        rows = _rows(at_once, table)
        assert rows, table.name
        assert rows == _rows(one_by_one, table), table.name
    report = check(f"sqlite:///{at_once}")
    assert (report.games, report.problems) == (GAMES_MADE, [])
    with Store.open(f"sqlite:///{at_once}") as store:
        assert store.latest_sequence() == expected
        owned = store.search(Query(owner=player_id(code_of(0)), limit=100))
        assert 0 < len(owned.games) < GAMES_MADE
    with closing(sqlite3.connect(at_once)) as first, closing(sqlite3.connect(one_by_one)) as second:
        indexes = "SELECT name, sql FROM sqlite_master WHERE type = 'index' ORDER BY name"
        assert first.execute(indexes).fetchall() == second.execute(indexes).fetchall()


def test_a_seed_makes_the_same_games_and_more_go_on_with_them() -> None:
    few = list(make_games(5, 3))
    assert list(make_games(8, 3))[:5] == few
    assert list(make_games(5, 4)) != few


def test_a_file_that_is_there_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    file.write_text("mine")
    with pytest.raises(ServerError, match="there is a file"):
        write_games(file, make_games(1))
    assert file.read_text() == "mine"
