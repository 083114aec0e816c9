"""Opening a database: new, old, newer, wrong, by many at once; one sentence for all that fails."""

import os
import pwd
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from tempfile import gettempdir

import platformdirs
import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from sqlalchemy import create_engine, inspect

from fourfold.errors import StoreError
from fourfold.store import Query, Store, StoredGame, database, default_url, migrations
from fourfold.store.database import read_url
from fourfold.store.schema import METADATA

from .postgres import PASSWORD, Server
from .test_store import FULL


def refusal(url: str) -> str:
    """The sentence that a database is refused with."""
    with pytest.raises(StoreError) as caught:
        Store.open(url)
    text = str(caught.value)
    assert "\n" not in text
    assert len(text) < 300
    assert PASSWORD not in text
    return text


def as_found(store: Store, game: StoredGame) -> StoredGame:
    """The game as it is kept; a clock goes on to within the difference of two processes' clocks."""
    found = store.get(game.id)
    assert found.ply_began == pytest.approx(game.ply_began, abs=0.1)
    return replace(found, ply_began=game.ply_began)


# Tables


def test_the_steps_lead_to_the_tables_that_the_program_knows(new_database: str) -> None:
    Store.open(new_database).close()
    engine = create_engine(read_url(new_database))
    found = inspect(engine)
    assert set(found.get_table_names()) == set(METADATA.tables)
    for name, table in METADATA.tables.items():
        columns = {column["name"]: column["nullable"] for column in found.get_columns(name)}
        keys = set(table.primary_key.columns.keys())
        wanted = {column.name: column.nullable for column in table.columns}
        for key in keys:  # SQLite would allow nothing there, unless told
            columns[key] = bool(wanted[key])
        assert columns == wanted
        assert set(found.get_pk_constraint(name)["constrained_columns"]) == keys
    engine.dispose()


def test_games_outlive_the_process(new_database: str) -> None:
    with Store.open(new_database) as store:
        game = store.create(FULL)
    with Store.open(new_database) as store:
        assert as_found(store, game) == game


STEP_2 = ("ALTER TABLE fourfold_games ADD COLUMN extra TEXT",)


