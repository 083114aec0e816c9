"""Reviews over the API: streamed ply by ply, of finished games alone, cached."""

import json
from dataclasses import replace
from typing import Any

import pytest

from fourfold.web.settings import Settings
from tests.web.conftest import Start
from tests.web.driver import PEOPLE, Api


def events(api: Api, path: str) -> list[tuple[str, dict[str, Any]]]:
    """Return all events of a review, each with its name."""
    answer = api.client.get(path)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("text/event-stream")
    found = []
    for text in answer.text.split("\n\n"):
        lines = dict(line.split(": ", 1) for line in text.splitlines() if ": " in line)
        if "event" in lines:
            found.append((lines["event"], json.loads(lines["data"])))
    return found


def refusal(api: Api, path: str) -> tuple[int, str]:
    answer = api.client.get(path)
    return answer.status_code, answer.json()["error"]


def test_results_come_ply_by_ply_and_the_last_event_has_everything(api: Api) -> None:
    *progress, (name, review) = events(api, "/api/reviews/5x4:33331224")
    assert {name for name, _ in progress} == {"progress"}
    assert name == "review"
    assert progress[0][1] == {"plies": [], "done": 0, "total": 8}
    told = [ply for _, each in progress for ply in each["plies"]]
    assert [ply["number"] for ply in told] == list(range(8, 8 - len(told), -1))
    assert len(told) >= 1
    assert told == review["plies"][: -len(told) - 1 : -1]
    assert [ply["number"] for ply in review["plies"]] == list(range(1, 9))
    assert review["position"] == "5x4:33331224"


def test_what_is_told_of_a_ply(api: Api) -> None:
    _, review = events(api, "/api/reviews/7x6:4455")[-1]
    blunder = review["plies"][3]
    assert (blunder["label"], blunder["letter"], blunder["side"]) == ("blunder", "X", "SECOND")
    assert blunder["proven"]
    assert blunder["before"]["outcome"] == "win"
    assert blunder["after"] == {"outcome": "loss", "moves": 4, "points": 0.0}
    assert (blunder["win_chance_before"], blunder["win_chance"]) == (0.0, 1.0)
    # What would have been better begins with SECOND's piece, the refutation with FIRST's.
    assert blunder["better_line"][0]["column"] == blunder["better"]
    assert blunder["better_line"][0]["side"] == "SECOND"
    first, second, third = blunder["refutation"]
    assert (first["side"], first["row"], first["kind"]) == ("FIRST", 0, "piece")
    assert (second["side"], third["side"]) == ("SECOND", "FIRST")
    assert 4 in review["turning_points"]


def test_summary(api: Api) -> None:
    _, review = events(api, "/api/reviews/5x4:1212121")[-1]
    assert review["proven"]
    labels = [ply["label"] for ply in review["plies"]]
    for index, player in enumerate(review["players"]):
        own = labels[index::2]
        assert player["counts"] == {label: own.count(label) for label in player["counts"]}
        assert sum(player["counts"].values()) == len(own)
        assert 0 <= player["accuracy"] <= 100
    assert review["turning_points"] == [
        ply["number"] for ply in review["plies"] if ply["label"] in ("mistake", "blunder")
    ]


def test_bans_are_reviewed_and_shown_in_lines(api: Api) -> None:
    _, review = events(api, "/api/reviews/4x4-bb1:2134")[-1]
    assert [ply["side"] for ply in review["plies"]] == ["FIRST", "FIRST", "SECOND", "FIRST"]
    lines = [ply["better_line"] + ply["refutation"] for ply in review["plies"]]
    assert all(0 <= cell["row"] < 4 for line in lines for cell in line)


def test_a_finished_game_and_a_second_look(start: Start, settings: Settings) -> None:
    api = start(settings)
    game = api.create(rules="5x4")
    game.play("1212121")
    path = f"/api/games/{game.id}/review"
    first = events(api, path)
    assert len(first) > 1
    # To the node, and to the millisecond; and at once.
    assert events(api, path) == first[-1:]
    assert events(api, "/api/reviews/5x4:1212121") == first[-1:]


def test_a_game_that_was_resigned(api: Api) -> None:
    game = api.create(rules="4x4")
    game.play("12")
    game.post("resign")
    _, review = events(api, f"/api/games/{game.id}/review")[-1]
    assert len(review["plies"]) == 2


def test_an_opening_is_not_reviewed(api: Api) -> None:
    game = api.create(PEOPLE, start="4x4:1213")
    game.play("23")
    game.post("resign")
    _, review = events(api, f"/api/games/{game.id}/review")[-1]
    assert [ply["number"] for ply in review["plies"]] == [5, 6]


def test_only_what_is_over_can_be_reviewed(api: Api) -> None:
    game = api.create(rules="5x4")
    game.play("1212")
    path = f"/api/games/{game.id}/review"
    assert refusal(api, path) == (
        409,
        "This game is still being played: it can be reviewed once it is over.",
    )
    game.play("121")
    assert events(api, path)[-1][0] == "review"
    game.post("undo")  # two people at one screen: the game goes on
    assert refusal(api, path)[0] == 409


def test_refusals(api: Api) -> None:
    assert refusal(api, "/api/games/nobody/review")[0] == 404
    assert refusal(api, "/api/reviews/7x6:9")[0] == 422
    assert refusal(api, "/api/reviews/7x6:") == (
        409,
        "There is nothing to review: no move has been played.",
    )
    game = api.create()
    game.post("resign")
    assert refusal(api, f"/api/games/{game.id}/review")[0] == 409


def test_a_large_board_says_what_is_estimated(start: Start, settings: Settings) -> None:
    api = start(replace(settings, review=0.3))
    _, review = events(api, "/api/reviews/12x12:ffgg")[-1]
    assert not review["proven"]
    assert len(review["plies"]) == 4
    for ply in review["plies"]:
        assert 0 <= ply["win_chance"] <= 1


@pytest.mark.parametrize("path", ["/game/any/review", "/position/7x6:44/review"])
def test_a_review_has_an_address_of_the_page(api: Api, path: str) -> None:
    assert "the page" in api.client.get(path).text
