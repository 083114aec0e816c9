"""The command as a process of its own: how it starts, and how it ends."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import fourfold as ff
from tests.waiting import assert_quick

from .process import started

COMMAND = [sys.executable, "-m", "fourfold"]


def completed(*arguments: str, typed: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*COMMAND, *arguments], input=typed, capture_output=True, check=False, timeout=60
    )


def test_version() -> None:
    done = completed("--version")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().split() == ["fourfold", ff.__version__]


def test_help_names_every_command() -> None:
    done = completed("--help")
    assert done.returncode == 0
    assert b"play" in done.stdout


@pytest.mark.speed
def test_help_is_quick() -> None:
    def seconds() -> float:
        """Of the processor, not of the clock: other tests may be running beside this one."""
        before = os.times()
        completed("--help")
        after = os.times()
        return (after.children_user + after.children_system) - (
            before.children_user + before.children_system
        )

    assert_quick(seconds, 0.3)


def test_an_unknown_command() -> None:
    done = completed("fly")
    assert done.returncode == 2
    assert done.stdout == b""
    assert b"'fly'" in done.stderr
    assert done.stderr.count(b"\n") == 1


def test_a_game_through_a_pipe() -> None:
    done = completed("play", typed=b"4\n4\n5\n9\n5\n6\n6\n7\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.endswith(b"FIRST wins\n")


def test_bytes_that_are_no_text_are_refused_as_a_move() -> None:
    done = completed("play", typed=b"\xff\xfe\n4\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"is not a move" in done.stdout
    assert done.stdout.endswith(b"--moves 7x6:4\n")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no POSIX signals")
def test_ctrl_c() -> None:
    with started("play") as process:
        assert process.stdout is not None
        shown = b""
        while not shown.endswith(b"to move: "):  # now it waits for a move
            shown += process.stdout.read(1)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert b"Traceback" not in errors


def test_ctrl_c_while_it_is_loaded(tmp_path: Path) -> None:
    (tmp_path / "typer.py").write_text("raise KeyboardInterrupt")
    done = subprocess.run(
        [*COMMAND, "play"],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no POSIX pipes")
@pytest.mark.parametrize("typed", [b"", b"undo\n" * 20_000])
def test_a_reader_that_leaves_early(typed: bytes) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [*COMMAND, "play"],
            input=typed,
            stdout=writing,
            stderr=subprocess.PIPE,
            check=False,
            timeout=60,
        )
    finally:
        os.close(writing)
    assert done.returncode == 1
    assert done.stderr == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_output_that_cannot_be_written() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*COMMAND, "play"], input=b"", stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 1
    assert done.stderr.decode().splitlines() == ["fourfold: No space left on device"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no POSIX shell")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_streams_that_are_closed(closed: str) -> None:
    """Some launchers give a program no streams at all."""
    command = f'"$0" -m fourfold play {closed}'
    done = subprocess.run(
        ["sh", "-c", command, sys.executable], input=b"4\n", capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