def test_an_older_database_is_brought_up_to_date(
    new_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(new_database) as store:
        game = store.create(FULL)
    monkeypatch.setattr(migrations, "STEPS", [*migrations.STEPS, STEP_2])
    for _ in range(2):  # the second time there is nothing to do
        with Store.open(new_database) as store:
            assert as_found(store, game) == game
    engine = create_engine(read_url(new_database))
    columns = [column["name"] for column in inspect(engine).get_columns("fourfold_games")]
    engine.dispose()
    assert "extra" in columns


def test_a_newer_database_is_refused(new_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known = len(migrations.STEPS)
    with monkeypatch.context() as newer:
        newer.setattr(migrations, "STEPS", [*migrations.STEPS, STEP_2])
        Store.open(new_database).close()
    assert f"is of version {known + 1}, which is newer than this program" in refusal(new_database)


def test_a_step_that_fails_leaves_nothing_behind(
    new_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(new_database) as store:
        game = store.create(FULL)
    with monkeypatch.context() as broken:
        broken.setattr(migrations, "STEPS", [*migrations.STEPS, (*STEP_2, "NONSENSE")])
        assert "cannot be opened: " in refusal(new_database)
    with Store.open(new_database) as store:  # as the older program knows it
        assert as_found(store, game) == game


OPEN_AND_CREATE = """
import sys
from fourfold.game import Record
from fourfold.store import Store, StoredGame
print("ready", flush=True)
sys.stdin.readline()
with Store.open(sys.argv[1]) as store:
    print(store.create(StoredGame.new(Record.from_text("44"))).id)
"""


def test_processes_may_open_a_new_database_at_once(new_database: str) -> None:
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", OPEN_AND_CREATE, new_database],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    answers = [process.communicate("\n", timeout=60)[0] for process in processes]
    assert [process.returncode for process in processes] == [0, 0, 0]
    with Store.open(new_database) as store:
        for answer in answers:
            assert store.get(answer.strip()).record.to_text() == "7x6:44"
        assert store.latest_sequence() == 3


def test_threads_may_open_a_new_database_at_once(new_database: str) -> None:
    def open_and_create(_: int) -> StoredGame:
        with Store.open(new_database) as store:
            return store.create(StoredGame.new(FULL.record))

    with ThreadPoolExecutor(8) as pool:
        games = list(pool.map(open_and_create, range(16)))
    assert sorted(game.sequence for game in games) == list(range(1, 17))


# Files


def test_a_file_is_safe_and_quick(sqlite_url: str) -> None:
    with Store.open(sqlite_url) as store, store._engine.connect() as connection:
        for pragma, value in [("journal_mode", "wal"), ("synchronous", 1), ("foreign_keys", 1)]:
            assert connection.exec_driver_sql(f"PRAGMA {pragma}").scalar() == value
        assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar() == 5_000


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    path.write_bytes(b"these are my holiday notes\n" * 100)
    assert refusal(f"sqlite:///{path}") == (
        f"the database {path} cannot be opened: file is not a database"
    )
    assert path.read_bytes() == b"these are my holiday notes\n" * 100


def test_a_database_of_another_program(tmp_path: Path) -> None:
    path = tmp_path / "places.sqlite"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE bookmarks (id INTEGER)")
    other.close()
    assert refusal(f"sqlite:///{path}") == f"the database {path} belongs to another program"


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "games.db"
    assert refusal(f"sqlite:///{path}") == (
        f"the database {path} cannot be opened: unable to open database file"
    )
    assert "cannot be opened" in refusal(f"sqlite:///{tmp_path}")


@pytest.fixture
def closed(tmp_path: Path) -> Iterator[Path]:
    """A folder in which this process may not write; root becomes another user for this."""
    folder = tmp_path / "closed"
    folder.mkdir()
    Store.open(f"sqlite:///{folder / 'games.db'}").close()
    folder.chmod(0o555)
    me = os.geteuid()
    if me == 0:
        for parent in [path for path in folder.parents if path.is_relative_to(gettempdir())][:-1]:
            parent.chmod(0o755)
        os.seteuid(pwd.getpwnam("nobody").pw_uid)
    yield folder
    os.seteuid(me)


def test_a_folder_without_permission(closed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = closed / "new.db"
    assert refusal(f"sqlite:///{path}") == (
        f"the database {path} cannot be opened: unable to open database file"
    )
    monkeypatch.setenv("FOURFOLD_DATA", str(closed / "data"))
    with pytest.raises(StoreError) as caught:
        Store.open()
    assert str(caught.value) == (f"the folder {closed / 'data'} cannot be made: Permission denied")


def test_a_file_that_may_only_be_read(closed: Path) -> None:
    path = closed / "games.db"
    assert refusal(f"sqlite:///{path}").startswith(f"the database {path} cannot be opened: ")


def test_a_damaged_row_is_told(sqlite_url: str) -> None:
    with Store.open(sqlite_url) as store:
        for column, value in [("game", "{}"), ("game", "\udcff"), ("state", "[]"), ("state", "x")]:
            game = store.create(StoredGame.new(FULL.record))
            with store._writing.begin() as connection:
                connection.exec_driver_sql(
                    f"UPDATE fourfold_games SET {column} = ? WHERE id = ?",
                    (value.encode("utf-8", "replace").decode(), game.id),
                )
            with pytest.raises(StoreError, match=f"^game {game.id} is damaged in the database: "):
                store.get(game.id)
        whole = store.create(StoredGame.new(FULL.record)).id
        # A list shows what it can; the states are not looked at there.
        assert len(store.search(Query()).games) == 3
        assert store.search(Query()).games[0].id == whole


def test_a_database_in_memory_is_one_for_all_threads() -> None:
    with Store.open("sqlite://") as store, ThreadPoolExecutor(4) as pool:
        games = list(pool.map(lambda _: store.create(StoredGame.new(FULL.record)), range(20)))
        assert [store.get(game.id) for game in games] == games


# Where the user's own database is


def test_the_users_own_database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURFOLD_DATA", str(tmp_path / "a b%20#?" / "data"))
    with Store.open() as store:
        id = store.create(FULL).id
    assert (tmp_path / "a b%20#?" / "data" / "fourfold.db").exists()
    with Store.open() as store:
        assert store.get(id).id == id


def test_where_it_lies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FOURFOLD_DATA", raising=False)
    monkeypatch.setattr(platformdirs, "PlatformDirs", Unix)
    monkeypatch.setenv("HOME", "/home/ann")
    own = "/home/ann/.local/share/fourfold/fourfold.db"
    for data_home, path in [("/data", "/data/fourfold/fourfold.db"), ("", own), ("here", own)]:
        monkeypatch.setenv("XDG_DATA_HOME", data_home)
        assert read_url(default_url()).database == path
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setattr(platformdirs, "PlatformDirs", MacOS)
    mac = "/home/ann/Library/Application Support/fourfold/fourfold.db"
    assert read_url(default_url()).database == mac


# URLs

WRONG: dict[str, str] = {
    "": "is not given by a URL such as",
    "games.db": "is not given by a URL such as",
    "mysql://me:s3cret@host/games": "is not given by a URL such as",
    "postgresql+asyncpg://me:s3cret@host/games": "is not given by a URL such as",
    "postgresql:/me:s3cret@host/games": "is not given by a URL such as",
    "postgresql://me:s3cret@host:port/games": "is not in the form",
    "postgresql://me:s3c/ret@host/games": "",
    "postgresql://me:s3c@ret@localhost/games": "",
    "postgresql://me:s3c:ret@localhost:1/games": "",
    "postgresql://me:s3cret@localhost:1/games": "cannot be opened",
    "postgresql://localhost:1/games?password=s3cret": "cannot be opened",
    "postgresql://me:s3cret@localhost:1/games?nonsense=1": "cannot be opened",
    "postgresql://me:s3cret@name.invalid/games": "cannot be opened",
    "postgresql:///games?host=/nowhere": "cannot be opened",
    "sqlite:///games.db?nonsense=1": "and no more",
    "sqlite://host/games.db": "and no more",
}


@pytest.mark.parametrize("url", WRONG)
def test_a_url_that_does_not_work(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = refusal(url)
    assert WRONG[url] in text
    for secret in ("s3c", "ret@", "cret"):
        assert secret not in text


def test_passwords(postgres: Server, postgres_tables: str) -> None:
    """A real server asks for one; both the right one and a wrong one stay out of sight."""
    url = postgres.url_by_port(postgres_tables)
    for spelt in (url, url.replace("postgresql+psycopg:", "postgresql:")):
        with Store.open(spelt) as store:
            store.check()
    text = refusal(postgres.url_by_port(postgres_tables, "wr0ng"))
    assert "password authentication failed" in text
    assert "wr0ng" not in text
    assert "does not exist" in refusal(postgres.url("no_such_database"))


def test_a_database_that_cannot_hold_every_letter(postgres: Server) -> None:
    name = postgres.new_database("ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'")
    assert "stores texts as LATIN1, but must use UTF8" in refusal(postgres.url(name))


def test_without_the_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert refusal("postgresql://localhost/games") == (
        "PostgreSQL needs the package psycopg: pip install 'fourfold[postgres]'"
    )


# Databases that fail while they are used


def test_a_file_that_another_keeps_locked(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.05)
    with Store.open(sqlite_url) as store, Store.open(sqlite_url) as other:
        game = store.create(FULL)
        with other._writing.begin():
            with pytest.raises(StoreError, match=r"cannot be written: database is locked$"):
                store.save(game)
            assert store.get(game.id) == game  # readers do not wait for writers
        assert store.save(game).version == 2


def test_a_disk_that_is_full(sqlite_url: str) -> None:
    with Store.open(sqlite_url) as store:
        game = store.create(FULL)
        with store._engine.connect() as connection:  # the pool gives this one to all that follow
            connection.exec_driver_sql("PRAGMA max_page_count = 1")
        large = replace(game, record=replace(game.record, tags={"note": "x" * 100_000}))
        with pytest.raises(StoreError, match=r"cannot be written: database or disk is full$"):
            store.save(large)
        assert store.get(game.id) == game
        assert store.latest_sequence() == game.sequence


def test_a_server_that_lets_nobody_in_for_a_while(postgres: Server) -> None:
    name = postgres.new_database()
    with Store.open(postgres.url(name)) as store:
        game = store.create(FULL)
        postgres.run(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        postgres.cut(name)
        for call in (store.check, lambda: store.get(game.id), lambda: store.save(game)):
            with pytest.raises(StoreError, match=r"not currently accepting connections$") as caught:
                call()
            assert "\n" not in str(caught.value)
        postgres.run(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        assert store.save(game).version == 2


def test_a_server_that_went_away_and_came_back(postgres: Server) -> None:
    """Connections that were cut, as by a restart, are found out and made anew."""
    name = postgres.new_database()
    with Store.open(postgres.url(name)) as store:
        game = store.create(FULL)
        calls: list[Callable[[], object]] = [
            store.check,
            lambda: store.get(game.id),
            lambda: store.save(store.get(game.id)),
        ]
        for call in calls:
            postgres.cut(name)
            call()
