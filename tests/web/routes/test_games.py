"""Games of people over the API: every action, and what it answers."""

from typing import Any

import pytest

from fourfold.web.settings import Settings
from tests.web.conftest import Start
from tests.web.driver import Api

KEYS = {
    "id", "version", "mode", "link", "rules", "position", "start", "players", "turn", "must_ban",
    "legal", "plies", "result", "can_undo", "can_redo", "offer", "undo_offer", "rematch_offer",
    "rematch_declined", "hints_allowed", "hints_offer", "clock", "thinking", "paused",
    "move_delay", "threat_cells", "variations", "series", "previous", "next", "created",
    "watchers", "you",
}  # fmt: skip


def test_a_new_game(api: Api) -> None:
    game = api.create(rules="7x6-xd3")
    view = game.view
    assert set(view) == KEYS
    assert set(game.secrets) == {"FIRST", "SECOND"}
    assert (view["mode"], view["position"], view["turn"]) == ("human-human", "7x6-xd3:", "FIRST")
    assert view["rules"]["forbidden"] == [[3, 2]]
    assert [player["title"] for player in view["players"]] == ["Ada", "Ben"]
    assert api.get(f"/api/games/{game.id}") == view


def test_moves_show_where_they_landed_and_who_wins(api: Api) -> None:
    game = api.create()
    game.play("4455")
    assert game.view["threat_cells"] == {"FIRST": [], "SECOND": []}
    game.play("6")
    assert game.view["threat_cells"]["FIRST"] == [[2, 0], [6, 0]]
    view = game.play("67")
    assert view["plies"][4] | {"seconds": 0} == {
        "column": 5, "row": 0, "label": "6", "side": "FIRST", "kind": "piece", "seconds": 0,
        "outcome": None, "in_plies": None, "evaluation": None, "nodes": None, "depth": None,
        "reason": "", "opening": False,
    }  # fmt: skip
    assert view["result"] == {
        "winner": "FIRST",
        "reason": "four in line",
        "detail": "",
        "line_cells": [[3, 0], [4, 0], [5, 0], [6, 0]],
    }
    assert view["legal"] == []


def test_a_ban_is_due_after_the_bonus_cell(api: Api) -> None:
    game = api.create(rules="6x6-bc1")
    view = game.play("3")
    assert (view["must_ban"], view["turn"]) == (True, "FIRST")
    assert game.attempt("moves", column="4", kind="piece")[0] == 409
    view = game.post("bans", column="4")
    assert (view["plies"][-1]["kind"], view["turn"]) == ("ban", "SECOND")
    status, answer = game.attempt("bans", column="4")
    assert (status, answer) == (409, {"error": "A piece is to be dropped now, not a ban."})


def test_undo_and_redo(api: Api) -> None:
    game = api.create()
    game.play("44")
    view = game.post("undo")
    assert (view["position"], view["can_redo"]) == ("7x6:4", True)
    view = game.post("undo")
    assert (view["position"], view["can_undo"]) == ("7x6:", False)
    assert game.post("redo")["position"] == "7x6:4"
    assert game.play("5")["can_redo"] is False


def test_a_version_that_is_old_is_refused(api: Api) -> None:
    game = api.create()
    game.play("4")
    status, answer = game.attempt("moves", column="4", version=1)
    assert status == 409
    assert answer["error"] == "The game has moved on: it is at version 2, not 1."
    assert game.get()["position"] == "7x6:4"
    assert game.post("moves", column="4", version=2)["position"] == "7x6:44"


def test_resigning_and_the_rematch_with_sides_exchanged(api: Api) -> None:
    game = api.create(rules="5x5", start="5x5:33")
    assert game.attempt("rematch")[0] == 409
    view = game.post("resign", "SECOND")
    assert view["result"]["winner"] == "FIRST"
    first = game.post("rematch", "FIRST")
    second = game.post("rematch", "SECOND")
    assert first["game"]["id"] == second["game"]["id"]
    assert first["seats"] == {"SECOND": game.secrets["FIRST"]}
    assert second["seats"] == {"FIRST": game.secrets["SECOND"]}
    assert [player["name"] for player in first["game"]["players"]] == ["Ben", "Ada"]
    assert first["game"]["start"] == "5x5:33"
    assert api.get(f"/api/games/{game.id}")["next"] == first["game"]["id"]


def test_draws(api: Api) -> None:
    game = api.create()
    assert game.post("draw", "FIRST")["offer"] == "FIRST"
    assert game.attempt("draw", "FIRST")[0] == 409
    assert game.post("draw", "SECOND", answer=False)["offer"] is None
    assert game.attempt("draw", "SECOND", answer=True)[0] == 409
    game.post("draw", "FIRST")
    assert game.post("draw", "SECOND", answer=True)["result"]["reason"] == "draw agreed"


