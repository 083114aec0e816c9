"""`fourfold puzzles`: the same file each time, and no false claim that goes unnoticed."""

import os
import signal
from pathlib import Path

import pytest

from fourfold.puzzles.collection import HEADER

from .conftest import Command
from .process import started, wait_for_work

TRUE = "7x6:52543344447462 win 657 2 953 only-defence,two-threats,win-in-2"


def write(path: Path, *lines: str) -> str:
    path.write_text("\n".join([HEADER, *lines, ""]), "utf-8")
    return str(path)


def test_the_same_file_whatever_the_workers(fourfold: Command, tmp_path: Path) -> None:
    options = ("--rules", "6x5", "--rules", "5x4-bc2", "--count", "5", "--seed", "4")
    alone = fourfold("puzzles", "make", *options)
    assert (alone.status, alone.errors) == (0, "")
    assert len(alone.output.splitlines()) == 11
    path = tmp_path / "made"
    done = fourfold("puzzles", "make", *options, "--workers", "2", "--out", str(path))
    assert (done.status, done.output) == (0, f"{path}: 10 puzzles\n")
    assert path.read_text("utf-8") == alone.output
    checked = fourfold("puzzles", "verify", str(path))
    assert checked.status == 0
    assert checked.output.startswith("10 puzzles, every claim is true (")


def test_themes_and_distances_are_kept(fourfold: Command) -> None:
    options = ("--theme", "quiet-move", "--least", "3", "--most", "6", "--count", "4")
    lines = fourfold("puzzles", "make", "--rules", "6x5", *options).output.splitlines()[1:]
    assert len(lines) == 4
    for line in lines:
        _, goal, _, moves, _, themes = line.split()
        assert (goal, "quiet-move" in themes.split(",")) == ("win", True)
        assert 3 <= int(moves) <= 6


def test_what_does_not_exist_is_not_searched_for_ever(fourfold: Command) -> None:
    done = fourfold("puzzles", "make", "--rules", "4x4", "--theme", "ban", "--count", "1")
    assert (done.status, done.output) == (1, f"{HEADER}\n")
    assert done.errors == "fourfold: 4x4 has only 0 of these puzzles in so many games\n"


def test_a_false_claim_has_a_line_of_its_own(fourfold: Command, tmp_path: Path) -> None:
    path = write(tmp_path / "f", TRUE, TRUE.replace(" 657 ", " 1 "), TRUE)
    done = fourfold("puzzles", "verify", path)
    assert (done.status, done.errors) == (1, "")
    lines = done.output.splitlines()
    assert "7x6:52543344447462 has a loss at ply 1 of its line, not a win" in lines
    assert "has the board, or its mirror image, of 7x6:52543344447462" in done.output
    assert lines[-1].startswith(f"3 puzzles, {len(lines) - 1} claims are false (")


def test_difficulty(fourfold: Command, tmp_path: Path) -> None:
    path = write(tmp_path / "f", TRUE, "7x6:4433 win 5 18 1700 two-threats")
    done = fourfold("puzzles", "difficulty", path, "--agent", "greedy", "--agent", "perfect")
    assert done.status == 0
    heading, count, _, perfect = (line.split() for line in done.output.splitlines())
    assert heading == ["agent", "900-1199", "1500-1799"]
    assert count == ["puzzles", "1", "1"]
    assert perfect[:2] == ["perfect", "100%"]
    sampled = fourfold("puzzles", "difficulty", path, "--agent", "greedy", "--sample", "1")
    assert len(sampled.output.splitlines()[0].split()) == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("make", "--count", "0"), "the number of puzzles is 0"),
        (("make", "--rules", "seven"), "rules 'seven' begin with"),
        (("make", "--theme", "fork"), "the theme is 'fork', but must be one of"),
        (("make", "--least", "5", "--most", "4"), "the greatest distance is 4, but must be"),
        (("make", "--seed", "-1"), "the seed is -1"),
        (("make", "--workers", "0"), "the number of workers is 0"),
        (("make", "--out", "no/where"), "the result no/where cannot be written"),
        (("verify", "no-such-file"), "the file of puzzles no-such-file cannot be read"),
        (("difficulty", "--agent", "nobody"), "nobody"),
        (("difficulty", "--sample", "0"), "--sample is 0"),
    ],
)
def test_bad_arguments(fourfold: Command, arguments: tuple[str, ...], sentence: str) -> None:
    done = fourfold("puzzles", *arguments)
    assert (done.status, done.output) == (2, "")
    assert sentence in done.errors
    assert done.errors.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "is not a file of puzzles: its first line must be"),
        (b"\xff\xfe", "is not a file of puzzles: it is not text"),
        (f"{HEADER}\nnothing\n".encode(), "line 2: 'nothing' is not a puzzle"),
    ],
)
def test_damaged_files(fourfold: Command, tmp_path: Path, content: bytes, sentence: str) -> None:
    path = tmp_path / "damaged"
    path.write_bytes(content)
    done = fourfold("puzzles", "verify", str(path))
    assert (done.status, done.output) == (1, "")
    assert sentence in done.errors
    assert done.errors.count("\n") == 1


@pytest.mark.skipif(os.name == "nt", reason="Windows has no POSIX signals")
@pytest.mark.parametrize("command", ["make", "verify"])
def test_ctrl_c(command: str) -> None:
    with started("puzzles", command) as process:
        wait_for_work(process, 1.0)
        os.killpg(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=20)
    assert (process.returncode, output, errors) == (130, b"", b"")
