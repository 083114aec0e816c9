"""Databases that are frozen, locked, deleted, replaced, full or damaged while they are used."""

import contextlib
import os
import shutil
import signal
import sqlite3
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from fourfold.errors import Conflict, StoreError
from fourfold.store import (
    Store,
    availability,
    connections,
    database,
    new_id,
    postgresql,
    sqlite_file,
)
from fourfold.store.failures import Unavailable
from fourfold.web.app import create_app
from fourfold.web.settings import Settings

from .disks import NoDiskError, small_disk
from .postgres import Server
from .test_store import FULL

PATIENCE = 30.0


def refused(call: Callable[[], object]) -> StoreError:
    """The error of a call, whose sentence for strangers says nothing of where the database is."""
    with pytest.raises(StoreError) as caught:
        call()
    for secret in ("/", "test", "games.db", "postgres"):
        assert secret not in caught.value.public
    return caught.value


def wait_until_it_works(call: Callable[[], object]) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            call()
            return
        except StoreError:
            assert time.monotonic() < until
            time.sleep(0.02)


@contextlib.contextmanager
def frozen(server: Server) -> Iterator[None]:
    """Stop a server and all of its processes, without a word to its clients."""
    parent = int((server.folder / "data" / "postmaster.pid").read_text().split()[0])
    found = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(parent)], capture_output=True, text=True, check=True
    )
    every = [parent, *map(int, found.stdout.split())]
    for pid in every:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in every:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)


@pytest.mark.skipif(shutil.which("ps") is None, reason="there is no ps")
def test_a_frozen_server_delays_only_what_needs_it(
    postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "ANSWER_SECONDS", 0.6)
    monkeypatch.setattr(postgresql, "CONNECT_SECONDS", 2)
    settings = Settings(database=postgres.url(postgres.new_database()), workers=1, rates={})
    with TestClient(create_app(settings), base_url="http://127.0.0.1:8444") as client:
        game = client.post("/api/games", json={"players": [{}, {}]}).json()["game"]["id"]
        with frozen(postgres), ThreadPoolExecutor(20) as pool:
            waiting = [pool.submit(client.get, f"/api/games/{game}") for _ in range(20)]
            for _ in range(10):
                assert client.get("/healthz").json()["status"] == "ok"
                assert client.get("/api/positions/7x6:44").json()["position"] == "7x6:44"
                assert client.get("/api/agents").status_code == 200
            assert {each.result(PATIENCE).status_code for each in waiting} == {503}
            assert client.get("/readyz").status_code == 503
        until = time.monotonic() + PATIENCE
        while client.get("/readyz").status_code != 200:
            assert time.monotonic() < until
            time.sleep(0.02)
        assert client.get(f"/api/games/{game}").status_code == 200


@pytest.mark.skipif(shutil.which("ps") is None, reason="there is no ps")
def test_a_frozen_server_is_given_up(postgres: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql, "ANSWER_SECONDS", 0.6)
    monkeypatch.setattr(postgresql, "CONNECT_SECONDS", 2)
    with Store.open(postgres.url(postgres.new_database())) as store:
        game = store.create(FULL)
        with frozen(postgres):
            assert isinstance(refused(lambda: store.get(game.id)), Unavailable)
            # From now on nobody waits: a thousand calls take no longer than one that does.
            began = time.monotonic()
            for _ in range(1000):
                assert "does not answer" in refused(lambda: store.get(game.id)).public
            assert time.monotonic() - began < PATIENCE
        wait_until_it_works(lambda: store.get(game.id))
        wait_until_it_works(lambda: store.save(store.get(game.id)))


def test_a_statement_that_takes_too_long(postgres: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql, "STATEMENT_SECONDS", 0.2)
    with Store.open(postgres.url(postgres.new_database())) as store:

        def sleep() -> None:
            with store._read() as connection:
                connection.exec_driver_sql("SELECT pg_sleep(60)")

        assert refused(sleep).public == "games cannot be read just now: it took too long"
        store.check()  # the others are not refused for it


