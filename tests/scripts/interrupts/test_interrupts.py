"""The script that interrupts every command: that it knows them all, and would notice faults."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.interrupts.__main__ import choose_interrupt, judge, main
from scripts.interrupts.invocations import INVOCATIONS, Invocation, command_names
from scripts.interrupts.leftovers import problems_of, read_files
from scripts.interrupts.processes import Ending, Interrupt, _left_over, run
from tests.waiting import wait_for

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no POSIX signals")

CTRL_C = Interrupt(0.1, (signal.SIGINT,))
BY_NAME = {each.command: each for each in INVOCATIONS}


def test_every_command_has_an_invocation() -> None:
    assert sorted(BY_NAME) == sorted(command_names())


def test_an_unknown_command_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["fly"])
    assert "there is no command 'fly'" in capsys.readouterr().err


def test_moments_are_spread_and_always_the_same() -> None:
    invocation = Invocation("solve", "")
    chosen = [choose_interrupt(2.0, number, invocation, 1) for number in range(200)]
    assert chosen == [choose_interrupt(2.0, number, invocation, 1) for number in range(200)]
    assert chosen != [choose_interrupt(2.0, number, invocation, 2) for number in range(200)]
    assert {int(each.seconds * 5) for each in chosen} >= set(range(10))
    assert {each.output for each in chosen} == {"pipe", "closed", "file"}
    kinds = {each.signals for each in chosen}
    assert kinds == {(signal.SIGINT,), (signal.SIGINT,) * 2, (signal.SIGTERM,)}


@pytest.mark.parametrize(
    ("ending", "problem"),
    [
        (Ending(130, "", "", 1.0), ""),
        (Ending(0, "", "", 1.0), ""),
        (Ending(None, "", "", 60.0), "had not ended"),
        (Ending(-2, "", "", 1.0), "status is -2"),
        (Ending(1, "", "", 1.0), "status is 1"),
        (Ending(130, "", "Traceback (most recent call last):", 1.0), "said 'Traceback'"),
        (Ending(-6, "", "terminate called without", 1.0), "said 'terminate called'"),
        (Ending(130, "", "", 1.0, left=("python",)), "a process was left: python"),
        (Ending(130, "", "", 1.0, after=30.0), "took 30.0 s"),
        (Ending(-2, "", "Traceback", 1.0, was_ready=False), ""),
    ],
)
def test_what_is_wrong_with_an_end(ending: Ending, problem: str) -> None:
    found = judge(ending, CTRL_C, Invocation("solve", ""), 0)
    assert found == [] if not problem else problem in "; ".join(found)


@pytest.mark.parametrize(
    ("name", "data", "problem"),
    [
        ("result.json", b'{"a": 2}', ""),
        ("result.json", b'{"a": ', "not whole"),
        ("picture.svg", b"<svg>", "not whole"),
        ("result.json.12.new", b"", "was left"),
        ("new.book.journal", b"", ""),
        ("all.games", b'{"fourfold": 1', "not whole"),
        ("all.games", b"", ""),
        ("games.db", b"SQLite format 3\0", "not whole"),
        ("submission.py", b"def choose(", "not whole"),
    ],
)
def test_what_is_wrong_with_a_file(name: str, data: bytes, problem: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(data)
    complete = dict.fromkeys(
        ("result.json", "picture.svg", "all.games", "games.db", "submission.py"), b"whole"
    )
    found = problems_of(tmp_path, {}, complete)
    assert found == [] if not problem else problem in "; ".join(found)


def test_a_file_that_is_gone(tmp_path: Path) -> None:
    assert problems_of(tmp_path, {"old.db": b""}, {}) == ["the file old.db is gone"]


def test_a_process_that_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    if not Path("/proc/self/environ").exists():
        pytest.skip("this system has no /proc")
    monkeypatch.setattr("scripts.interrupts.processes.LEFT_SECONDS", 0.0)
    script = "print(flush=True); import time; time.sleep(600)"
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        env={**os.environ, "FOURFOLD_INTERRUPTED_RUN": "test-left"},
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.read(1)  # it has its own environment now
    process.stdout.close()
    assert [script in words for words in _left_over("test-left")] == [True]
    assert process.wait(60) == -signal.SIGKILL


@pytest.mark.parametrize(
    ("name", "sign", "number"),
    [("serve", "games.db", signal.SIGTERM), ("book build", "new.book.journal", signal.SIGINT)],
)
def test_a_command_leaves_nothing(
    name: str, sign: str, number: signal.Signals, tmp_path: Path
) -> None:
    """In short what `make interrupts` does at many moments; here at one that is waited for."""
    folder = tmp_path / "files"
    folder.mkdir()
    interrupt = Interrupt(
        0.0, (number, number), output="closed", when=lambda: wait_for((folder / sign).exists)
    )
    ending = run(BY_NAME[name], folder, interrupt, "test-short")
    allowed = {"games.db": b"", "new.book": b""}
    assert judge(ending, interrupt, BY_NAME[name], 0) == []
    assert problems_of(folder, {}, allowed) == []
    assert read_files(tmp_path / "tmp") == {}
