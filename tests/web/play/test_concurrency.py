"""Many at once: what is acknowledged is kept, once; and a database that goes away comes back."""

import threading

import pytest

from fourfold.errors import StoreError
from fourfold.store import Store
from tests.web.driver import Api


def test_moves_that_are_acknowledged_are_there_exactly_once(api: Api) -> None:
    game = api.create(rules="12x12")
    lock = threading.Lock()
    acknowledged: list[tuple[int, str]] = []
    refused: list[int] = []

    def play(number: int) -> None:
        for turn in range(10):
            column = "abcdefghijkl"[(number + turn) % 12]
            for secret in game.secrets.values():
                status, view = api.post(f"/api/games/{game.id}/moves", {"column": column}, secret)
                with lock:
                    if status == 200:
                        acknowledged.append((view["version"], column))
                    else:
                        refused.append(status)

    threads = [threading.Thread(target=play, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    plies = [ply["label"] for ply in game.get()["plies"]]
    assert [column for _, column in sorted(acknowledged)] == plies
    assert len(plies) > 5
    assert set(refused) <= {409}


def test_a_database_that_does_not_answer(
    api: Api, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    game = api.create()
    game.play("4")

    def fail(*_: object) -> None:
        detail = "the database /srv/secret/games.db cannot be read: it is too busy"
        raise StoreError(detail, "games cannot be read just now: the database is busy")

    with monkeypatch.context() as broken, caplog.at_level("WARNING", "fourfold.web"):
        for name in ("latest_sequence", "changed_since", "get", "save", "search", "check_writing"):
            broken.setattr(Store, name, fail)
        for path in (f"/api/games/{game.id}", "/api/games"):
            answer = api.client.get(path)
            assert answer.status_code == 503
            assert answer.json() == {
                "error": "Games cannot be read just now: the database is busy."
            }
            assert answer.headers["retry-after"] == "1"
        assert game.attempt("moves", column="4")[0] == 503
        assert api.get("/healthz")["status"] == "ok"
    # The operator is told where it happened, once; nobody else is.
    assert sum("/srv/secret" in line.getMessage() for line in caplog.records) == 1
    assert game.get()["position"] == "7x6:4"
    assert game.play("4")["position"] == "7x6:44"
