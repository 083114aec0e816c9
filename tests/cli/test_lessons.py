"""`fourfold lessons`: the list, and the check of every claim."""

import re
from importlib import resources
from pathlib import Path

from fourfold.lessons import load_lessons

from .conftest import Command


def test_list(fourfold: Command) -> None:
    done = fourfold("lessons", "list")
    assert (done.status, done.errors) == (0, "")
    lines = done.output.splitlines()
    assert [line.split()[0] for line in lines] == [each.id for each in load_lessons()]
    assert lines[0].endswith("4 steps  Four in a row")


def a_lesson(folder: Path) -> Path:
    first = next(iter(sorted((resources.files("fourfold.lessons") / "data").iterdir(), key=str)))
    path = folder / "mine.toml"
    path.write_text(first.read_text("utf-8"), "utf-8")
    return path


def test_verify_one_file(fourfold: Command, tmp_path: Path) -> None:
    done = fourfold("lessons", "verify", str(a_lesson(tmp_path)))
    assert (done.status, done.errors) == (0, "")
    assert re.fullmatch(r"1 lesson, \d+ checks, [\d.]+ s: all true\n", done.output)


def test_a_false_claim(fourfold: Command, tmp_path: Path) -> None:
    path = a_lesson(tmp_path)
    text = path.read_text("utf-8")
    false = text.replace(
        '{ kind = "wins at once", columns = "7" }', '{ kind = "wins", columns = "1" }'
    )
    assert false != text
    path.write_text(false, "utf-8")
    done = fourfold("lessons", "verify", str(path))
    assert (done.status, done.errors) == (1, "")
    problem, total = done.output.splitlines()
    assert problem.startswith("mine, step 1: 'wins' says 1, but it is ")
    assert total.endswith(": 1 false")


def test_a_file_that_is_no_lesson(fourfold: Command, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("hello")
    done = fourfold("lessons", "verify", str(path))
    assert (done.status, done.output) == (2, "")
    assert "mine.toml cannot be read" in done.errors
    assert done.errors.count("\n") == 1