def test_a_link_game_asks_before_it_takes_back(api: Api) -> None:
    game = api.create([{"name": "Ada"}, {}], link=True)
    assert [player["joined"] for player in game.view["players"]] == [True, False]
    view = game.post("join", "SECOND", name="Ben")
    assert view["you"] == "SECOND"
    assert [player["title"] for player in view["players"]] == ["Ada", "Ben"]
    game.play("4")
    assert game.post("undo", "FIRST")["undo_offer"] == "FIRST"
    assert game.attempt("undo", "FIRST")[0] == 409
    assert game.post("undo", "SECOND", accept=False)["undo_offer"] is None
    game.post("undo", "FIRST")
    assert game.play("4")["undo_offer"] is None  # a move declines
    game.post("undo", "SECOND")
    view = game.post("undo", "FIRST")
    assert (view["position"], view["undo_offer"]) == ("7x6:4", None)


def test_the_clock_of_a_person_runs_out_while_nobody_does_anything(api: Api) -> None:
    game = api.create(clock={"game": 1.5})
    assert game.play("4")["clock"]["running"] == "SECOND"
    view = game.wait(lambda view: view["result"] is not None, 15)
    assert view["result"]["reason"] == "out of time"
    assert view["result"]["winner"] == "FIRST"
    assert view["clock"]["left"][1] == 0


@pytest.mark.parametrize("link", [False, True])
def test_no_clock_runs_before_the_first_move(api: Api, link: bool) -> None:
    game = api.create([{"name": "Ada"}, {}], link=link, clock={"game": 60, "move": 0.2})
    if link:
        assert game.post("join", "SECOND", name="Ben")["clock"]["running"] is None
    other = api.create(clock={"move": 0.2})
    other.play("4")
    other.wait(lambda view: view["result"] is not None)  # as long has this one waited, too
    assert game.get()["result"] is None
    assert game.view["clock"] | {"move": None} == {
        "game": 60, "move": None, "increment": 0, "left": [60, 60], "running": None, "spent": 0,
    }  # fmt: skip
    view = game.play("4")
    assert (view["clock"]["left"][0], view["clock"]["running"]) == (60, "SECOND")
    assert view["plies"][0]["seconds"] == 0
    assert game.wait(lambda view: view["result"] is not None)["result"]["winner"] == "FIRST"


def test_an_increment_is_added_after_each_move(api: Api) -> None:
    game = api.create(clock={"game": 60, "increment": 30})
    assert game.view["clock"]["increment"] == 30
    view = game.play("44")
    assert view["clock"]["left"] == pytest.approx([90, 90], abs=20)
    assert game.post("undo")["clock"]["left"][1] == pytest.approx(60, abs=20)


def test_a_move_before_the_other_has_joined_starts_no_clock(api: Api) -> None:
    game = api.create([{"name": "Ada"}, {}], link=True, clock={"move": 60})
    assert game.play("4")["clock"]["running"] is None
    assert game.post("join", "SECOND", name="Ben")["clock"]["running"] == "SECOND"


def test_the_clock_stops_when_the_first_move_is_taken_back(api: Api) -> None:
    game = api.create(clock={"game": 60})
    game.play("4")
    assert game.post("undo")["clock"]["running"] is None


def test_a_restart_loses_nothing(start: Start, settings: Settings) -> None:
    game = start(settings).create(clock={"game": 300})
    game.play("445")
    game.post("undo")
    game.post("draw", "FIRST")
    before = game.get()
    again = start(settings).get(f"/api/games/{game.id}")
    left = before.pop("clock")["left"], again.pop("clock")["left"]
    assert left[0] == pytest.approx(left[1], abs=2)
    # Who is present is a matter of each process.
    for view in (before, again):
        for player in view["players"]:
            del player["present"]
    assert before == again


@pytest.mark.parametrize(
    ("mode", "players"),
    [
        ("human-human", [{}, {}]),
        ("human-ai", [{}, {"agent": "random"}]),
        ("human-ai", [{"agent": "random"}, {}]),
        ("ai-ai", [{"agent": "random"}, {"agent": "greedy"}]),
    ],
)
def test_secrets_are_given_for_people_or_for_two_agents(
    api: Api, mode: str, players: list[dict[str, Any]]
) -> None:
    game = api.create(players, paused=mode == "ai-ai")
    people = {side for side, p in zip(("FIRST", "SECOND"), players, strict=True) if not p}
    assert game.view["mode"] == mode
    assert set(game.secrets) == (people or {"FIRST", "SECOND"})


def test_positions_have_addresses(api: Api) -> None:
    view = api.get("/api/positions/9x8-xd3:4453")
    assert set(view) == KEYS
    assert (view["id"], view["mode"], len(view["plies"])) == (None, "study", 4)
    over = api.get("/api/positions/7x6:1212121")
    assert (over["result"]["winner"], over["legal"]) == ("FIRST", [])


def test_rules(api: Api) -> None:
    assert api.get("/api/rules", text="12x4-xa1-bl4")["labels"][-1] == "l"
    assert api.get("/api/rules", random=7) == api.get("/api/rules", random=7)
    assert api.get("/api/rules", random=7, bonus=True)["bonus"] is not None