def test_a_lock_that_another_keeps(postgres: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql, "LOCK_SECONDS", 0.2)
    url = postgres.url(postgres.new_database())
    with Store.open(url) as store, Store.open(url) as other:
        game = store.create(FULL)
        with other._writing.begin() as connection:
            connection.exec_driver_sql("LOCK TABLE fourfold_counter")
            error = refused(lambda: store.save(game))
            assert error.public == "games cannot be written just now: the database is busy"
        assert store.save(game).version == 2


def test_every_connection_has_its_limits(postgres: Server) -> None:
    url = postgres.url(postgres.new_database())
    names = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
    with Store.open(url) as store, store._read() as connection:
        found = [connection.exec_driver_sql(f"SHOW {name}").scalar_one() for name in names]
        driver: Any = connection.connection.driver_connection
        given = driver.info.get_parameters()
    assert found == ["5s", "4s", "30s"]
    kept = {name: given[name] for name in given if name.startswith(("keepalives", "tcp_user"))}
    assert kept == {
        "keepalives": "1",
        "keepalives_idle": "5",
        "keepalives_interval": "3",
        "keepalives_count": "3",
        "tcp_user_timeout": "15000",
    }


def test_limits_of_a_url_come_first(postgres: Server) -> None:
    url = postgres.url(postgres.new_database())
    with Store.open(url + "&options=-c%20statement_timeout%3D1234") as store:
        with store._read() as connection:
            found = connection.exec_driver_sql("SHOW statement_timeout").scalar()
        assert found == "1234ms"


def test_writers_of_one_process_wait_for_each_other_only_so_long(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.1)
    with Store.open(sqlite_url) as store:
        game = store.create(FULL)
        with store._write():
            refusals: list[StoreError] = []
            thread = threading.Thread(
                target=lambda: refusals.append(refused(lambda: store.save(game)))
            )
            thread.start()
            thread.join(PATIENCE)
        assert refusals[0].public == "games cannot be written just now: the database is busy"
        assert store.save(game).version == 2


def test_after_a_long_wait_the_others_are_refused_until_the_database_answers(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.05)
    monkeypatch.setattr(availability, "WAITED", 0.0)
    with Store.open(sqlite_url) as store, Store.open(sqlite_url) as other:
        game = store.create(FULL)
        with other._writing.begin():
            refused(lambda: store.save(game))
            with store._connections._lock or contextlib.nullcontext():  # nobody waits for this
                refused(lambda: store.save(game))
            assert store.get(game.id) == game  # readers do not depend on writers
        wait_until_it_works(lambda: store.save(store.get(game.id)))


def copy_database(path: Path, aside: Path) -> None:
    closing = contextlib.closing
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(aside)) as copy:
        source.backup(copy)


def test_a_deleted_file_is_noticed_and_a_new_one_is_opened(tmp_path: Path) -> None:
    path, aside = tmp_path / "games.db", tmp_path / "aside.db"
    with Store.open(f"sqlite:///{path}") as store:
        game = store.create(FULL)
        copy_database(path, aside)
        path.unlink()
        for call in (store.check, store.check_writing, lambda: store.save(game)):
            error = refused(call)
            assert "was deleted or moved while it was in use" in str(error)
            assert "the database is gone" in error.public
        assert not path.exists()  # nothing is begun anew behind the operator's back
        for left in tmp_path.glob("games.db-*"):
            left.unlink()
        aside.rename(path)
        assert store.get(game.id) == game
        assert store.save(game).version == 2
    with Store.open(f"sqlite:///{path}") as store:
        assert store.get(game.id).version == 2


def test_a_move_into_a_file_that_is_deleted_meanwhile_is_not_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    gone = pytest.raises(StoreError, match="deleted or moved")
    with Store.open(f"sqlite:///{path}") as store, gone, store._write():
        path.unlink()


