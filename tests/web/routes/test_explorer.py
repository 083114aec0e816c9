"""The explorer: what was played in a position, and the scores that are known at once."""

from pathlib import Path
from typing import Any

import pytest

from fourfold import Position, Rules
from fourfold.search import Solver
from fourfold.search.book import use_books
from fourfold.search.book.build import build
from fourfold.search.book.chosen import VARIABLE
from fourfold.web.settings import Settings
from tests.web.conftest import Start
from tests.web.driver import PEOPLE, Api, Seats

ANN, BOB = "a" * 26, "b" * 26
NOTHING = {"games": 0, "wins": 0, "draws": 0, "losses": 0}


@pytest.fixture
def server(start: Start, settings: Settings) -> Api:
    return start(settings)


def begin(api: Api, moves: str, player: str | None = None, rules: str = "7x6") -> Seats:
    body = {"rules": rules, "players": PEOPLE}
    headers = {} if player is None else {"X-Fourfold-Player": player}
    seats = Seats(api, api.client.post("/api/games", json=body, headers=headers).json())
    seats.play(moves)
    return seats


def explore(api: Api, position: str, player: str | None = None) -> Any:
    headers = {} if player is None else {"X-Fourfold-Player": player}
    answer = api.client.get(f"/api/explorer/{position}", headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()


def tally(wins: int, draws: int, losses: int) -> dict[str, int]:
    return {"games": wins + draws + losses, "wins": wins, "draws": draws, "losses": losses}


def test_all_games_and_yours(server: Api) -> None:
    begin(server, "1212121", ANN)
    begin(server, "2121216", BOB).post("resign", "FIRST")
    begin(server, "1", ANN)  # goes on
    found = explore(server, "7x6:", ANN)
    assert found["all"] == tally(1, 0, 1)
    assert found["yours"] == tally(1, 0, 0)
    assert found["symmetric"]
    # A column and its mirror image are counted together.
    assert [each["all"]["games"] for each in found["columns"]] == [1, 1, 0, 0, 0, 1, 1]
    assert [each["yours"]["games"] for each in found["columns"]] == [1, 0, 0, 0, 0, 0, 1]
    # Both games had this board, by two orders of moves.
    found = explore(server, "7x6:121212")
    assert not found["symmetric"]
    assert found["columns"][0]["all"] == tally(1, 0, 0)
    assert found["columns"][0]["yours"] == NOTHING
    assert found["yours"] == NOTHING


def test_an_undo_after_the_end_changes_nothing(server: Api) -> None:
    game = begin(server, "1212121")
    assert explore(server, "7x6:")["all"] == tally(1, 0, 0)
    game.post("undo")
    assert explore(server, "7x6:")["all"] == tally(1, 0, 0)
    game.play("2")
    game.post("resign", "FIRST")
    assert explore(server, "7x6:")["all"] == tally(1, 0, 0)


def test_uploaded_records_do_not_count(server: Api) -> None:
    game = begin(server, "1212121", ANN)
    record = server.client.get(f"/api/games/{game.id}/record").content
    assert server.client.post("/api/records", content=record).status_code == 201
    found = explore(server, "7x6:", ANN)
    assert (found["all"], found["yours"]) == (tally(1, 0, 0), tally(1, 0, 0))


@pytest.mark.parametrize("text", ["7x6:", "7x6:4", "7x6:44444", "7x6:1234567"])
def test_the_book_has_the_scores_of_the_opening(api: Api, text: str) -> None:
    found = explore(api, text)
    assert found["book"]
    scores = Solver(memory_mb=16).columns(Position.parse(text))
    assert {each["column"]: each["score"] for each in found["columns"]} == {
        column: score.score for column, score in scores.items()
    }
    assert all(each["proven"] and each["outcome"] for each in found["columns"])


def test_a_book_of_the_operator_s_own(
    api: Api, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not explore(api, "4x4:12")["book"]
    build(Rules.parse("4x4"), 4, tmp_path / "own.book", memory_mb=16)
    monkeypatch.setenv(VARIABLE, "")  # as before, once the test is over
    use_books([tmp_path / "own.book"])
    found = explore(api, "4x4:12")
    assert found["book"]
    assert all(each["proven"] for each in found["columns"])


def test_what_was_analysed_before_is_known(api: Api) -> None:
    text = "5x4-xc2:1122"
    assert [each["win_chance"] for each in explore(api, text)["columns"]] == [None] * 5
    analysed = api.get(f"/api/analysis/{text}", seconds=1)
    found = explore(api, text)
    assert not found["book"]
    names = ("label", "full", "proven", "outcome", "in_plies", "moves", "score", "win_chance")
    assert [[each[name] for name in names] for each in found["columns"]] == [
        [each[name] for name in names] for each in analysed["columns"]
    ]


def test_a_finished_position_has_no_columns_to_play(api: Api) -> None:
    found = explore(api, "7x6:1212121")
    assert all(each["full"] for each in found["columns"])
    assert found["all"] == NOTHING


def test_refusals(api: Api) -> None:
    answer = api.client.get("/api/explorer/7x6:9")
    assert answer.status_code == 422
    assert "column" in answer.json()["error"]
    answer = api.client.get("/api/explorer/7x6:", headers={"X-Fourfold-Player": "nonsense"})
    assert answer.status_code == 422
