"""`fourfold review`: a table, and files to keep."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from fourfold import FIRST, Record, review
from fourfold.game import Ending, EndReason, Participant, Ply, save
from fourfold.rules import Rules

from .conftest import Command

ANN, BEN = Participant.human("Ann"), Participant.human("Ben")
SMALL = Rules.parse("4x4")
RESIGNED = Record(
    SMALL, (ANN, BEN), (), (Ply(0), Ply(1), Ply(1)), Ending(FIRST, EndReason.RESIGNATION)
)
OTHER = Record.from_text("4x4:1")


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "my.games"
    save(path, [RESIGNED, OTHER])
    return path


def test_a_position(fourfold: Command) -> None:
    done = fourfold("review", "4x4:12233")
    assert (done.status, done.errors) == (0, "")
    lines = done.output.splitlines()
    assert lines[0] == "4x4:12233, not finished"
    assert [line.split()[0] for line in lines[3:8]] == ["1", "2", "3", "4", "5"]
    assert done.last_line == "Every label is proven."
    assert lines == [line.rstrip() for line in lines]


def test_the_rules_of_a_position_that_names_none(fourfold: Command) -> None:
    done = fourfold("review", "12", "--rules", "4x4")
    assert done.output.startswith("4x4:12, not finished\n")


def test_a_game_of_a_file(fourfold: Command, games: Path) -> None:
    done = fourfold("review", str(games), "--game", "1")
    assert (done.status, done.errors) == (0, "")
    assert done.output.startswith("4x4:122, FIRST wins (resignation)\n")
    assert "Ann (FIRST)" in done.output


def test_the_last_game_if_none_is_named(fourfold: Command, games: Path) -> None:
    done = fourfold("review", str(games))
    assert done.errors == "fourfold: game 2 of 2, see --game\n"
    assert done.output.startswith("4x4:1, not finished\n")


def test_a_file_that_reads_like_a_position(
    fourfold: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    save("12", OTHER)
    assert fourfold("review", "12", "--rules", "4x4").output.startswith("4x4:12,")
    assert fourfold("review", "./12").output.startswith("4x4:1,")
    save("plain", OTHER)  # no moves: there is a p in it
    assert fourfold("review", "plain").output.startswith("4x4:1,")


def test_every_file(fourfold: Command, tmp_path: Path) -> None:
    paths = {name: tmp_path / f"review.{name}" for name in ("html", "json", "svg")}
    options = [word for name, path in paths.items() for word in (f"--{name}", str(path))]
    done = fourfold("review", "4x4:122", *options)
    assert done.output.startswith("4x4:122")
    texts = {name: path.read_text("utf-8") for name, path in paths.items()}
    assert texts["html"].startswith("<!doctype html>")
    expected = review("4x4:122").to_json()
    found = json.loads(texts["json"])
    assert [ply["label"] for ply in found["plies"]] == [ply["label"] for ply in expected["plies"]]
    assert ElementTree.fromstring(texts["svg"]).tag.endswith("svg")


@pytest.mark.parametrize(
    ("option", "beginning"), [("--html", "<!doctype"), ("--json", "{"), ("--svg", "<svg")]
)
def test_standard_output_has_nothing_else(fourfold: Command, option: str, beginning: str) -> None:
    done = fourfold("review", "4x4:1", option, "-")
    assert done.output.startswith(beginning)
    assert "Every label" not in done.output.rpartition("</html>")[2]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["7x6:8"], "ply 1 is '8', but column 8 is not on the board"),
        (["nonsense"], "moves 'nonsense' have 'n' at ply 1"),
        (["no/such.games"], "the games no/such.games cannot be read: No such file"),
        (["4x4:1", "--game", "1"], "--game is for files of games"),
        (["4x4:1", "--html", "-", "--svg", "-"], "only one of --html, --json and --svg can be '-'"),
        (["4x4:1", "--html", "no/such/folder.html"], "there is no folder no/such"),
        (["4x4:1", "--seconds", "0"], "a limit of seconds is 0.0"),
    ],
)
def test_bad_arguments(fourfold: Command, arguments: list[str], said: str) -> None:
    done = fourfold("review", *arguments)
    assert (done.status, done.output) == (2, "")
    assert said in done.errors
    assert len(done.errors.splitlines()) == 1


def test_other_bad_arguments(fourfold: Command, games: Path) -> None:
    before = games.read_bytes()
    for arguments, said in (
        (["--game", "3"], "--game is 3, but the file has 2 games"),
        (["--game", "0"], "--game is 0"),
        (["--game", "1", "--json", str(games)], "the games are in this file"),
    ):
        done = fourfold("review", str(games), *arguments)
        assert (done.status, done.output) == (2, "")
        assert said in done.errors
    assert games.read_bytes() == before


def test_a_damaged_file(fourfold: Command, games: Path) -> None:
    games.write_bytes(games.read_bytes() + b"{nonsense\n")
    done = fourfold("review", str(games), "--game", "2")
    assert done.status == 1
    assert done.output.startswith("4x4:1, not finished\n")
    assert "line 8" in done.errors
