"""Backups of both kinds of databases, restored into either, also while others write."""

import sqlite3
import threading
from dataclasses import replace
from pathlib import Path

import pytest

import fourfold as ff
from fourfold.errors import StoreError
from fourfold.game import Game
from fourfold.store import Conflict, Store, StoredGame
from fourfold.store.backup import back_up, read_backup, restore
from fourfold.store.deletion import Selection
from fourfold.store.maintenance import check, database_size, open_database, vacuum
from fourfold.store.migrations import STEPS
from fourfold.store.schema import COUNTER, GAMES, VERSION
from fourfold.store.search import Query
from fourfold.store.stored_game import derived_id, new_id


def game(text: str) -> StoredGame:
    return StoredGame.new(ff.Record.from_text(text))


def fill(store: Store) -> list[StoredGame]:
    """Games, one of them won, and what else is kept."""
    made = [store.create(game(text)) for text in ("7x6:4455", "9x8-xd3:12", "7x6:1212121")]
    store.save_proofs("key", "proofs")
    store.save_accuracy(made[0].id, "7x6:4455", (90.0, 80.5))
    store.change_profile("a" * 32, lambda profile: {**profile, "rush": 7})
    return made


def test_everything_comes_back(store: Store, database: str, tmp_path: Path) -> None:
    made = fill(store)
    backup = back_up(database, tmp_path / "backup.db")
    assert (backup.games, backup.version) == (3, len(STEPS))
    assert read_backup(backup.path) == backup
    assert [path.name for path in tmp_path.glob("*backup*")] == ["backup.db"]
    assert backup.path.stat().st_mode & 0o077 == 0

    explored = store.explore(ff.Position.parse("7x6:"))
    store.save(store.get(made[0].id))
    extra = store.create(game("7x6:7"))
    assert restore(backup.path, database, replace=True) == (backup, 4)
    for before in made:
        assert store.get(before.id).record == before.record
    with pytest.raises(ff.FourfoldError, match="there is no game"):
        store.get(extra.id)
    assert len(store.search(Query()).games) == 3
    assert store.load_proofs("key") == "proofs"
    assert store.load_profile("a" * 32) == {"rush": 7}
    assert store.explore(ff.Position.parse("7x6:")) == explored
    assert check(database).problems == []


def test_others_notice_a_restore(store: Store, database: str, tmp_path: Path) -> None:
    made = store.create(game("7x6:44"))
    back_up(database, tmp_path / "backup.db")
    newer = store.save(made)
    last = store.latest_sequence()
    restore(tmp_path / "backup.db", database, replace=True)
    (changed,) = store.changed_since(last)
    assert changed[0] == made.id
    assert changed[1] > newer.version
    with pytest.raises(Conflict):
        store.save(newer)
    store.save(store.get(made.id))


