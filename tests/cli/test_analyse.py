"""`fourfold analyse`: a table for people, live on a terminal, and JSON for programs."""

import json

import pytest

import fourfold as ff
from fourfold.cli.analyse import as_json

from .conftest import Command


def test_a_table_of_all_columns(fourfold: Command) -> None:
    done = fourfold("analyse", "--rules", "5x4", "33334", "--seconds", "20")
    assert (done.status, done.errors) == (0, "")
    lines = [line.split() for line in done.output.splitlines()]
    assert lines[0] == ["column", "leads", "to", "line"]
    assert lines[2][:6] == ["*", "2", "draw", "in", "15", "plies"]
    assert lines[3][-2:] == ["proven", "4221"]
    assert done.last_line.startswith("SECOND to move; everything is proven; ")
    assert "\x1b" not in done.output


def test_what_is_not_proven_is_an_estimate(fourfold: Command) -> None:
    done = fourfold("analyse", "12x12:", "--seconds", "0.05")
    lines = done.output.splitlines()
    assert sum("% to win  estimate" in line for line in lines) == 12
    assert "not everything is proven" in done.last_line


def test_long_lines_are_cut(fourfold: Command) -> None:
    assert "…" in fourfold("analyse", "7x6:44554323223", "--seconds", "20").output


def test_a_terminal_shows_it_live(fourfold: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    done = fourfold("analyse", "9x8:", "--seconds", "0.3")
    assert done.status == 0
    assert done.output.count("leads to") >= 3  # the first answer, the last, and what stays
    assert "\x1b[1A\x1b[2K" in done.output  # each in the place of the one before


@pytest.mark.parametrize("text", ["5x4:33334", "12x12:fg", "7x6:1212121"])
def test_json(fourfold: Command, text: str) -> None:
    done = fourfold("analyse", text, "--json", "--seconds", "0.3")
    assert (done.status, done.errors) == (0, "")
    found = json.loads(done.output)
    position = ff.Position.parse(text)
    assert (found["position"], found["turn"]) == (text, str(position.turn))
    assert len(found["columns"]) == len(position.legal_columns)
    for label, column in found["columns"].items():
        assert set(column) == {"proven", "outcome", "score", "plies", "win_chance", "line"}
        assert column["proven"] == (column["outcome"] is not None)
        assert column["line"].startswith(label)
    if found["best"] is not None:
        assert found["line"] == found["columns"][found["best"]]["line"]


def test_json_in_full() -> None:
    position = ff.Position.parse("7x6:445")
    draw, win = ff.Score(0, ff.Result.DRAW, 39), ff.Score(2, ff.Result.WIN, 37)
    columns = {
        0: ff.ColumnAnalysis(score=draw, line=(0, 1)),
        3: ff.ColumnAnalysis(score=win, line=(3,)),
        6: ff.ColumnAnalysis(win_chance=0.25, line=(6, 6)),
    }
    assert as_json(ff.Analysis(position, columns, 3, 12, 0.5)) == {
        "position": "7x6:445",
        "turn": "SECOND",
        "best": "4",
        "line": "4",
        "complete": False,
        "columns": {
            "1": {
                "proven": True, "outcome": "draw", "score": 0, "plies": 39,
                "win_chance": 0.5, "line": "12",
            },
            "4": {
                "proven": True, "outcome": "win", "score": 2, "plies": 37,
                "win_chance": 1.0, "line": "4",
            },
            "7": {
                "proven": False, "outcome": None, "score": None, "plies": None,
                "win_chance": 0.25, "line": "77",
            },
        },
        "threats": {"FIRST": [], "SECOND": []},
        "nodes": 12,
        "seconds": 0.5,
    }  # fmt: skip


def test_a_game_that_is_over(fourfold: Command) -> None:
    assert fourfold("analyse", "7x6:1212121").output == "FIRST wins: four in line.\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["7x6:8"], "column 8 is not on the board"),
        (["7x6:", "--seconds", "0"], "a limit of seconds is 0"),
        (["7x6:", "--rules", "3x3"], "3"),
    ],
)
def test_bad_arguments(fourfold: Command, arguments: list[str], sentence: str) -> None:
    done = fourfold("analyse", *arguments)
    assert (done.status, done.output) == (2, "")
    assert sentence in done.errors
    assert done.errors.count("\n") == 1
