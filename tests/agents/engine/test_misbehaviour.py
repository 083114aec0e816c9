"""Programs that misbehave: each fails with one clear reason and its cause, and leaves nothing."""

import os
from pathlib import Path

import pytest

from fourfold.agents.engine.client import EngineAgent
from fourfold.errors import ProgramError
from fourfold.rules import Position
from fourfold.search import Limit
from fourfold.support.child_process import own_marker
from fourfold.support.process_tree import marked_processes
from tests.waiting import wait_for

from .programs import Command, WriteProgram

EMPTY = Position.parse("7x6:")
SHORT = Limit(seconds=0.05)

LINUX = pytest.mark.skipif(
    not Path("/proc/self/environ").exists(), reason="only Linux tells the environment of processes"
)


def fault_of(
    command: Command,
    position: Position = EMPTY,
    memory_mb: int | None = None,
    limit: Limit = SHORT,
) -> ProgramError:
    """Let a program fail, and return its error."""
    agent = EngineAgent(command, memory_mb=memory_mb)
    with pytest.raises(ProgramError) as raised:
        agent.choose(position, limit)
    return raised.value


def test_an_error_in_the_program(program: WriteProgram) -> None:
    fault = fault_of(program('print("looking", file=sys.stderr); raise ValueError("no idea")'))
    assert fault.what == "exited with status 1: ValueError: no idea"
    assert fault.fault_cause.startswith("looking\nTraceback (most recent call last):\n")
    assert fault.fault_cause.endswith("ValueError: no idea")
    assert str(fault).startswith("the program '")


def test_an_exit_with_a_status(program: WriteProgram) -> None:
    fault = fault_of(program("sys.exit(3)"))
    assert fault.what == "exited with status 3"
    assert "last lines sent to it:\nposition fen 7x6:\nisready\ngo movetime 50" in fault.fault_cause


def test_an_exit_without_a_status(program: WriteProgram) -> None:
    assert fault_of(program("os._exit(0)")).what == "exited with status 0"


def test_a_program_that_kills_itself(program: WriteProgram) -> None:
    fault = fault_of(program("os.kill(os.getpid(), signal.SIGKILL)"))
    assert fault.what == "was killed by signal 9 (SIGKILL)"


def test_a_crash(program: WriteProgram) -> None:
    fault = fault_of(program("os.kill(os.getpid(), signal.SIGSEGV)"))
    assert fault.what == "was killed by signal 11 (SIGSEGV)"


@pytest.mark.usefixtures("short_patience")
def test_a_program_that_hangs(program: WriteProgram) -> None:
    fault = fault_of(program("time.sleep(1000)"))
    assert fault.what.startswith("did not answer 'go' with 'bestmove' within 0.")


@pytest.mark.usefixtures("short_patience")
def test_a_program_that_ignores_every_signal(program: WriteProgram) -> None:
    ignore = """
        for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(each, signal.SIG_IGN)
    """
    fault = fault_of(program("while True: time.sleep(1000)", start=ignore))
    assert fault.what.startswith("did not answer 'go'")


def test_a_program_that_exits_at_its_start(program: WriteProgram) -> None:
    with pytest.raises(ProgramError, match=r"exited with status 7: not today$"):
        EngineAgent(program(start='print("not today", file=sys.stderr); sys.exit(7)'))


def test_a_program_that_hangs_at_its_start(program: WriteProgram) -> None:
    with pytest.raises(ProgramError, match=r"did not answer 'ugi' with 'ugiok' within 0\.1 s"):
        EngineAgent(program(start="time.sleep(1000)"), start_seconds=0.1)


def test_a_program_that_hangs_before_a_game(program: WriteProgram) -> None:
    command = program(new_game="time.sleep(1000)")
    with pytest.raises(ProgramError, match="did not answer 'isready' with 'readyok' within 3 s"):
        EngineAgent(command, start_seconds=3.0)


@pytest.mark.parametrize("move", ["x", "44", "9", "-1", "d4"])
def test_rubbish_as_a_move(program: WriteProgram, move: str) -> None:
    fault = fault_of(program(f'answer("bestmove {move}")'))
    assert fault.is_bad_move
    assert fault.what == (
        f"answered '{move}', which is no column: it could play 1, 2, 3, 4, 5, 6, 7"
    )


def test_no_move_at_all(program: WriteProgram) -> None:
    fault = fault_of(program('answer("bestmove")'))
    assert fault.is_bad_move
    assert fault.what.startswith("answered '', which is no column")


def test_a_full_column(program: WriteProgram) -> None:
    fault = fault_of(program(), Position.parse("7x6:444444"))
    assert fault.is_bad_move
    assert fault.what == "chose column 4, which has no room: it could play 1, 2, 3, 5, 6, 7"


