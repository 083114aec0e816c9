"""The opponents by the API: the ladder, and games against one of them."""

from typing import Any

import pytest

from fourfold.agents.opponents import find_opponent, list_opponents
from tests.web.driver import Api


def test_the_ladder(api: Api) -> None:
    ladder = api.get("/api/opponents")
    assert ladder["first"] == "mila"
    assert [each["id"] for each in ladder["opponents"]] == [each.id for each in list_opponents()]
    pip, mila = ladder["opponents"][:2]
    assert (pip["rating"], pip["games"]) == (400, 0)
    assert mila["games"] >= 200
    assert mila["agent"] == find_opponent("mila").agent
    assert mila["face"]["hair"] == find_opponent("mila").face.hair
    assert all(each["sentence"] and each["what"] for each in ladder["opponents"])


def test_a_game_against_an_opponent(api: Api) -> None:
    """They are recognised in the game, a rematch, the history, and a file that is read again."""
    game = api.create([{"name": "Ada"}, {"opponent": "pip"}], rules="4x4")
    ada, pip = game.view["players"]
    assert (ada["opponent"], pip["opponent"]) == (None, "pip")
    assert (pip["name"], pip["title"], pip["agent"]) == ("Pip", "Pip", find_opponent("pip").agent)
    game.post("moves", column="1")
    game.wait(lambda view: len(view["plies"]) >= 2)
    game.post("resign")
    assert names(game.post("rematch")["game"]) == ["pip", None]

    found = {each["id"]: each for each in api.get("/api/games", player="Pip")["games"]}
    assert names(found[game.id]) == [None, "pip"]
    record = api.client.get(f"/api/games/{game.id}/record").content
    answer = api.client.post(
        "/api/records", content=record, headers={"Content-Type": "application/jsonl"}
    ).json()
    assert names(api.get(f"/api/games/{answer['games'][0]['id']}")) == [None, "pip"]


def names(view: dict[str, Any]) -> list[str | None]:
    return [player["opponent"] for player in view["players"]]


def test_an_opponent_is_name_and_agent_together(api: Api) -> None:
    mila = find_opponent("mila")
    game = api.create([{"name": mila.name, "agent": mila.agent}, {"name": mila.name}])
    assert names(game.view) == ["mila", None]
    game = api.create([{"name": mila.name, "agent": "random"}, {"agent": mila.agent}])
    assert names(game.view) == [None, None]


@pytest.mark.parametrize(
    ("player", "sentence"),
    [
        ({"opponent": "zoe"}, "There is no opponent 'zoe'; the opponents are pip, mila, "),
        ({"opponent": "mila", "agent": "random"}, "A player has an opponent and also a name"),
        ({"opponent": "mila", "name": "Ada"}, "A player has an opponent and also a name"),
        ({"opponent": 3}, ""),
    ],
)
def test_refusals(api: Api, player: dict[str, Any], sentence: str) -> None:
    status, answer = api.post("/api/games", {"players": [{}, player]})
    assert status == 422
    assert answer["error"].startswith(sentence)
