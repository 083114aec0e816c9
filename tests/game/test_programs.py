"""Players in processes of their own lose by their faults, with the cause, and leave nothing."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import fourfold as ff
from fourfold.agents import Agent
from fourfold.agents.engine import engine_process, isolated, isolated_agent
from fourfold.agents.engine.client import EngineAgent
from fourfold.game import EndReason, Game, Participant, TimeControl, play_turn
from fourfold.game.record import Ending
from fourfold.rules import FIRST, Position
from fourfold.search import Limit
from fourfold.support.child_process import own_marker
from fourfold.support.process_tree import marked_processes
from tests.agents.engine.programs import end_dropped_programs, write_program

PLAYERS = (Participant("theirs", "theirs"), Participant("ours", "ours"))
WritePlayer = Callable[[str], str]


@pytest.fixture(autouse=True)
def nothing_is_left_behind() -> Iterator[None]:
    end_dropped_programs()  # of other files of tests
    yield
    end_dropped_programs()
    assert marked_processes(own_marker()) == []


@pytest.fixture
def player(tmp_path: Path) -> WritePlayer:
    """Write a player whose `choose` does this, and return its spec."""

    def write(body: str) -> str:
        path = tmp_path / "player.py"
        text = "import os, signal, sys, time\n\nclass Planted:\n    def choose(self, position):\n"
        path.write_text(text + f"        {body}\n", encoding="utf-8")
        return f"{path}:Planted"

    return write


def ending_of(agent: Agent, position: str = "7x6:", limit: Limit | None = None) -> Ending:
    """Let the agent make one move, by which it loses, and return how the game ended."""
    game = Game(Position.parse(position), PLAYERS)
    play_turn(game, agent, limit, margin=0.0, grace=30.0)
    assert game.ending is not None
    assert game.ending.winner is not FIRST
    return game.ending


@pytest.mark.parametrize(
    ("body", "reason", "detail", "cause"),
    [
        (
            "raise ValueError('no idea')",
            EndReason.FAILURE,
            "theirs raised ValueError: no idea",
            'player.py", line 5, in choose\n',
        ),
        ("os._exit(3)", EndReason.FAILURE, "theirs exited with status 3", ""),
        (
            "print('so long', flush=True); os.kill(os.getpid(), signal.SIGKILL)",
            EndReason.FAILURE,
            "theirs was killed by signal 9 (SIGKILL)",
            "so long",
        ),
        (
            "return 0",
            EndReason.BAD_MOVE,
            "theirs chose column 1, which has no room: it could play 2, 3, 4, 5, 6, 7",
            "",
        ),
        (
            "return 'left'",
            EndReason.BAD_MOVE,
            "theirs chose 'left', which is no column: its columns are 0 to 6, counted from 0",
            "",
        ),
        (
            "sys.exit('enough')",
            EndReason.FAILURE,
            "theirs raised SystemExit: enough",
            "SystemExit: enough",
        ),
        (
            "[print('x' * 10_000) for _ in range(10_000)]",
            EndReason.FAILURE,
            "theirs flooded its standard error: 16,777,216 bytes without an answer",
            "xxx",
        ),
        (
            "return bytes(2**40)",
            EndReason.FAILURE,
            "theirs raised MemoryError",
            "MemoryError",
        ),
        (
            "os.fork() or (os.setsid(), time.sleep(1000)); os._exit(4)",
            EndReason.FAILURE,
            "theirs exited with status 4",
            "",
        ),
    ],
    ids=lambda value: "" if not isinstance(value, str) else value[:20],
)
def test_a_player_from_a_file_that_misbehaves(
    player: WritePlayer, body: str, reason: EndReason, detail: str, cause: str
) -> None:
    ending = ending_of(isolated(player(body), memory_mb=300), "7x6:111111")
    assert (ending.reason, ending.detail) == (reason, detail)
    assert cause in ending.cause


def test_half_a_line_of_a_player_does_not_disturb(player: WritePlayer) -> None:
    agent = isolated(player("print('best', end='', flush=True); return 3"))
    assert agent.choose(Position.parse("7x6:")).column == 3


def test_a_player_that_hangs_loses_on_time(
    player: WritePlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_process, "STOP_SECONDS", 0.1)
    agent = isolated(player("print('thinking', flush=True); time.sleep(1000)"))
    ending = ending_of(agent, limit=Limit(seconds=2.0))
    assert (ending.reason, ending.detail) == (EndReason.TIME, "theirs exceeded its time")
    assert "thinking" in ending.cause


@pytest.mark.parametrize(
    ("go", "reason", "detail"),
    [
        ("sys.exit(3)", EndReason.FAILURE, "theirs exited with status 3"),
        ('answer("bestmove x")', EndReason.BAD_MOVE, "theirs answered 'x', which is no column"),
        ('answer("bestmove 1")', EndReason.BAD_MOVE, "theirs chose column 1, which has no room"),
    ],
)
def test_a_program_that_misbehaves(tmp_path: Path, go: str, reason: EndReason, detail: str) -> None:
    command = write_program(tmp_path / "program.py", f'print("oh", file=sys.stderr); {go}')
    ending = ending_of(EngineAgent(command), "7x6:111111")
    assert ending.reason is reason
    assert ending.detail.startswith(detail)
    assert "oh" in ending.cause.splitlines()


def test_a_program_sees_the_clocks(tmp_path: Path) -> None:
    command = write_program(
        tmp_path / "program.py", 'answer("info string " + line.strip()); answer("bestmove 4")'
    )
    game = Game(Position.parse("7x6:44"), PLAYERS, TimeControl(60.0, 10.0, 2.0), now=lambda: 100.0)
    play_turn(game, EngineAgent(command), Limit(nodes=500))
    assert game.plies[-1].reason == (
        "go p1time 60000 p2time 60000 p1inc 2000 p2inc 2000 movetime 9950 nodes 500"
    )


def test_players_from_outside_have_a_process_and_ours_have_none(player: WritePlayer) -> None:
    theirs = isolated_agent(player("return os.getpid() * 0 + 2"))
    assert isinstance(theirs, EngineAgent)
    assert theirs.choose(Position.parse("7x6:")).column == 2
    assert not isinstance(isolated_agent("random"), EngineAgent)


def test_a_program_is_an_agent_by_its_command(tmp_path: Path) -> None:
    command = write_program(tmp_path / "program.py")
    agent = ff.agent("exec:" + " ".join(command))
    assert agent.choose(Position.parse("7x6:")).column == 3
    assert isinstance(isolated_agent("exec:" + " ".join(command)), EngineAgent)
