"""Deleting one's own game: who may, what is left of it, and what does not change."""

from typing import Any

import pytest

from fourfold.web.play.identities import HEADER
from tests.web.driver import Api, Seats

ANN, BOB, EVE = (letter + "bcdefghijkmnpqrstuvwxyz23" for letter in "abe")


def delete(
    api: Api, id: str, *, secret: str | None = None, code: str | None = None
) -> tuple[int, Any]:
    headers = {} if secret is None else {"Authorization": f"Bearer {secret}"}
    if code is not None:
        headers[HEADER] = code
    answer = api.client.delete(f"/api/games/{id}", headers=headers)
    return answer.status_code, answer.json()


def create(api: Api, code: str, *players: dict[str, str], **wanted: Any) -> Seats:
    body = {"players": list(players), **wanted}
    answer = api.client.post("/api/games", json=body, headers={HEADER: code})
    assert answer.status_code == 201, answer.text
    return Seats(api, answer.json())


def by_link(api: Api, *, moves: str = "1212121") -> Seats:
    """A game by link of Ann and Bob."""
    game = api.create([{}, {}], link=True)
    for side, name, code in (("FIRST", "Ann", ANN), ("SECOND", "Bob", BOB)):
        headers = {HEADER: code, "Authorization": f"Bearer {game.secrets[side]}"}
        answer = api.client.post(f"/api/games/{game.id}/join", json={"name": name}, headers=headers)
        assert answer.status_code == 200, answer.text
    game.play(moves)
    return game


def ask(api: Api, path: str, code: str, **query: Any) -> Any:
    return api.client.get(path, params=query, headers={HEADER: code}).json()


def ids(answer: Any) -> set[str]:
    return {game["id"] for game in answer["games"]}


def is_gone(api: Api, id: str) -> bool:
    answers = [
        api.client.get(f"/api/games/{id}{path}") for path in ("", "/events", "/record", "/review")
    ]
    return all(answer.status_code == 404 for answer in answers)


def test_a_game_against_an_agent_is_deleted_but_has_counted(api: Api) -> None:
    game = create(api, ANN, {"name": "Ann"}, {"agent": "random"})
    game.play("4")
    game.wait(lambda view: len(view["plies"]) == 2)
    game.post("resign", "FIRST")
    me, explorer = ask(api, "/api/me", ANN), ask(api, "/api/explorer/7x6:", ANN)
    assert me["losses"] >= 1

    assert delete(api, game.id, secret=game.secrets["FIRST"]) == (
        200, {"id": game.id, "kept_by_opponent": False}
    )  # fmt: skip

    assert is_gone(api, game.id)
    assert game.id not in ids(ask(api, "/api/games", ANN))
    assert game.id not in ids(ask(api, "/api/games", ANN, mine=True))
    assert game.id not in ids(ask(api, "/api/games", ANN, player="Ann"))
    # Nobody gets rid of a loss.
    assert ask(api, "/api/me", ANN) == me
    assert ask(api, "/api/explorer/7x6:", ANN) == explorer
    assert delete(api, game.id, secret=game.secrets["FIRST"])[0] == 404


def test_the_player_may_on_another_device(api: Api) -> None:
    game = create(api, ANN, {"name": "Ann"}, {"agent": "random"})
    game.play("4")
    refused = (403, {"error": "This game is not yours: only who has played it can delete it."})
    assert delete(api, game.id) == refused
    assert delete(api, game.id, secret="nonsense", code=EVE) == refused
    assert game.get()["id"] == game.id
    assert delete(api, game.id, code=ANN)[0] == 200
    assert is_gone(api, game.id)


@pytest.mark.parametrize(
    "players", [[{"agent": "random"}, {"agent": "random"}], [{"name": "Ann"}, {"name": "Bob"}]]
)
def test_who_has_all_seats_deletes_at_once(api: Api, players: list[dict[str, str]]) -> None:
    game = api.create(players)
    assert delete(api, game.id, secret=game.secrets["SECOND"])[0] == 200
    assert is_gone(api, game.id)


def test_an_upload_is_deleted_by_who_uploaded_it(api: Api) -> None:
    source = create(api, ANN, {"name": "Ann"}, {"name": "Bob"})
    source.play("1212121")
    data = api.client.get(f"/api/games/{source.id}/record").content
    answer = api.client.post("/api/records", content=data).json()
    (uploaded,) = ids(answer)
    assert delete(api, uploaded, code=ANN)[0] == 403  # their game, but another's file
    assert delete(api, uploaded, secret=answer["seats"][uploaded]["FIRST"])[0] == 200
    assert is_gone(api, uploaded)
    assert source.get()["id"] == source.id


