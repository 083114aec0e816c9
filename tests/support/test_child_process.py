"""Child processes: lines in both directions, deadlines, and their end.

What they can do wrong is in tests/agents/engine/test_misbehaviour.py.
"""

import pickle
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from fourfold.errors import ProgramError
from fourfold.support.child_process import ChildProcess, player_memory_mb, status_text
from fourfold.support.process_tree import marked_processes, resident_bytes
from tests.waiting import wait_for

ECHO = "import sys\nfor line in sys.stdin: print(line, end='', flush=True)"


@contextmanager
def running(code: str) -> Iterator[ChildProcess]:
    child = ChildProcess([sys.executable, "-I", "-S", "-c", code], name="child")
    try:
        yield child
    finally:
        child.close()
        assert not child.is_running
        assert marked_processes(child.marker) == []


def soon() -> float:
    return time.monotonic() + 60


def test_lines_go_both_ways() -> None:
    with running(ECHO) as child:
        child.send("one\ntwo\r\n")
        assert child.read_line(soon) == "one"
        assert child.read_line(soon) == "two"
        assert child.is_running


def test_a_deadline_passes() -> None:
    with running("import time; time.sleep(1000)") as child:
        assert child.read_line(time.monotonic) is None
        assert child.read_line(lambda: 0.0) is None


def test_more_than_a_pipe_holds_can_be_sent() -> None:
    # The child reads only when it has been asked for its first line.
    code = "import sys; print('go', flush=True); print(len(sys.stdin.readline()), flush=True)"
    with running(code) as child:
        child.send("x" * 500_000 + "\n")
        assert child.read_line(soon) == "go"
        assert child.read_line(soon) == "500001"


def test_sending_to_a_program_that_has_ended_does_no_harm() -> None:
    with running("") as child:
        with pytest.raises(ProgramError, match="the program 'child' exited with status 0"):
            child.read_line(soon)
        child.send("anybody there?\n")
    child.send("or now?\n")


def test_closing_wakes_a_reader() -> None:
    found: list[ProgramError] = []
    with running("import time; time.sleep(1000)") as child:

        def read() -> None:
            try:
                child.read_line(soon)
            except ProgramError as error:
                found.append(error)

        reader = threading.Thread(target=read)
        reader.start()
        child.close()
        reader.join()
    assert len(found) == 1


def test_a_program_may_end_by_itself() -> None:
    with running("input()") as child:
        child.close("quit\n", patience=60)
        assert child._process.returncode == 0


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="only Linux has /proc")
def test_the_tree_is_known_by_its_marker() -> None:
    code = (
        "import subprocess; subprocess.Popen(['sleep', '1000']); print('ok', flush=True); input()"
    )
    with running(code) as child:
        assert child.read_line(soon) == "ok"
        wait_for(lambda: len(marked_processes(child.marker)) == 2)  # while it starts, it has none
        assert child.pid in marked_processes(child.marker)
        assert resident_bytes(child.marker) > 2**20
        assert marked_processes(child.marker + "9") == []


def test_the_memory_limit_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for text, megabytes in {"512": 512, "": 4096, "0": 4096, "much": 4096}.items():
        monkeypatch.setenv("FOURFOLD_PLAYER_MB", text)
        assert player_memory_mb() == megabytes


def test_statuses_in_words() -> None:
    assert status_text(3) == "exited with status 3"
    assert status_text(-9) == "was killed by signal 9 (SIGKILL)"
    assert status_text(-99) == "was killed by signal 99"


def test_a_system_without_poll_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("select.poll")
    with pytest.raises(ProgramError, match="cannot be started: this system has no poll"):
        ChildProcess(["true"])


def test_an_error_can_be_sent_to_another_process() -> None:
    error = ProgramError("'child'", "exited with status 3", "its last words", is_bad_move=True)
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.what, copy.fault_cause, copy.is_bad_move) == (
        "the program 'child' exited with status 3",
        "exited with status 3",
        "its last words",
        True,
    )
