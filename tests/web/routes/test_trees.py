"""Trees of searches over the API: all that the page needs to draw them and to step through."""

import time
from dataclasses import replace

import pytest

from fourfold.rules import Position
from fourfold.web.settings import Settings
from tests.web.conftest import Start
from tests.web.driver import Api


def test_the_tree_of_alpha_beta(api: Api) -> None:
    thought = api.get("/api/tree/7x6:4455", agent="hard", depth=5, plies=2)
    assert (thought["agent"], thought["turn"], thought["column"]) == ("hard", "FIRST", "3")
    assert thought["rows"][-2:] == ["...22..", "...11.."]
    tree = thought["tree"]
    assert tree["search"] == "alphabeta"
    assert tree["summary"].startswith("MAX is FIRST and plays column 3, after ")
    root, *nodes = tree["nodes"]
    assert (root["parent"], root["piece"], root["value"]) == (None, None, "W 3")
    assert root["principal"]
    assert root["maximizes"]
    assert not root["pruned"]
    assert next(node["column"] for node in nodes if node["parent"] == 0) == "4"
    for node in nodes:
        assert 0 <= node["parent"] < len(tree["nodes"])
        assert node["piece"]["owner"] == ("SECOND" if node["maximizes"] else "FIRST")
    assert tree["steps"][0]["text"].startswith("The search begins, ")
    assert {step["kind"] for step in tree["steps"]} == {"enter", "leave", "cut"}


def test_the_tree_of_uct(api: Api) -> None:
    tree = api.get("/api/tree/5x4-xc1:33", agent="uct:simulations=100,seed=1", nodes=20)["tree"]
    assert (tree["search"], len(tree["nodes"])) == ("uct", 20)
    assert tree["nodes"][0]["detail"] == "100 visits"
    backed_up = [step for step in tree["steps"] if step["kind"] == "back_up"]
    assert len(backed_up) == 50
    assert backed_up[2]["counts"][0] == [0, "", "3 visits"]
    assert backed_up[2]["counts"][1][2] == "1 visit"


def test_the_pieces_of_every_step_can_be_dropped(api: Api) -> None:
    thought = api.get("/api/tree/5x4-bc1:2", agent="classic", plies=3)
    owners = {0: "FIRST", 1: "SECOND"}
    bans = 0
    for step in thought["tree"]["steps"]:
        position = Position.parse(thought["position"])
        for piece in step["pieces"]:
            bans += position.must_ban
            assert piece["owner"] == ("BAN" if position.must_ban else owners[position.turn.value])
            position = position.play(piece["column"])
            assert position.last_cell == (piece["column"], piece["row"])
    assert bans


def test_an_agent_that_does_not_search(api: Api) -> None:
    thought = api.get("/api/tree/7x6:", agent="threat")
    assert thought["tree"] is None
    assert thought["column"] == "4"
    assert thought["reason"].startswith("from the opening book")


@pytest.mark.parametrize(
    ("position", "options", "said"),
    [
        ("7x6:", {"agent": "perfect"}, "The agent 'perfect' has no tree to show; casual, "),
        ("7x6:", {"agent": "nobody"}, "There is no agent 'nobody'"),
        ("7x6:1212121", {"agent": "hard"}, "No column of '7x6:1212121' can be played"),
        ("7x6:9", {"agent": "hard"}, ""),
        ("7x6:", {}, "Agent is missing"),
        ("7x6:", {"agent": "hard", "plies": 5}, "Plies is '5'"),
        ("7x6:", {"agent": "hard", "nodes": 401}, "Nodes is '401'"),
        ("7x6:", {"agent": "hard", "depth": 13}, "Depth is '13'"),
    ],
)
def test_refusals(api: Api, position: str, options: dict[str, str], said: str) -> None:
    refused = api.client.get(f"/api/tree/{position}", params=options)
    assert refused.status_code == 422
    assert refused.json()["error"].startswith(said)


def test_it_takes_no_longer_than_an_analysis(start: Start, settings: Settings) -> None:
    api = start(replace(settings, analysis=0.3))
    began = time.monotonic()
    tree = api.get("/api/tree/12x12:", agent="hard:depth=40")
    assert time.monotonic() - began < 10
    again = api.get("/api/tree/12x12:", agent="hard:depth=40")
    assert again == tree  # it is remembered
