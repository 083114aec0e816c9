"""`fourfold move --explain` and `--json`: all that an agent tells, for people and for programs."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest
from rich.console import Console

import fourfold as ff
from fourfold import Decision, Position
from fourfold.cli.decision import as_json, table
from fourfold.search.score import score_of

from .conftest import Command


def drawn(position: Position, decision: Decision) -> list[list[str]]:
    """The words of each line."""
    console = Console(width=100, highlight=False)
    with console.capture() as capture:
        console.print(table(position, decision))
    return [line.split() for line in capture.get().splitlines()]


@dataclass(frozen=True, slots=True)
class Counted(Decision):
    """A decision of a kind of its own."""

    visits: Mapping[int, int] = field(default_factory=dict)

    @property
    def column_details(self) -> Mapping[str, Mapping[int, float | str]]:
        return {"visits": self.visits, "proven": {0: "win"}, "rate": {}}


FULL = Counted(
    3,
    score=score_of(5, 30),
    evaluation=0.25,
    scores={3: score_of(5, 30)},
    evaluations={0: -1.5, 3: 0.25, 4: 7.0},
    nodes=1_234_567,
    depth=8,
    seconds=0.1234,
    line=(3, 3, 11),
    reason="wins in 3",
    visits={0: 12, 3: 34_567},
)
POSITION = Position.parse("12x4-xb1-xb2-xb3-xb4:a")


def test_a_table_of_all_that_is_known() -> None:
    lines = drawn(POSITION, FULL)
    assert lines[0] == ["column", "score", "evaluation", "visits", "proven"]
    rows = lines[1:12]
    assert [row[0] for row in rows] == ["a", "c", "*", *"efghijkl"]
    assert rows[0] == ["a", "-1.500", "12", "win"]
    assert rows[2] == ["*", "d", *str(score_of(5, 30)).split(), "0.250", "34,567"]
    assert rows[3] == ["e", "7"]
    assert lines[13:] == [
        ["score", *str(score_of(5, 30)).split()],
        ["evaluation", "0.250"],
        ["line", "ddl"],
        ["nodes", "1,234,567"],
        ["depth", "8"],
        ["seconds", "0.123"],
        ["reason", "wins", "in", "3"],
    ]


def test_what_is_not_known_is_not_mentioned() -> None:
    rows = [["column"], ["1"], ["2"], ["3"], ["*", "4"], ["5"], ["6"], ["7"]]
    assert [row for row in drawn(Position(), Decision(3)) if row] == rows


def test_brackets_in_a_reason_are_no_markup() -> None:
    lines = drawn(Position(), Decision(3, reason="likes [bold]this[/bold]"))
    assert lines[-1] == ["reason", "likes", "[bold]this[/bold]"]


def test_json_of_all_that_is_known() -> None:
    told = json.loads(json.dumps(as_json(POSITION, "counted:x=1", FULL)))
    score = {"score": 3, "outcome": "win", "plies": 26}
    assert told == {
        "position": POSITION.to_text(),
        "agent": "counted:x=1",
        "column": "d",
        "score": score,
        "evaluation": 0.25,
        "columns": {
            **{label: {} for label in "cfghijkl"},
            "a": {"evaluation": -1.5, "visits": 12, "proven": "win"},
            "d": {"score": score, "evaluation": 0.25, "visits": 34567},
            "e": {"evaluation": 7.0},
        },
        "line": "ddl",
        "nodes": 1234567,
        "depth": 8,
        "seconds": 0.1234,
        "reason": "wins in 3",
        "facts": {},
    }


# The command


def test_the_column_comes_first(fourfold: Command) -> None:
    done = fourfold("move", "--agent", "greedy", "--explain", "7x6:12121")
    assert (done.status, done.errors) == (0, "")
    lines = done.output.splitlines()
    assert lines[0] == "1"
    assert lines[1] == ""
    assert lines[-1].split() == ["reason", "blocks", "column", "1"]
    assert fourfold("move", "--agent", "greedy", "7x6:12121").output == "1\n"


@pytest.mark.parametrize("name", [kind.name for kind in ff.list_agents()])
def test_every_agent_can_be_explained(fourfold: Command, name: str) -> None:
    for form in ("--explain", "--json"):
        done = fourfold("move", "--agent", name, form, "--seconds", "0.2", "7x6:445566")
        assert (done.status, done.errors) == (0, "")
        if form == "--json":
            told = json.loads(done.output)
            assert told["column"] in ("1", "2", "3", "4", "5", "6", "7")
            assert told["reason"]
            assert list(told["columns"]) == ["1", "2", "3", "4", "5", "6", "7"]


def test_limits(fourfold: Command) -> None:
    for limit in (("--seconds", "0.05"), ("--nodes", "1000")):
        done = fourfold("move", "--agent", "perfect:memory=16", *limit, "--json", "12x12:")
        assert done.status == 0
        assert json.loads(done.output)["reason"].startswith("not proven in time")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--seconds", "0"], "fourfold: a limit of seconds is 0.0, but must be a number above 0"),
        (["--nodes", "0"], "fourfold: a limit of nodes is 0, but must be a whole number from 1"),
        (["--depth", "-1"], "fourfold: a limit of depth is -1, but must be a whole number from 1"),
        (["--depth", "3"], "fourfold: a limit of depth 3 is not for a solver"),
        (["--depth", "x"], "fourfold: Invalid value for '--depth'"),
    ],
)
def test_bad_limits(fourfold: Command, options: list[str], sentence: str) -> None:
    done = fourfold("move", "--agent", "perfect:memory=16", "7x6:4", *options)
    assert (done.status, done.output) == (2, "")
    assert done.errors.startswith(sentence)
    assert done.errors.count("\n") == 1
