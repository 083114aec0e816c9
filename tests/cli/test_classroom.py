"""`fourfold class` as a teacher uses it."""

import csv
import json
from pathlib import Path

import pytest

from fourfold.support.sandbox import protection
from fourfold.support.sandbox.protection import Protection
from tests.arena.classroom.planted import plant

from .conftest import Command

QUICK = ("--games", "0", "--questions", "1", "--no-baseline", "--seconds", "20")


def test_a_class_is_reported_in_every_form(fourfold: Command, tmp_path: Path) -> None:
    folder = str(plant(tmp_path / "course", "good", "syntax_error"))
    page, table, data = (tmp_path / name for name in ("r.html", "r.csv", "r.json"))
    forms = ("--html", str(page), "--csv", str(table), "--json", str(data))
    done = fourfold("class", folder, *QUICK, *forms)
    assert (done.status, done.errors) == (0, "")
    lines = done.output.splitlines()
    assert lines[0].startswith("Sandbox: ")
    assert lines[1].startswith("course: 2 players, 0 games on 7x6, 20 s a move, exam of ")
    assert "  took no part in the games: syntax_error.py, line 2: expected ':'" in done.output
    assert "<h1>Class course</h1>" in page.read_text("utf-8")
    rows = list(csv.DictReader(table.read_text("utf-8").splitlines()))
    assert [row["player"] for row in rows] == ["good", "syntax_error"]
    assert json.loads(data.read_text("utf-8"))["players"][0]["legal"] == 1


def test_standard_output_gets_nothing_but_what_was_asked_for(
    fourfold: Command, tmp_path: Path
) -> None:
    folder = str(plant(tmp_path / "course", "syntax_error"))
    done = fourfold("class", folder, *QUICK, "--json", "-")
    assert done.status == 0
    assert json.loads(done.output)["players"][0]["player"] == "syntax_error"
    assert done.errors.startswith("Sandbox: ")


def test_a_missing_sandbox_is_the_first_thing_that_is_said(
    fourfold: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protection, "probe", lambda: Protection(problem="an old kernel"))
    folder = str(plant(tmp_path / "course", "syntax_error"))
    first = fourfold("class", folder, *QUICK).output.splitlines()[0]
    assert first.startswith("Sandbox: NOT complete on this system (an old kernel): ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("{}/none",), "is no folder"),
        (("{}",), "has no players"),
        (("{}", "--games", "3"), "must be even"),
        (("{}", "--html", "-", "--csv", "-"), "only one of --html, --csv and --json"),
        (("{}", "--html", "{}/none/x.html"), "cannot be written"),
        (("{}", "--baseline", "nobody"), "there is no agent 'nobody'"),
        (("{}", "--rules", "3x3"), "3x3"),
    ],
)
def test_bad_arguments(
    fourfold: Command, tmp_path: Path, arguments: tuple[str, ...], words: str
) -> None:
    if "--rules" in arguments:
        plant(tmp_path, "good")
    done = fourfold("class", *(each.format(tmp_path) for each in arguments))
    assert done.status == 2
    assert words in done.errors
    assert "Traceback" not in done.errors
