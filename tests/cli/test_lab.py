"""`fourfold lab`: the table of improvements, for people and for programs."""

import json
from pathlib import Path

import pytest

from .conftest import Command

NAMES = ["none", "alpha-beta", "+ move order", "+ table", "+ dynamic depth"]
FURTHER = ["+ killer moves", "+ history", "+ deepening"]


def test_the_table_stands_beside_the_published_one(fourfold: Command) -> None:
    done = fourfold("lab", "--positions", "4")
    assert (done.status, done.errors) == (0, "")
    lines = done.output.splitlines()
    for name, line in zip(NAMES, lines[1:6], strict=True):
        assert line.startswith(name)
    figures = [line.split()[-2:] for line in lines[1:6]]
    assert figures == [
        ["~117,000", "1x"],
        ["~10,000", "~10x"],
        ["~2,000", "~50x"],
        ["~500", "~200x"],
        ["varies", "adaptive"],
    ]
    assert done.last_line == (
        "Means of threat on 4 positions of 7x6; all lines of depth 6 chose the same columns."
    )


def test_json_alone(fourfold: Command) -> None:
    done = fourfold(
        "lab",
        "--agent",
        "classic",
        "--depth",
        "3",
        "--rules",
        "5x5-bb2",
        "--further",
        "--json",
        "-",
    )
    told = json.loads(done.output)
    assert (done.status, done.errors) == (0, "")
    assert (told["agent"], told["rules"], told["depth"]) == ("classic", "5x5-bb2", 3)
    assert told["agree"] is True
    assert len(told["positions"]) >= 12
    assert [row["improvement"] for row in told["rows"]] == NAMES + FURTHER
    assert told["rows"][1]["published_evaluated"] == "~10,000"
    assert told["rows"][1]["switches"]["pruning"] is True
    assert told["rows"][1]["switches"]["table"] is False
    for row in told["rows"]:
        assert row["nodes"] >= row["evaluated"] > 0
        assert row["seconds"] >= 0
    assert told["rows"][1]["fewer_nodes"] > 1


def test_json_in_a_file(fourfold: Command, tmp_path: Path) -> None:
    file = tmp_path / "lab.json"
    done = fourfold("lab", "--positions", "1", "--depth", "2", "--json", str(file))
    assert done.status == 0
    assert done.output.startswith("improvement")
    assert json.loads(file.read_text())["rows"][0]["evaluated"] == 49


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--agent", "greedy"], "fourfold: agent 'greedy' does not play by alpha-beta"),
        (["--agent", "nobody"], "fourfold: there is no agent 'nobody'"),
        (["--depth", "0"], "fourfold: "),
        (["--positions", "0"], "fourfold: "),
        (["--rules", "3x3"], "fourfold: rules '3x3' are not valid"),
    ],
)
def test_bad_arguments(fourfold: Command, options: list[str], sentence: str) -> None:
    done = fourfold("lab", *options)
    assert (done.status, done.output) == (2, "")
    assert done.errors.startswith(sentence)
    assert done.errors.count("\n") == 1


def test_a_file_that_cannot_be_written(fourfold: Command, tmp_path: Path) -> None:
    done = fourfold("lab", "--positions", "1", "--depth", "1", "--json", str(tmp_path / "no" / "x"))
    assert done.status == 2
    assert "there is no folder" in done.errors
