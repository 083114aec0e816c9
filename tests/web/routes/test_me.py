"""Mine: my games, what they add up to, and that nobody sees whose the others are."""

import json
from typing import Any

import pytest

from fourfold.agents.opponents import list_opponents
from fourfold.web.play.identities import HEADER, player_id
from tests.web.driver import Api, Seats, View

PIP = list_opponents()[0]
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
AGAINST_PIP: list[View] = [{"name": "Ada"}, {"opponent": PIP.id}]

_number = 0


class Me:
    """A player with a code of their own, who calls the API."""

    def __init__(self, api: Api) -> None:
        global _number
        _number += 1
        self.code = LETTERS[_number // 32] + LETTERS[_number % 32] + "a" * 24
        self.headers = {HEADER: self.code}
        self.api = api

    def get(self, path: str, **query: Any) -> Any:
        answer = self.api.client.get(path, params=query, headers=self.headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def begin(self, players: list[View], **wanted: Any) -> Seats:
        body = {"players": players, **wanted}
        answer = self.api.client.post("/api/games", json=body, headers=self.headers)
        assert answer.status_code == 201, answer.text
        return Seats(self.api, answer.json())

    def join(self, game: Seats, side: str) -> None:
        headers = {**self.headers, "Authorization": f"Bearer {game.secrets[side]}"}
        path = f"/api/games/{game.id}/join"
        answer = self.api.client.post(path, json={"name": ""}, headers=headers)
        assert answer.status_code == 200, answer.text

    def lose(self) -> Seats:
        """Play a move against the weakest opponent, and resign."""
        game = self.begin(AGAINST_PIP)
        game.play("4")
        game.post("resign")
        return game

    @property
    def standing(self) -> View:
        view: View = self.get("/api/me")
        return view


@pytest.fixture
def me(api: Api) -> Me:
    return Me(api)


def test_somebody_new(me: Me) -> None:
    standing = me.standing
    assert (standing["games"], standing["rating"], standing["opponents"]) == (0, None, [])
    assert standing["days"]["played"] == 0
    assert me.get("/api/games", mine=True) == {"games": [], "before": None}


def test_who_does_not_say_who_they_are(api: Api) -> None:
    for path in ("/api/me", "/api/games?mine=true"):
        answer = api.client.get(path)
        assert answer.status_code == 422
        assert HEADER in answer.json()["error"]
    assert api.client.get("/api/me", headers={HEADER: "abc"}).status_code == 422
    assert api.client.get("/api/me?offset=9999", headers={HEADER: "a" * 26}).status_code == 422


def test_a_game_counts_once(me: Me) -> None:
    game = me.lose()
    before = me.standing
    assert (before["games"], before["losses"]) == (1, 1)
    (tally,) = before["opponents"]
    assert (tally["title"], tally["opponent"], tally["losses"]) == (PIP.name, PIP.id, 1)
    assert before["rating"]["games"] == 1
    assert before["days"]["played"] == 1
    assert before["days"]["recent"] == [{"date": before["days"]["today"], "games": 1}]

    # Taken back after the end, and lost again.
    game.post("undo")
    assert game.view["result"] is None
    assert me.standing == before
    game.play("3")
    game.post("resign")
    assert me.standing == before

    # The record, uploaded by the same player.
    record = me.api.client.get(f"/api/games/{game.id}/record").content
    answer = me.api.client.post("/api/records", content=record, headers=me.headers)
    assert answer.status_code == 201
    assert me.standing == before
    assert [each["id"] for each in me.get("/api/games", mine=True)["games"]] == [game.id]


def test_a_record_that_is_played_on_is_not_counted(me: Me) -> None:
    game = me.begin(AGAINST_PIP)
    game.play("4")
    record = me.api.client.get(f"/api/games/{game.id}/record").content
    before = me.api.get("/api/statistics")
    answer = me.api.client.post("/api/records", content=record, headers=me.headers).json()
    id = answer["games"][0]["id"]
    secret = answer["seats"][id]["FIRST"]
    assert me.api.post(f"/api/games/{id}/resign", {}, secret)[0] == 200
    assert me.standing["games"] == 0
    assert me.api.get("/api/statistics") == before


def test_a_game_with_a_move_taken_back_is_not_rated(me: Me) -> None:
    game = me.begin(AGAINST_PIP)
    game.play("4")
    game.post("undo")
    game.play("4")
    game.post("resign")
    assert (me.standing["games"], me.standing["rating"]) == (1, None)


def test_people(api: Api) -> None:
    ann, bob = Me(api), Me(api)
    here = ann.begin([{"name": "Ann"}, {"name": "Cleo"}])
    here.play("1212121")
    assert ann.standing["games"] == 0
    assert ann.standing["days"]["played"] == 1
    (shown,) = ann.get("/api/games", mine=True)["games"]
    assert shown["you"] == ["FIRST", "SECOND"]
    assert ann.get("/api/games", mine=True, result="win")["games"] == []

    game = ann.begin([{"name": "Ann"}, {"name": "Bob"}], link=True)
    ann.join(game, "FIRST")
    bob.join(game, "SECOND")
    game.play("1212121")
    assert (ann.standing["wins"], bob.standing["losses"]) == (1, 1)
    assert ann.standing["opponents"][0]["title"] == "Bob"
    assert ann.standing["wins_in_a_row"] == {"current": 1, "best": 1}
    assert ann.standing["rating"] is None
    (found,) = bob.get("/api/games", mine=True)["games"]
    assert found["you"] == ["SECOND"]


def test_my_games_with_their_boards(me: Me) -> None:
    game = me.lose()
    me.begin([{}, {"agent": "greedy"}], rules="5x4-xc1-ba1").play("2")
    newest, oldest = me.get("/api/games", mine=True)["games"]
    assert newest["board"][-1].count("x") == 1
    assert newest["board"][-1][2] == "x"
    assert newest["board"][-1][0] in "*2"
    assert newest["board"][-1][1] == "1"
    assert len(newest["board"]) == 4
    assert (oldest["id"], oldest["you"], oldest["accuracy"]) == (game.id, ["FIRST"], None)
    assert oldest["board"][-1][3] == "1"

    assert [each["id"] for each in me.get("/api/games", mine=True, result="loss")["games"]] == [
        game.id
    ]
    for name in (PIP.name.lower(), "ada"):
        assert len(me.get("/api/games", mine=True, player=name)["games"]) == 1
    assert len(me.get("/api/games", mine=True, player="GREED")["games"]) == 1  # the agent's title


def test_the_winning_line_is_sent(me: Me) -> None:
    me.begin([{}, {}]).play("1212121")
    (game,) = me.get("/api/games", mine=True)["games"]
    assert sorted(game["line_cells"]) == [[0, 0], [0, 1], [0, 2], [0, 3]]
    assert game["board"][-4:] == ["1......", "12.....", "12.....", "12....."]


def test_a_review_leaves_the_accuracy(me: Me) -> None:
    def play() -> str:
        game = me.begin([{}, {}], rules="5x4")
        game.play("1212121")
        me.api.client.get(f"/api/games/{game.id}/review")
        return game.id

    first = play()
    (game,) = me.get("/api/games", mine=True)["games"]
    assert game["id"] == first
    assert all(0 <= each <= 100 for each in game["accuracy"])
    assert game["accuracy"][0] > game["accuracy"][1]
    play()  # its review is there at once
    again = me.get("/api/games", mine=True)["games"][0]
    assert again["id"] != first
    assert again["accuracy"] == game["accuracy"]


def test_nobody_sees_who_the_others_are(api: Api) -> None:
    ann, eve = Me(api), Me(api)
    game = ann.lose()
    id = player_id(ann.code)
    assert id is not None
    texts = [
        json.dumps(eve.get("/api/games")),
        json.dumps(eve.get(f"/api/games/{game.id}")),
        json.dumps(ann.standing),
        json.dumps(ann.get("/api/games", mine=True)),
        api.client.get(f"/api/games/{game.id}/record").text,
    ]
    assert not any(id in text or ann.code in text for text in texts)
    listed = next(each for each in eve.get("/api/games")["games"] if each["id"] == game.id)
    assert listed["you"] == []
    # The id, which is all that the database has, is no code.
    answer = api.client.get("/api/games?mine=true", headers={HEADER: id})
    assert answer.status_code == 422
    assert all(
        each["id"] != game.id for each in eve.get("/api/games", mine=True, owner=id)["games"]
    )