@pytest.mark.usefixtures("short_patience")
def test_an_answer_in_other_words(program: WriteProgram) -> None:
    fault = fault_of(program('answer("I play 4")'), limit=Limit(seconds=1.5))
    assert fault.what.endswith("the last line that it wrote is 'I play 4'")
    assert "I play 4" in fault.fault_cause


@pytest.mark.usefixtures("short_patience")
def test_half_a_line(program: WriteProgram) -> None:
    fault = fault_of(
        program('answer("bestmo", end=""); time.sleep(1000)'), limit=Limit(seconds=1.5)
    )
    assert fault.what.endswith(", and left the line 'bestmo' unfinished")


def test_half_a_line_and_an_exit(program: WriteProgram) -> None:
    fault = fault_of(program('answer("bestmove 4", end=""); os._exit(5)'))
    assert fault.what == "left the line 'bestmove 4' unfinished and exited with status 5"


def test_bytes_that_are_no_text(program: WriteProgram) -> None:
    fault = fault_of(program(r'os.write(1, b"bestmove \xff\xfe\n")'))
    assert fault.is_bad_move


def test_a_closed_output(program: WriteProgram, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fourfold.support.child_process._FAREWELL", 0.1)
    assert fault_of(program("os.close(1); time.sleep(1000)")).what == "closed its output"


def test_a_flood_of_lines(program: WriteProgram) -> None:
    fault = fault_of(program('while True: answer("info string " + "x" * 1000)'))
    assert fault.what == "flooded its output: 4,194,304 bytes without an answer"


def test_a_line_without_an_end(program: WriteProgram) -> None:
    fault = fault_of(program('while True: answer("x" * 1000, end="")'))
    assert fault.what == "wrote a line of more than 65,536 bytes"


def test_a_flood_of_errors(program: WriteProgram) -> None:
    fault = fault_of(program('while True: os.write(2, b"x" * 60_000)'))
    assert fault.what == "flooded its standard error: 16,777,216 bytes without an answer"
    assert len(fault.fault_cause) <= 20_000


def test_a_full_pipe_of_errors_does_not_stop_a_program(program: WriteProgram) -> None:
    talks = 'os.write(2, b"x" * 300_000 + b"\\n"); answer("bestmove 4")'
    assert EngineAgent(program(talks)).choose(EMPTY, SHORT).column == 3


@LINUX
def test_memory_without_end(program: WriteProgram) -> None:
    # The kernel refuses it more than its limit, and Python says so.
    fault = fault_of(program('kept = [b"x" * 2**20 for _ in range(2**20)]'), memory_mb=200)
    assert fault.what == "exited with status 1: MemoryError"


@LINUX
def test_memory_of_many_processes(program: WriteProgram) -> None:
    # Each of them keeps within the limit, and together they do not.
    forks = """
        for _ in range(4):
            if os.fork() == 0:
                kept = b"x" * (60 * 2**20)
                time.sleep(1000)
        time.sleep(1000)
    """
    assert fault_of(program(forks), memory_mb=150).what == "used more than 150 MB of memory"


@LINUX
@pytest.mark.parametrize(
    "leave",
    [
        "os.fork() or time.sleep(1000)",
        "os.fork() or (os.setsid(), time.sleep(1000))",
        "os.fork() or (os.setsid(), os.fork() and os._exit(0), time.sleep(1000))",
        'subprocess.Popen(["sleep", "1000"], start_new_session=True)',
    ],
    ids=["child", "session", "double fork", "program"],
)
def test_processes_that_are_left_behind_are_ended(program: WriteProgram, leave: str) -> None:
    agent = EngineAgent(program(f'{leave}\nanswer("bestmove 4")'))
    agent.choose(EMPTY)
    wait_for(lambda: len(marked_processes(own_marker())) == 2)  # it has started what it leaves
    agent.close()
    assert marked_processes(own_marker()) == []


@LINUX
def test_processes_that_are_left_by_an_exit_are_ended(program: WriteProgram) -> None:
    fault = fault_of(program("os.fork() or (os.setsid(), time.sleep(1000)); os._exit(4)"))
    assert fault.what == "exited with status 4"
    assert marked_processes(own_marker()) == []


def test_a_command_that_does_not_exist() -> None:
    with pytest.raises(ProgramError, match="cannot be started: no such file or directory"):
        EngineAgent(("/no/such/program",))


def test_a_file_that_is_not_executable(tmp_path: Path) -> None:
    path = tmp_path / "program"
    path.write_text("hello", encoding="utf-8")
    if os.access(path, os.X_OK):
        pytest.skip("every file is executable here")
    with pytest.raises(ProgramError, match="cannot be started: permission denied"):
        EngineAgent((str(path),))


def test_a_file_that_is_no_program(tmp_path: Path) -> None:
    path = tmp_path / "program"
    path.write_text("hello", encoding="utf-8")
    path.chmod(0o755)
    with pytest.raises(ProgramError, match="cannot be started: exec format error"):
        EngineAgent((str(path),))