@pytest.mark.parametrize("kinds", [("sqlite_url", "postgres_url"), ("postgres_url", "sqlite_url")])
def test_from_one_kind_to_the_other(
    kinds: tuple[str, str], request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    here, there = (request.getfixturevalue(kind) for kind in kinds)
    with Store.open(here) as store:
        made = fill(store)
    back_up(here, tmp_path / "backup.db")
    assert restore(tmp_path / "backup.db", there)[1] == 0
    with Store.open(there) as store:
        assert [store.get(each.id).record for each in made] == [each.record for each in made]
    assert check(there).problems == []


def test_a_backup_while_others_write(store: Store, database: str, tmp_path: Path) -> None:
    """It has each game whole, and all that was there before it began."""
    first = [store.create(game("7x6:44")).id for _ in range(50)]
    stop = threading.Event()
    written: list[str] = []

    def write() -> None:
        while not stop.is_set():
            written.append(store.create(game("7x6:4455")).id)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        backups = [back_up(database, tmp_path / f"{number}.db") for number in range(3)]
    finally:
        stop.set()
        writer.join()
    assert [each.games for each in backups] == sorted(each.games for each in backups)
    for number in range(3):
        url = f"sqlite:///{tmp_path / f'{number}.db'}"
        assert check(url).problems == []
        with Store.open(url) as copy:
            for id in first:
                copy.get(id)
    assert len({*first, *written}) == 50 + len(written)


def test_nothing_is_replaced_unasked(store: Store, database: str, tmp_path: Path) -> None:
    store.create(game("7x6:44"))
    path = tmp_path / "backup.db"
    back_up(database, path)
    with pytest.raises(StoreError, match=r"already: --force replaces it"):
        back_up(database, path)
    with pytest.raises(StoreError, match=r"has 1 games: --force replaces them by the 1 of"):
        restore(path, database)
    assert back_up(database, path, replace=True).games == 1


def test_the_database_itself_is_no_place_for_its_backup(sqlite_url: str, tmp_path: Path) -> None:
    Store.open(sqlite_url).close()
    with pytest.raises(StoreError, match="is the database itself"):
        back_up(sqlite_url, tmp_path / "games.db", replace=True)
    assert check(sqlite_url).problems == []


def test_what_is_no_backup(sqlite_url: str, tmp_path: Path) -> None:
    path = tmp_path / "backup.db"
    for content in (b"", b"nonsense" * 1000):
        path.write_bytes(content)
        with pytest.raises(StoreError, match=r"is no backup of fourfold"):
            restore(path, sqlite_url)
    path.unlink()
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE other (id)")
    connection.close()
    with pytest.raises(StoreError, match=r"is no backup of fourfold: no such table"):
        restore(path, sqlite_url)
    assert not Path(sqlite_url.removeprefix("sqlite:///")).exists()


def test_a_damaged_backup_changes_nothing(store: Store, database: str, tmp_path: Path) -> None:
    for _ in range(200):
        store.create(game("7x6:4455"))
    path = tmp_path / "backup.db"
    back_up(database, path)
    whole = path.read_bytes()
    for cut in (len(whole) // 2, len(whole) - 4096):
        path.write_bytes(whole[:cut])
        with pytest.raises(StoreError, match="backup"):
            restore(path, database, replace=True)
    damaged = bytearray(whole)
    damaged[8 * 4096 : 20 * 4096] = b"\xff" * (12 * 4096)
    path.write_bytes(damaged)
    with pytest.raises(StoreError, match="backup"):
        restore(path, database, replace=True)
    assert check(database).games == 200


def test_a_backup_of_an_older_version(sqlite_url: str, tmp_path: Path) -> None:
    """It is made before an upgrade, and restored after it."""
    from sqlalchemy.engine import URL

    from fourfold.store.database import connect
    from fourfold.store.migrations import migrate

    old = tmp_path / "old.db"
    engine = connect(URL.create("sqlite+pysqlite", database=str(old)))
    migrate(engine, engine.execution_options(writes=True), "old", last=1)
    with Store.open(sqlite_url) as store:
        made = store.create(game("7x6:4455"))
    with sqlite3.connect(old) as connection:
        connection.execute("ATTACH ? AS new", (str(tmp_path / "games.db"),))
        names = [row[1] for row in connection.execute("PRAGMA main.table_info(fourfold_games)")]
        columns = ", ".join(names)
        connection.execute(
            f"INSERT INTO main.fourfold_games ({columns}) SELECT {columns} FROM new.fourfold_games"
        )
        connection.execute("UPDATE main.fourfold_counter SET value = 1")
    connection.close()
    engine.dispose()

    report = check(f"sqlite:///{old}")
    assert report.problems == [
        f"the tables are of version 1, and this program's are of version {len(STEPS)}: "
        "fourfold db upgrade"
    ]
    backup = back_up(f"sqlite:///{old}", tmp_path / "backup.db")
    assert backup.version == 1
    restore(backup.path, f"sqlite:///{tmp_path / 'third.db'}")
    with Store.open(f"sqlite:///{tmp_path / 'third.db'}") as third:
        assert third.get(made.id).record == made.record
    assert read_backup(backup.path).version == 1  # it is left as it was


def test_a_restore_that_fails_changes_nothing(
    store: Store, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = fill(store)
    back_up(database, tmp_path / "backup.db")
    kept = store.create(game("7x6:7"))
    from fourfold.store import backup as module

    real = module._rows

    def fail_late(connection, table):  # type: ignore[no-untyped-def]
        yield from real(connection, table)
        if table.name == "fourfold_results":
            raise StoreError("the disk is full")

    monkeypatch.setattr(module, "_rows", fail_late)
    with pytest.raises(StoreError, match="the disk is full"):
        restore(tmp_path / "backup.db", database, replace=True)
    assert store.get(kept.id).record == kept.record
    assert store.get(made[0].id) == made[0]


def test_what_a_check_finds(sqlite_url: str, tmp_path: Path) -> None:
    with Store.open(sqlite_url) as store:
        damaged, renamed = (store.create(game("7x6:44")) for _ in range(2))
    with sqlite3.connect(tmp_path / "games.db") as connection:
        connection.execute("UPDATE fourfold_games SET game = '{' WHERE id = ?", (damaged.id,))
        connection.execute(
            "UPDATE fourfold_games SET first_name = 'eve', plies = 9 WHERE id = ?", (renamed.id,)
        )
        connection.execute("UPDATE fourfold_counter SET value = 1")
        connection.execute("INSERT INTO fourfold_leases VALUES ('nobody', 1, 'x', 0)")
    connection.close()
    report = check(sqlite_url)
    assert (report.games, report.version) == (2, len(STEPS))
    found = "\n".join(report.problems)
    assert f"game {damaged.id} is damaged in the database" in found
    assert f"game {renamed.id} is searched by a wrong plies and first_name" in found
    assert "the counter of changes is at 1, but a game has number 2" in found
    assert "row 1 of fourfold_leases belongs to a row of fourfold_games that is not there" in found
    assert len(report.problems) == 4


def test_a_check_of_what_is_no_database(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="there is no database"):
        check(f"sqlite:///{tmp_path / 'none.db'}")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "text.db").write_text("nonsense" * 100)
    with pytest.raises(StoreError, match="cannot be used: file is not a database"):
        check(f"sqlite:///{tmp_path / 'text.db'}")
    sqlite3.connect(tmp_path / "empty.db").close()
    (tmp_path / "empty.db").touch()
    with pytest.raises(StoreError, match="has no games of fourfold"):
        check(f"sqlite:///{tmp_path / 'empty.db'}")


def test_vacuum(store: Store, database: str) -> None:
    for _ in range(300):
        store.create(StoredGame(new_id(), 1, ff.Record.from_text("7x6:")))
    kept = store.create(game("7x6:44"))
    assert store.deletions.delete_selected(Selection("unplayed", -3600)) == 300
    before, after = vacuum(database)
    with open_database(database) as (_, engine), engine.connect() as connection:
        assert database_size(connection) == after
    assert after < before or store._engine.dialect.name == "postgresql"
    assert store.get(kept.id).record == kept.record


def made_backup(folder: Path) -> Path:
    with Store.open(f"sqlite:///{folder / 'games.db'}") as store:
        store.create(game("7x6:44"))
    back_up(f"sqlite:///{folder / 'games.db'}", folder / "backup.db")
    return folder / "backup.db"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("DELETE FROM {version}", "is no backup of fourfold: it has no version"),
        ("DROP TABLE {games}", "is no backup of fourfold: no such table"),
        (
            "INSERT INTO {version} (version, applied) VALUES (9999, 0)",
            "is of version 9999, which is newer than this",
        ),
    ],
)
def test_a_file_that_is_no_backup(change: str, reason: str, tmp_path: Path) -> None:
    path = made_backup(tmp_path)
    connection = sqlite3.connect(path)
    connection.execute(change.format(version=VERSION.name, games=GAMES.name))
    connection.commit()
    connection.close()
    with pytest.raises(StoreError, match=reason):
        read_backup(path)


