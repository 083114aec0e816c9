"""`fourfold grade`: the table, the JSON, and bad arguments."""

import json
from pathlib import Path

import pytest

import fourfold as ff

from .conftest import Command


def test_the_table(fourfold: Command) -> None:
    done = fourfold("grade", "greedy", "--quick")
    assert (done.status, done.errors) == (0, "")
    lines = done.output.splitlines()
    assert lines[0] == "greedy: 200 positions, fourfold-benchmark-1, seed 0"
    grade = ff.grade("greedy", quick=True)
    row = next(line.split() for line in lines if line.startswith("all "))
    assert row[1:3] == ["200", f"{grade.perfect_rate:.1%}"]
    assert "Time per move:" in done.last_line


def test_json_alone_is_the_same_for_two_workers(fourfold: Command) -> None:
    arguments = ("grade", "uct:simulations=30,memory=8", "--quick", "--rules", "5x5", "--json", "-")
    one, two = (fourfold(*arguments, "--seed", "3", "--workers", n) for n in ("1", "2"))
    told, again = json.loads(one.output), json.loads(two.output)
    assert (one.status, one.errors) == (0, "")
    assert told["seed"] == 3
    assert list(told["by_size"]) == ["5x5"]
    assert told["total"] == again["total"]
    assert told["calibration"] == again["calibration"]


def test_own_positions_and_a_file(fourfold: Command, tmp_path: Path) -> None:
    mine, out = tmp_path / "mine.txt", tmp_path / "grade.json"
    mine.write_text("7x6:444444\n5x5-xc3:444\n", encoding="utf-8")
    done = fourfold("grade", "perfect", "--positions", str(mine), "--json", str(out))
    assert done.status == 0
    assert done.output.startswith("perfect: 2 positions, your own, seed 0\n")
    assert json.loads(out.read_text("utf-8"))["total"]["perfect"] == 2


def test_a_player_of_a_file_is_graded(fourfold: Command, tmp_path: Path) -> None:
    file, mine = tmp_path / "centre.py", tmp_path / "mine.txt"
    file.write_text(
        "class Centre:\n    def choose(self, position):\n        return 3\n", encoding="utf-8"
    )
    mine.write_text("7x6:444444\n7x6:4444\n7x6:44444123\n", encoding="utf-8")
    done = fourfold("grade", f"{file}:Centre", "--positions", str(mine), "--json", "-")
    told = json.loads(done.output)
    assert done.status == 0
    assert [move["column"] for move in told["moves"]] == [None, 3, 3]
    assert told["moves"][0]["fault"].startswith("chose column 4, which has no room")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nobody",), "there is no agent 'nobody'"),
        (("uct:speed=3",), "speed"),
        (("random", "--rules", "3x3"), "3x3"),
        (("random", "--rules", "12x12"), "those of the benchmark are 7x6"),
        (("random", "--positions", "missing.txt"), "the positions missing.txt cannot be read"),
        (("random", "--json", "no/such/folder.json"), "there is no folder no/such"),
        (("random", "--workers", "0"), "the number of workers is 0"),
        (("perfect", "--depth", "3"), "cannot keep to a limit of depth"),
    ],
)
def test_bad_arguments(fourfold: Command, arguments: tuple[str, ...], message: str) -> None:
    done = fourfold("grade", *arguments)
    assert done.status == 2
    assert message in done.errors
    assert done.output == ""
