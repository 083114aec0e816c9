"""Whether the server is alive, and whether it can do its work."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from fourfold.errors import StoreError
from fourfold.store import Store, database, sqlite_file
from fourfold.web import readiness
from fourfold.web.settings import Settings
from tests.web.conftest import Start
from tests.web.driver import Api

PATIENCE = 30.0


def test_both_say_the_version(api: Api) -> None:
    assert api.get("/healthz") == api.get("/readyz")


def wait_for(api: Api, status: int) -> str:
    """Ask until the server is ready, or is not; the answer."""
    until = time.monotonic() + PATIENCE
    while (answer := api.client.get("/readyz")).status_code != status:
        assert time.monotonic() < until, answer.text
        time.sleep(0.05)
    return answer.text


def test_a_deleted_file_is_noticed(start: Start, settings: Settings) -> None:
    api = start(settings)
    game = api.create()
    path = Path(str(settings.database).removeprefix("sqlite:///"))
    aside = path.rename(path.with_name("aside.db"))
    text = wait_for(api, 503)
    assert "the database is gone" in text
    assert str(path) not in text
    assert game.attempt("moves", column="4")[0] == 503
    assert api.get("/healthz")["status"] == "ok"
    assert api.client.get("/").status_code == 200
    assert api.get("/api/positions/7x6:44")["position"] == "7x6:44"
    aside.rename(path)
    wait_for(api, 200)
    assert game.play("4")["position"] == "7x6:4"


def test_a_full_disk_is_noticed(
    start: Start, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    api = start(settings)
    wait_for(api, 200)
    with monkeypatch.context() as patch:
        patch.setattr(sqlite_file, "LEAST_FREE", 1 << 60)
        assert "the disk is full" in wait_for(api, 503)
        assert api.get("/healthz")["status"] == "ok"
    wait_for(api, 200)


def test_a_locked_file_delays_only_what_needs_it(
    start: Start, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 1.0)
    api = start(settings)
    game = api.create()
    with Store.open(settings.database) as other, ThreadPoolExecutor(40) as pool:
        with other._writing.begin():
            moves = [pool.submit(game.attempt, "moves", column="4") for _ in range(40)]
            for _ in range(10):
                assert api.get("/healthz")["status"] == "ok"
                assert api.client.get("/static/main.js").status_code == 200
                assert api.get("/api/positions/7x6:44")["position"] == "7x6:44"
            assert {move.result(PATIENCE)[0] for move in moves} == {503}
            assert "the database is busy" in wait_for(api, 503)
        wait_for(api, 200)
    assert game.play("4")["position"] == "7x6:4"


def test_many_who_ask_are_one_question(
    start: Start, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    answer = threading.Event()
    monkeypatch.setattr(readiness, "SECONDS", 0.2)

    def check(_: Store) -> None:
        asked.append(1)
        answer.wait(PATIENCE)
        raise StoreError("the database /srv/games.db is on fire", "games are on fire")

    monkeypatch.setattr(Store, "check_writing", check)
    api = start(settings)
    with ThreadPoolExecutor(20) as pool:
        answers = list(pool.map(lambda _: api.client.get("/readyz"), range(20)))
    assert {each.status_code for each in answers} == {503}
    assert "did not answer in time" in answers[0].text
    assert len(asked) == 1
    answer.set()
    until = time.monotonic() + PATIENCE
    while "Games are on fire." not in api.client.get("/readyz").text:
        assert time.monotonic() < until