def test_a_game_by_link_stays_with_the_other(api: Api) -> None:
    game = by_link(api)
    bob_before = ask(api, "/api/me", BOB)
    assert delete(api, game.id, code=ANN) == (
        200, {"id": game.id, "kept_by_opponent": True}
    )  # fmt: skip

    assert [player["name"] for player in game.get()["players"]] == ["human", "Bob"]
    assert len(game.view["plies"]) == 7
    assert b"Ann" not in api.client.get(f"/api/games/{game.id}/record").content
    assert game.id not in ids(ask(api, "/api/games", ANN, mine=True))
    assert game.id not in ids(ask(api, "/api/games", BOB, player="Ann"))
    assert game.id in ids(ask(api, "/api/games", BOB, mine=True))
    assert ask(api, "/api/me", BOB) == bob_before
    assert ask(api, "/api/me", ANN)["wins"] >= 1
    # Ann has no seat any more, and nobody waits for her.
    assert game.attempt("undo", "FIRST")[0] == 403
    assert delete(api, game.id, code=ANN)[0] == 403
    status, answer = game.attempt("rematch", "SECOND")
    assert (status, answer["error"]) == (
        409, "Your opponent has deleted this game: begin a new one."
    )  # fmt: skip
    # When Bob deletes it as well, it is gone.
    assert delete(api, game.id, secret=game.secrets["SECOND"]) == (
        200, {"id": game.id, "kept_by_opponent": False}
    )  # fmt: skip
    assert is_gone(api, game.id)


def test_nobody_runs_away_from_a_game_by_link(api: Api) -> None:
    game = by_link(api, moves="12")
    status, answer = delete(api, game.id, code=BOB)
    assert status == 409
    assert answer == {"error": "Your opponent is still in this game: resign first, then delete it."}
    assert [player["name"] for player in game.get()["players"]] == ["Ann", "Bob"]
    game.post("resign", "SECOND")
    assert delete(api, game.id, code=BOB) == (200, {"id": game.id, "kept_by_opponent": True})


def test_an_invitation_that_nobody_took_is_deleted(api: Api) -> None:
    game = api.create([{"name": "Ann"}, {}], link=True)
    game.play("1")
    assert delete(api, game.id, secret=game.secrets["FIRST"])[1]["kept_by_opponent"] is False
    assert is_gone(api, game.id)
    unplayed = by_link(api, moves="")
    assert delete(api, unplayed.id, code=BOB)[1]["kept_by_opponent"] is False
    assert is_gone(api, unplayed.id)


def test_who_plays_both_sides_by_link_deletes_both(api: Api) -> None:
    game = api.create([{}, {}], link=True)
    for side in ("FIRST", "SECOND"):
        headers = {HEADER: EVE, "Authorization": f"Bearer {game.secrets[side]}"}
        api.client.post(f"/api/games/{game.id}/join", json={"name": "Eve"}, headers=headers)
    game.play("1212")
    assert delete(api, game.id, code=EVE) == (200, {"id": game.id, "kept_by_opponent": False})
    assert is_gone(api, game.id)


def test_a_deleted_rematch_can_be_begun_again(api: Api) -> None:
    game = create(api, ANN, {"name": "Ann"}, {"agent": "random"})
    game.post("resign", "FIRST")
    first = game.attempt("rematch", "FIRST")[1]["game"]["id"]
    assert delete(api, first, code=ANN)[0] == 200
    status, answer = game.attempt("rematch", "FIRST")
    assert status == 201
    assert answer["game"]["id"] != first
    assert delete(api, game.id, code=ANN)[0] == 200  # the game before it
    assert api.get(f"/api/games/{answer['game']['id']}")["you"] is None


def test_a_page_of_another_site_cannot_delete(api: Api) -> None:
    game = create(api, ANN, {"name": "Ann"}, {"agent": "random"})
    headers = {HEADER: ANN, "Sec-Fetch-Site": "cross-site"}
    assert api.client.delete(f"/api/games/{game.id}", headers=headers).status_code == 403
    assert game.get()["id"] == game.id
