"""Variations of games: kept by whoever has a seat, sent to everybody, and part of the record."""

from typing import Any

import pytest

from tests.web.driver import PEOPLE, Api, Seats


@pytest.fixture
def game(api: Api) -> Seats:
    """A game that FIRST has won."""
    _, answer = api.post("/api/games", {"rules": "7x6", "players": PEOPLE})
    seats = Seats(api, answer)
    seats.play("1212121")
    return seats


def moves(view: Any) -> list[str]:
    return [variation["moves"] for variation in view["variations"]]


def test_kept_with_the_game(api: Api, game: Seats) -> None:
    assert game.view["variations"] == []
    view = game.post("variations", variations=["12345", "1211"], version=game.view["version"])
    assert moves(view) == ["1211", "12345"]  # in the order in which the tree is walked
    assert view["variations"][0]["after"] == 3
    assert view["variations"][0]["plies"] == [
        {"column": 0, "row": 2, "label": "1", "side": "SECOND", "kind": "piece"}
    ]
    assert moves(game.get()) == ["1211", "12345"]
    assert game.view["position"] == "7x6:1212121"
    # All at once: what is left out is deleted.
    assert moves(game.post("variations", variations=["12345"])) == ["12345"]
    assert moves(game.post("variations", variations=[])) == []


def test_the_game_itself_is_no_variation(game: Seats) -> None:
    view = game.post("variations", variations=["1212121", "121"])
    assert view["variations"] == []


def test_exported_and_imported(api: Api, game: Seats) -> None:
    game.post("variations", variations=["12345"])
    data = api.client.get(f"/api/games/{game.id}/record").content
    assert b'"variations": ["12345"]' in data
    answer = api.client.post("/api/records", content=data)
    (id,) = [each["id"] for each in answer.json()["games"]]
    assert moves(api.get(f"/api/games/{id}")) == ["12345"]


def test_after_an_opening(api: Api) -> None:
    body = {"rules": "7x6", "start": "44", "players": PEOPLE}
    game = Seats(api, api.post("/api/games", body)[1])
    game.play("12")
    game.post("resign", "FIRST")
    view = game.post("variations", variations=["4415"])
    assert (moves(view), view["variations"][0]["after"]) == (["4415"], 3)
    status, answer = game.attempt("variations", variations=["4515"])
    assert (status, "does not begin with" in answer["error"]) == (409, True)


def test_an_undo_of_the_end_keeps_them(game: Seats) -> None:
    game.post("variations", variations=["12345"])
    game.post("undo")
    assert moves(game.get()) == ["12345"]


def test_refusals(api: Api, game: Seats) -> None:
    _, answer = api.post("/api/games", {"rules": "7x6", "players": PEOPLE})
    running = Seats(api, answer)
    running.play("1")
    status, answer = running.attempt("variations", variations=["2"])
    assert (status, answer["error"]) == (409, "Variations can be kept once the game is over.")
    status, answer = api.post(f"/api/games/{game.id}/variations", {"variations": []})
    assert status == 403
    old = game.view["version"]
    game.post("variations", variations=["2"])
    status, answer = game.attempt("variations", variations=["3"], version=old)
    assert (status, "has moved on" in answer["error"]) == (409, True)
    assert game.attempt("variations", variations=["9"])[0] == 422
    assert game.attempt("variations", variations=["1"] * 101)[0] == 422
    assert game.attempt("variations", variations=["12121211"])[0] in (409, 422)
    assert moves(game.get()) == ["2"]


def test_a_study_board_as_a_file(api: Api) -> None:
    answer = api.client.get(
        "/api/positions/7x6:4435/record", params={"variation": ["4462", "44", "4461"]}
    )
    assert answer.status_code == 200
    assert answer.headers["content-disposition"] == 'attachment; filename="fourfold-7x6-4435.jsonl"'
    uploaded = api.client.post("/api/records", content=answer.content).json()
    game = api.get(f"/api/games/{uploaded['games'][0]['id']}")
    assert game["position"] == "7x6:4435"
    assert moves(game) == ["4462", "4461"]
    assert api.client.get("/api/positions/7x6:9/record").status_code == 422
    wrong = api.client.get("/api/positions/7x6:4/record", params={"variation": "99"})
    assert wrong.status_code == 422


def test_a_position_with_variations(api: Api) -> None:
    view = api.get("/api/positions/7x6:4462", variation=["4435", "44"])
    assert moves(view) == ["4435"]
    assert (view["variations"][0]["after"], len(view["variations"][0]["plies"])) == (2, 2)
    assert api.client.get("/api/positions/7x6:4?variation=9").status_code == 422