def test_a_full_disk_is_noticed(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.open(sqlite_url) as store:
        store.check_writing()
        monkeypatch.setattr(sqlite_file, "LEAST_FREE", 1 << 62)
        error = refused(store.check_writing)
        assert error.public == "games cannot be written just now: the disk is full"


def test_a_truncated_file(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with Store.open(f"sqlite:///{path}") as store:
        game = store.create(FULL)
        store._engine.dispose()  # the last connection writes everything into the file
        os.truncate(path, 5000)
        for call in (lambda: store.get(game.id), store.check_writing):
            assert "the database is damaged" in refused(call).public


def test_a_file_that_was_cut_where_nobody_has_looked_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_file, "_GROWING", 0.05)
    path = tmp_path / "games.db"
    with Store.open(f"sqlite:///{path}") as store:
        for _ in range(100):
            store.create(replace(FULL, id=new_id()))
        store.check_writing()
        store._engine.dispose()  # the last connection writes everything into the file
        store.check_writing()
        store._engine.dispose()
        os.truncate(path, path.stat().st_size * 3 // 4)
        error = refused(store.check_writing)
        assert "its file was cut" in str(error)
        assert error.public.endswith("the database is damaged")


def test_checks_use_numbers_of_changes_that_there_are_not(store: Store) -> None:
    game = store.create(FULL)
    before = store.latest_sequence()
    store.check_writing()
    assert store.latest_sequence() == before + 1
    assert store.changed_since(game.sequence) == []
    assert isinstance(store._connections, connections.Connections)


@pytest.fixture
def disk() -> Iterator[Path]:
    """A small disk of its own."""
    with contextlib.ExitStack() as stack:
        try:
            place = stack.enter_context(small_disk(2))
        except NoDiskError as error:
            pytest.skip(f"databases on a full or a read-only disk: {error}")
        yield place


def test_a_disk_that_is_really_full(disk: Path) -> None:
    with Store.open(f"sqlite:///{disk / 'games.db'}") as store:
        game = store.create(FULL)
        filler = disk / "filler"
        with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            while file.write(b"x" * 4096):
                pass
        full = "games cannot be written just now: the disk is full"
        assert refused(store.check_writing).public == full

        def write() -> None:  # some changes still fit into what the file has already
            nonlocal game
            while True:
                game = store.save(game)

        assert refused(write).public == full
        assert store.get(game.id) == game
        filler.unlink()
        store.check_writing()
        assert store.save(game).version == game.version + 1


def test_a_disk_that_may_only_be_read(disk: Path) -> None:
    url = f"sqlite:///{disk / 'games.db'}"
    with Store.open(url) as store:
        game = store.create(FULL)
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    with pytest.raises(StoreError, match="cannot be opened") as caught:
        Store.open(url)
    assert "\n" not in str(caught.value)
    assert "/" not in caught.value.public
    subprocess.run(["mount", "-o", "remount,rw", str(disk)], check=True)
    with Store.open(url) as store:
        assert store.save(store.get(game.id)).version == 2


def test_an_older_copy_in_the_place_of_the_file(tmp_path: Path) -> None:
    """What was acknowledged before the copy was made is there, and play goes on."""
    path, aside = tmp_path / "games.db", tmp_path / "aside.db"
    with Store.open(f"sqlite:///{path}") as store:
        game = store.create(FULL)
        copy_database(path, aside)
        newer = store.save(game)
        for left in tmp_path.glob("games.db-*"):
            left.unlink()
        aside.replace(path)
        assert store.get(game.id) == game
        with pytest.raises(Conflict):  # a change of what is gone is refused
            store.save(newer)
        assert store.save(game).version == 2
    with Store.open(f"sqlite:///{path}") as store:
        assert store.get(game.id).version == 2


def test_a_server_that_is_killed_and_comes_back(postgres: Server) -> None:
    with Store.open(postgres.url(postgres.new_database())) as store:
        game = store.create(FULL)
        postgres.end(signal.SIGKILL)
        try:
            for call in (lambda: store.get(game.id), lambda: store.save(game)):
                assert "does not answer" in refused(call).public
        finally:
            postgres.start_again()
        wait_until_it_works(lambda: store.get(game.id))
        assert store.get(game.id) == game
        assert store.save(game).version == 2
