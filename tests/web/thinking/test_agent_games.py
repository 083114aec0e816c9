"""Agents that think on the server."""

from dataclasses import replace

import pytest

from fourfold.agents.registry import canonical_spec
from fourfold.web.settings import Settings
from tests.web.conftest import Start
from tests.web.driver import Api


def test_an_agent_answers(api: Api) -> None:
    game = api.create([{"name": "Ada"}, {"agent": "greedy"}])
    game.post("moves", column="4")
    view = game.wait(lambda view: view["turn"] == "FIRST")
    assert [ply["side"] for ply in view["plies"]] == ["FIRST", "SECOND"]
    assert view["thinking"] is None
    assert view["players"][1]["title"] == "Greedy"


def test_an_agent_that_begins_does_so_by_itself(api: Api) -> None:
    game = api.create([{"agent": "perfect:memory=16"}, {}])
    assert game.wait(lambda view: view["turn"] == "SECOND")["position"] == "7x6:4"


def test_undo_takes_the_agents_move_back_too(api: Api) -> None:
    game = api.create([{}, {"agent": "random"}])
    game.post("moves", column="4")
    game.wait(lambda view: view["turn"] == "FIRST")
    assert game.post("undo", "FIRST")["position"] == "7x6:"


def test_undo_while_the_agent_thinks(start: Start, settings: Settings) -> None:
    api = start(replace(settings, budget=30))
    game = api.create([{}, {"agent": "uct:seconds=30"}])
    game.post("moves", column="4")
    game.wait(lambda view: view["thinking"] is not None and not view["thinking"]["queued"])
    view = game.post("undo", "FIRST")
    assert (view["position"], view["thinking"]) == ("7x6:", None)


def test_hurry(start: Start, settings: Settings) -> None:
    api = start(replace(settings, budget=60))
    game = api.create([{}, {"agent": "uct:seconds=60"}])
    assert game.attempt("hurry")[0] == 409
    game.post("moves", column="4")
    view = game.wait(lambda view: bool(view["thinking"] and view["thinking"]["nodes"]))
    assert view["thinking"]["side"] == "SECOND"
    game.post("hurry", "FIRST")
    game.wait(lambda view: view["turn"] == "FIRST", 5)


def test_two_agents_play_a_game_to_its_end(api: Api) -> None:
    game = api.create([{"agent": "random:seed=1"}, {"agent": "greedy"}], rules="4x4", move_delay=0)
    view = game.wait(lambda view: view["result"] is not None)
    assert view["mode"] == "ai-ai"
    assert len(view["plies"]) >= 7


def test_two_agents_pause_step_and_go_on(api: Api) -> None:
    game = api.create([{"agent": "random"}, {"agent": "greedy"}], paused=True, move_delay=0)
    assert game.view["plies"] == []
    game.post("step")
    game.wait(lambda view: len(view["plies"]) == 1)
    assert game.view["paused"]
    assert game.attempt("resign")[0] == 409
    # So that it is not over when it is paused: seven plies are the fewest of a game.
    assert game.post("pace", move_delay=1)["move_delay"] == 1
    game.post("resume")
    game.wait(lambda view: len(view["plies"]) > 2)
    view = game.post("pause")
    assert game.post("undo")["plies"] == view["plies"][:-1]
    assert game.attempt("moves", column="4")[0] == 409


def test_a_person_cannot_move_for_the_agent(api: Api) -> None:
    game = api.create([{}, {"agent": "uct:seconds=1"}])
    game.post("moves", column="4")
    status, answer = game.attempt("moves", "FIRST", column="4")
    assert (status, answer) == (409, {"error": "It is not your turn: UCT is to move."})


def test_a_draw_is_answered_at_once(api: Api) -> None:
    game = api.create([{}, {"agent": "perfect:memory=16"}])
    view = game.post("draw", "FIRST")
    assert (view["offer"], view["result"]) == (None, None)


def test_ten_hours_on_the_largest_board_end_within_the_budget(
    start: Start, settings: Settings
) -> None:
    api = start(replace(settings, budget=0.5))
    for agent in ("uct:seconds=36000", "perfect:seconds=36000", "threat:depth=60"):
        game = api.create([{}, {"agent": agent}], rules="12x12")
        game.post("moves", column="f")
        view = game.wait(lambda view: view["turn"] == "FIRST", 10)
        assert view["result"] is None
        assert view["plies"][-1]["seconds"] < 3


def test_a_restart_goes_on_with_the_agents_turn(start: Start, settings: Settings) -> None:
    one = start(replace(settings, budget=60))
    game = one.create([{}, {"agent": "uct:seconds=60"}])
    game.post("moves", column="4")
    one.client.__exit__(None, None, None)
    two = start(replace(settings, budget=0.2))
    game.api = two
    game.wait(lambda view: view["turn"] == "FIRST", 5)


@pytest.mark.parametrize(
    "agent", ["nobody", "uct:speed=9", "uct:seconds=nan", "uct:memory=99999999"]
)
def test_agents_that_cannot_be(api: Api, agent: str) -> None:
    status, answer = api.post("/api/games", {"players": [{}, {"agent": agent}]})
    assert status == 422
    assert answer["error"].endswith(".")


def test_the_list_of_agents(api: Api) -> None:
    agents = {agent["name"]: agent for agent in api.get("/api/agents")}
    assert agents["classic"]["levels"][0] == {"name": "easy", "agent": "classic:level=easy"}
    assert agents["uct"]["title"] == "UCT"
    for agent in agents.values():
        for level in agent["levels"]:
            game = api.create([{}, {"agent": level["agent"]}])
            assert game.view["players"][1]["agent"] == canonical_spec(level["agent"])
