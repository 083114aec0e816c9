"""`fourfold book`: from nothing to a book, and what is said of it."""

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from tests.waiting import read_if_there, wait_for

from .conftest import Command
from .process import run_on_terminal, started

SMALL = ["--rules", "4x4", "--plies", "5", "--memory", "16"]


@pytest.fixture
def book(fourfold: Command, tmp_path: Path) -> Path:
    path = tmp_path / "my.book"
    done = fourfold("book", "build", *SMALL, "--out", str(path))
    assert (done.status, done.errors) == (0, "")
    return path


def test_build(fourfold: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = fourfold("book", "build", *SMALL)
    assert (done.status, done.errors) == (0, "")
    size = (tmp_path / "4x4.book").stat().st_size
    assert done.output == f"4x4.book: 337 positions of 4x4, {size} bytes\n"
    assert [path.name for path in tmp_path.iterdir()] == ["4x4.book"]


def test_two_workers(fourfold: Command, tmp_path: Path, book: Path) -> None:
    path = tmp_path / "two.book"
    done = fourfold("book", "build", *SMALL, "--workers", "2", "--out", str(path))
    assert done.status == 0
    assert path.read_bytes() == book.read_bytes()


def test_a_deeper_book_is_not_replaced_by_accident(fourfold: Command, book: Path) -> None:
    """`--plies 2` wrote over a book of 5 plies without a word."""
    data = book.read_bytes()
    for board, plies in (("4x4", "2"), ("4x5", "2")):
        shallow = ["book", "build", "--rules", board, "--plies", plies, "--out", str(book)]
        done = fourfold(*shallow, "--memory", "16")
        assert (done.status, done.output) == (2, "")
        assert done.errors == (
            f"fourfold: {book} is already a book of 4x4 with 5 plies; "
            f"--replace writes one of {board} with {plies} plies over it\n"
        )
        assert [path.name for path in book.parent.iterdir()] == [book.name]
        assert book.read_bytes() == data
    done = fourfold(*shallow, "--memory", "16", "--replace")
    assert (done.status, done.errors) == (0, "")
    assert "positions of 4x5" in done.output
    deeper = ["book", "build", "--rules", "4x5", "--plies", "3", "--out", str(book)]
    assert fourfold(*deeper, "--memory", "16").status == 0


def test_a_cluster_that_is_not_there_leaves_nothing(
    fourfold: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its journal was in the way of the next build."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    path = tmp_path / "x.book"
    done = fourfold("book", "build", *SMALL, "--cluster", "tcp://127.0.0.1:1", "--out", str(path))
    assert done.status == 1
    assert list(tmp_path.iterdir()) == []
    other = ["--rules", "4x4", "--plies", "3", "--memory", "16", "--out", str(path)]
    assert fourfold("book", "build", *other).status == 0


def test_info(fourfold: Command, book: Path) -> None:
    done = fourfold("book", "info", str(book))
    assert (done.status, done.errors) == (0, "")
    assert done.output == (
        "rules      4x4\nplies      5\npositions  337\n"
        "  ply 0    1\n  ply 1    2\n  ply 2    8\n  ply 3    26\n  ply 4    82\n  ply 5    218\n"
        f"bytes      {book.stat().st_size}\n"
    )


def test_verify(fourfold: Command, book: Path) -> None:
    done = fourfold("book", "verify", str(book), "--sample", "5", "--seed", "1", "--memory", "16")
    assert (done.status, done.errors) == (0, "")
    assert done.output == f"{book} is correct: 337 positions, 5 of them solved again\n"


def test_export_is_what_solve_says(fourfold: Command, book: Path) -> None:
    exported = fourfold("book", "export", str(book))
    assert (exported.status, exported.errors) == (0, "")
    lines = exported.output.splitlines()
    assert lines[0] == "4x4: 0"
    assert len(lines) == 337
    solved = fourfold("solve", "--no-book", typed=" ".join(line.split()[0] for line in lines))
    assert solved.output == exported.output


@pytest.mark.parametrize("command", ["info", "verify", "export"])
def test_damaged_books(fourfold: Command, book: Path, command: str) -> None:
    data = book.read_bytes()
    for damage in (data[:-1], b"", data[:60] + b"?" + data[61:], b"\0" * 100):
        book.write_bytes(damage)
        done = fourfold("book", command, str(book))
        assert (done.status, done.output) == (1, "")
        assert str(book) in done.errors
        assert done.errors.count("\n") == 1
    book.unlink()
    done = fourfold("book", command, str(book))
    assert (done.status, done.output) == (2, "")
    assert done.errors == (
        f"fourfold: the opening book {book} cannot be read: No such file or directory\n"
    )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "fourfold: Missing command."),
        (["fly"], "fourfold: No such command 'fly'"),
        (["build", "--plies", "3"], "fourfold: Missing option '--rules'"),
        (["build", "--rules", "4x4"], "fourfold: Missing option '--plies'"),
        (["build", "--rules", "3x3", "--plies", "3"], "fourfold: rules '3x3' are not valid"),
        (["build", "--rules", "4x4", "--plies", "16"], "fourfold: the number of plies of a book"),
        (["build", *SMALL, "--workers", "0"], "fourfold: the number of workers is 0, but"),
        (["build", "--rules", "4x4", "--plies", "3", "--memory", "1"], "fourfold: memory_mb is 1"),
        (["info"], "fourfold: Missing argument 'FILE'"),
        (["build", *SMALL, "--out", "no/where"], "fourfold: the book no/where cannot be written"),
        (["build", *SMALL, "--out", "-"], "fourfold: --out is '-', but must be a file"),
    ],
)
def test_bad_arguments(
    fourfold: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    sentence: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    done = fourfold("book", *arguments)
    assert (done.status, done.output) == (2, "")
    assert done.errors.startswith(sentence)
    assert done.errors.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="Windows has no POSIX signals")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_and_on_again(fourfold: Command, tmp_path: Path, workers: str) -> None:
    """Ctrl-C reaches all processes of a terminal; what was solved is kept."""
    path = tmp_path / "x.book"
    journal = tmp_path / "x.book.journal"
    options = ["--rules", "7x5", "--plies", "4", "--workers", workers, "--memory", "16"]
    with started("book", "build", *options, "--out", str(path)) as process:
        wait_for(lambda: len(read_if_there(journal)) >= 60)
        began = time.monotonic()
        os.killpg(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=20)
    assert (process.returncode, output, errors) == (130, b"", b"")
    assert time.monotonic() - began < 3
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.book.journal"]


@pytest.mark.skipif(not Path("/dev/ptmx").exists(), reason="this system has no terminals")
def test_a_terminal_shows_a_bar_with_the_time_left(tmp_path: Path) -> None:
    status, shown = run_on_terminal("book", "build", *SMALL, folder=tmp_path)
    assert status == 0
    assert "4x4, 5 plies" in shown
    assert "218/218" in shown
    assert "left" in shown
