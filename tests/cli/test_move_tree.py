"""`fourfold move --tree`: the tree of the search that chose the column, as a file."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from .conftest import Command

HARD = ("move", "--agent", "hard:depth=4", "4x4:12")


@pytest.mark.parametrize("ending", ["json", "svg", "html", "HTML"])
def test_a_file_of_each_kind(fourfold: Command, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"tree.{ending}"
    done = fourfold(*HARD, "--tree", str(path))
    assert (done.status, done.output, done.errors) == (0, "2\n", "")
    text = path.read_text(encoding="utf-8")
    match ending:
        case "json":
            found = json.loads(text)
            assert (found["agent"], found["column"]) == ("hard:depth=4", "2")
            assert max(len(node["path"]) for node in found["nodes"]) == 2
        case "svg":
            assert ElementTree.fromstring(text).tag.endswith("svg")
        case _:
            assert text.startswith("<!doctype html>")
            assert "Alpha-beta on 4x4:12" in text


def test_standard_output_has_only_the_json(fourfold: Command) -> None:
    done = fourfold(
        "move", "--agent", "uct:simulations=50,seed=1", "7x6:", "--tree", "-", "--tree-nodes", "9"
    )
    assert (done.status, done.errors) == (0, "")
    found = json.loads(done.output)
    assert found["search"] == "uct"
    assert len(found["nodes"]) == 9
    assert len(found["simulations"]) == 40


def test_how_much_of_it(fourfold: Command) -> None:
    done = fourfold(*HARD, "--tree", "-", "--tree-plies", "1")
    assert len(json.loads(done.output)["nodes"]) == 5
    done = fourfold(*HARD, "--tree", "-", "--tree-plies", "4", "--tree-nodes", "30")
    assert len(json.loads(done.output)["nodes"]) == 30


def test_beside_the_explanation(fourfold: Command, tmp_path: Path) -> None:
    done = fourfold(*HARD, "--explain", "--tree", str(tmp_path / "tree.svg"))
    assert done.output.startswith("2\n\n")
    assert "evaluation" in done.output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("perfect", "7x6:", "--tree", "-"), "the agent 'perfect' has no tree to show; casual, "),
        (("threat", "7x6:", "--tree", "-"), "the agent 'threat' did not search here: from the op"),
        (("hard", "7x6:", "--tree", "a.png"), "the file of the tree is 'a.png', but must end in "),
        (("hard", "7x6:", "--tree-plies", "2"), "--tree-plies and --tree-nodes are for --tree"),
        (("hard", "7x6:", "--tree", "-", "--tree-plies", "13"), "the number of plies of a tree"),
        (("hard", "7x6:", "--tree", "/no/where.svg"), "the result /no/where.svg cannot be written"),
    ],
)
def test_refusals(fourfold: Command, arguments: tuple[str, ...], said: str) -> None:
    agent, position, *options = arguments
    done = fourfold("move", "--agent", agent, position, *options)
    assert (done.status, done.output) == (2, "")
    assert done.errors.startswith(f"fourfold: {said}")
    assert done.errors.count("\n") == 1
