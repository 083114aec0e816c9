"""The lessons over the API: all that the page needs to take one without the server."""

import pytest

from fourfold.lessons import load_lessons
from fourfold.rules import Position
from fourfold.rules.notation import parse_moves
from tests.web.driver import Api


def test_the_list(api: Api) -> None:
    listed = api.get("/api/lessons")["lessons"]
    assert [each["id"] for each in listed] == [each.id for each in load_lessons()]
    assert listed[0] == {
        "id": "four-in-a-row",
        "title": "Four in a row",
        "summary": "The aim of the game: across, upright and on a slant.",
        "steps": 4,
    }


def test_a_lesson(api: Api) -> None:
    lesson = api.get("/api/lessons/four-in-a-row")
    assert lesson["title"] == "Four in a row"
    exercise = lesson["exercises"][0]
    assert exercise["position"] == "7x6:62264453"
    assert (exercise["turn"], exercise["must_ban"], exercise["study"]) == ("FIRST", False, False)
    assert exercise["pieces"][:2] == [
        {"column": 5, "row": 0, "owner": "FIRST"},
        {"column": 1, "row": 0, "owner": "SECOND"},
    ]
    assert [each["column"] for each in exercise["answers"]] == [0, 1, 2, 3, 4, 5, 6]
    right = exercise["answers"][6]
    assert (right["right"], right["row"], right["outcome"], right["moves"]) == (True, 0, "win", 1)
    assert right["line"] == []
    assert right["line_cells"] == [[3, 0], [4, 0], [5, 0], [6, 0]]


@pytest.mark.parametrize("id", [each.id for each in load_lessons()])
def test_every_lesson_can_be_played_by_what_was_sent(api: Api, id: str) -> None:
    """Where the pieces lie and land, checked with the rules, which the page does not have."""
    for exercise in api.get(f"/api/lessons/{id}")["exercises"]:
        position = Position.parse(exercise["position"])
        for piece in exercise["pieces"]:
            owner = position.cell(piece["column"], piece["row"])
            assert owner is not None
            assert owner.name == piece["owner"]
        assert len(exercise["pieces"]) == position.ply
        assert exercise["turn"] == position.turn.name
        for answer in exercise["answers"]:
            after = position
            for ply in [answer, *answer["line"]]:
                assert after.landing_row(ply["column"]) == ply["row"]
                if "side" in ply:
                    assert ply["side"] == after.turn.name
                    assert (ply["kind"] == "ban") is after.must_ban
                    assert parse_moves(ply["label"]) == (ply["column"],)
                after = after.play(ply["column"])
            assert [tuple(cell) for cell in answer["line_cells"]] == list(after.winning_cells)


def test_lessons_lead_to_the_next(api: Api) -> None:
    ids = [each.id for each in load_lessons()]
    following = [api.get(f"/api/lessons/{id}")["next"] for id in ids]
    assert [each and each["id"] for each in following] == [*ids[1:], None]


def test_no_such_lesson(api: Api) -> None:
    answer = api.client.get("/api/lessons/luck")
    assert answer.status_code == 404
    assert answer.json()["error"].startswith(
        "There is no lesson 'luck'; the lessons are four-in-a-row"
    )
