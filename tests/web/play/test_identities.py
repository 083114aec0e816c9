"""Who plays: the code of a browser, and the players that a game knows."""

import pytest

from fourfold.errors import InvalidOption
from fourfold.web.play.identities import HEADER, player_id
from tests.web.driver import Api

ANN = "abcdefghijkmnpqrstuvwxyz23"
BOB = "bbcdefghijkmnpqrstuvwxyz23"


def test_a_code_as_people_write_it() -> None:
    id = player_id(ANN)
    assert id is not None
    assert len(id) == 32
    assert player_id(f" {ANN[:13].upper()}-{ANN[13:]} ") == id
    assert player_id(BOB) != id
    assert player_id(None) is None
    assert player_id(" ") is None


@pytest.mark.parametrize("code", ["abc", ANN + "a", ANN[:-1] + "0", ANN[:-1] + "l", "ü" * 26])
def test_what_is_no_code_is_refused_in_a_sentence(code: str) -> None:
    with pytest.raises(InvalidOption, match="26 letters and digits"):
        player_id(code)


def test_the_server_refuses_a_bad_code(api: Api) -> None:
    answer = api.client.post(
        "/api/games", json={"players": [{}, {"agent": "random"}]}, headers={HEADER: "nonsense"}
    )
    assert answer.status_code == 422
    assert "26 letters and digits" in answer.json()["error"]


def test_a_game_knows_its_players(api: Api) -> None:
    store = api.client._transport.app.state.services.store  # type: ignore[attr-defined]
    ann, bob = {HEADER: ANN}, {HEADER: BOB}
    for players, expected in (
        ([{}, {"agent": "random"}], (player_id(ANN), None)),
        ([{"agent": "random"}, {}], (None, player_id(ANN))),
        ([{}, {}], (player_id(ANN), player_id(ANN))),
    ):
        answer = api.client.post("/api/games", json={"players": players}, headers=ann).json()
        assert store.get(answer["game"]["id"]).identities == expected

    answer = api.client.post(
        "/api/games", json={"players": [{}, {}], "link": True}, headers=ann
    ).json()
    id, seats = answer["game"]["id"], answer["seats"]
    assert store.get(id).identities == (None, None)
    for side, who in (("FIRST", ann), ("SECOND", bob), ("FIRST", bob)):
        headers = {**who, "Authorization": f"Bearer {seats[side]}"}
        joined = api.client.post(f"/api/games/{id}/join", json={"name": ""}, headers=headers)
        assert joined.status_code == 200
    assert store.get(id).identities == (player_id(ANN), player_id(BOB))