def test_more_than_one_counter_is_a_problem(tmp_path: Path) -> None:
    made_backup(tmp_path)
    connection = sqlite3.connect(tmp_path / "games.db")
    connection.execute(f"DELETE FROM {COUNTER.name}")
    connection.commit()
    connection.close()
    report = check(f"sqlite:///{tmp_path / 'games.db'}")
    assert any("there are 0 counters of changes" in problem for problem in report.problems)


def test_the_score_of_a_series_counts_this_game() -> None:
    def score(record: ff.Record) -> tuple[int, int, int]:
        return replace(StoredGame.new(record), series=(2, 1, 0)).score

    drawn = Game()
    drawn.adjudicate(None, "proven")
    assert score(ff.Record.from_text("7x6:44")) == (2, 1, 0)
    assert score(ff.Record.from_text("7x6:1212121")) == (3, 1, 0)
    assert score(ff.Record.from_text("7x6:12121232")) == (2, 2, 0)
    assert score(drawn.record) == (2, 1, 1)


def test_an_id_that_follows_from_a_text() -> None:
    assert derived_id("cup 1") == derived_id("cup 1") != derived_id("cup 2")
    assert len(derived_id("cup 1")) == len(new_id())


def test_the_size_of_a_database_counts_whole_pages(tmp_path: Path) -> None:
    with Store.open(f"sqlite:///{tmp_path / 'games.db'}") as store:
        before = store.size()
        fill(store)
        assert before > 0
        assert before % 512 == 0
        assert store.size() >= before
