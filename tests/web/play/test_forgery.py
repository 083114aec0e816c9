"""What a game counts as is decided when it ends: nothing that follows changes it."""

import json
import threading
from typing import Any

from fourfold.agents.registry import canonical_spec
from fourfold.web.play.identities import HEADER
from tests.web.driver import Api, Seats

ANN, EVE = "abcdefghijkmnpqrstuvwxyz23", "bbcdefghijkmnpqrstuvwxyz23"


def join(api: Api, game: Seats, side: str, name: str, code: str) -> None:
    headers = {HEADER: code, "Authorization": f"Bearer {game.secrets[side]}"}
    answer = api.client.post(f"/api/games/{game.id}/join", json={"name": name}, headers=headers)
    assert answer.status_code == 200, answer.text


def get(api: Api, path: str, code: str, **query: Any) -> Any:
    return api.client.get(path, params=query, headers={HEADER: code}).json()


def test_nobody_is_renamed_or_added_after_the_end(api: Api) -> None:
    game = api.create([{}, {}], link=True)
    join(api, game, "FIRST", "Quilla", ANN)
    join(api, game, "SECOND", "Rufus", "")
    game.play("1212121")
    before = get(api, "/api/me", ANN)
    version = game.get()["version"]
    join(api, game, "FIRST", "Somebody Else", ANN)
    join(api, game, "SECOND", "Famous", EVE)
    assert game.get()["version"] == version
    assert [player["name"] for player in game.view["players"]] == ["Quilla", "Rufus"]
    assert get(api, "/api/games", EVE, mine=True)["games"] == []
    assert get(api, "/api/games", EVE, player="famous")["games"] == []

    # Not after a move was taken back by both, either: it has counted.
    game.post("undo", "FIRST")
    game.post("undo", "SECOND", accept=True)
    join(api, game, "SECOND", "Famous", EVE)
    game.play("3")
    game.post("resign", "FIRST")
    assert [player["name"] for player in game.get()["players"]] == ["Quilla", "Rufus"]
    assert get(api, "/api/games", EVE, mine=True)["games"] == []
    assert get(api, "/api/me", ANN) == before
    assert get(api, "/api/me", EVE)["games"] == 0


def test_an_upload_counts_nowhere_and_belongs_to_nobody(api: Api) -> None:
    pip = api.get("/api/opponents")["opponents"][0]
    won = [
        {
            "fourfold": "game",
            "version": 1,
            "rules": "7x6",
            "players": [{"name": "Eve"}, {"name": pip["name"], "agent": pip["agent"]}],
            "identities": ["a" * 32, None],
            "tags": {"player": EVE},
        },
        *({"move": column} for column in "121212"),
    ]
    statistics = api.get("/api/statistics")
    explorer = api.get("/api/explorer/7x6:")["all"]
    data = "\n".join(json.dumps(line) for line in won)
    answer = api.client.post("/api/records", content=data, headers={HEADER: EVE}).json()
    (uploaded,) = answer["games"]
    game = Seats(
        api,
        {"game": api.get(f"/api/games/{uploaded['id']}"), "seats": answer["seats"][uploaded["id"]]},
    )
    join(api, game, "FIRST", "Eve", EVE)
    game.play("1")
    assert game.view["result"]["winner"] == "FIRST"
    assert api.get("/api/statistics") == statistics
    assert api.get("/api/explorer/7x6:")["all"] == explorer
    me = get(api, "/api/me", EVE)
    assert (me["games"], me["rating"]) == (0, None)
    # Its result is no part of a series either.
    game.post("rematch", "FIRST")
    assert game.view["series"] == {"FIRST": 0, "SECOND": 0, "draws": 0}


def test_an_agent_is_kept_by_one_text(api: Api) -> None:
    assert canonical_spec(" casual: margin=10 ,depth=1 ") == canonical_spec(
        "casual:depth=1,margin=10"
    )
    game = api.create([{}, {"agent": "random:  seed = none"}])
    assert game.view["players"][1]["agent"] == "random"
    head = {
        "fourfold": "game",
        "version": 1,
        "rules": "7x6",
        "players": [
            {"name": "a" * 10_000},
            {"name": "b", "agent": "random:seed=" + " " * 500_000 + "3"},
        ],
    }
    answer = api.client.post("/api/records", content=json.dumps(head) + '\n{"move": "4"}')
    assert answer.status_code == 201, answer.text
    (uploaded,) = answer.json()["games"]
    assert uploaded["players"][1]["agent"] == "random:seed=3"
    assert len(uploaded["players"][0]["name"]) == 40
    assert len(answer.content) < 2_000


def test_names_that_nobody_can_see_are_refused(api: Api) -> None:
    for name in ("\u200b", "\u2800", "Ada\u200d"):
        status, answer = api.post("/api/games", {"players": [{"name": name}, {}]})
        assert status == 422
        assert answer["error"].endswith(
            "a name is letters, digits, signs and spaces, and can be seen."
        )
    api.create([{"name": "👩\u200d💻"}, {}])


def test_a_race_for_the_rematch_leaves_no_orphan(api: Api) -> None:
    store = api.client.app.state.services.store  # type: ignore[attr-defined]

    def count() -> int:
        with store._read() as connection:
            return int(
                connection.exec_driver_sql("SELECT count(*) FROM fourfold_games").scalar_one()
            )

    before = count()
    for _ in range(5):
        game = api.create()
        game.play("1212121")
        found: set[str] = set()

        def ask(game: Seats = game, found: set[str] = found) -> None:
            for side in ("FIRST", "SECOND"):
                found.add(game.attempt("rematch", side)[1]["game"]["id"])

        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(found) == 1
    assert count() == before + 10
