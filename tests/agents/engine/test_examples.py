"""The programs of examples/engines play every board, and docs/protocol.md shows a real session."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import fourfold as ff
from fourfold.agents.engine.client import EngineAgent
from fourfold.game import Game, Participant, play_out
from fourfold.game.record import EndReason
from fourfold.rules import Player, Position, Rules
from fourfold.search import Limit
from tests.cli.process import started

ROOT = Path(__file__).parents[3]
ENGINES = ROOT / "examples/engines"
BY_THE_RULES = (EndReason.FOUR_IN_LINE, EndReason.BOARD_FULL)
BOARDS = ("7x6", "4x4", "12x12", "9x8-xd3", "12x4-xa1-xa2-xa3-xa4-xf4", "5x5-xc1-bc2", "6x5-bd1")

Command = tuple[str, ...]


@pytest.fixture(scope="session")
def c_program(tmp_path_factory: pytest.TempPathFactory) -> Command:
    """Build the program in C as its first lines say."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler 'cc'")
    target = tmp_path_factory.mktemp("engines") / "alphabeta"
    source = ENGINES / "alphabeta.c"
    assert "cc -O2 -o alphabeta alphabeta.c" in source.read_text("utf-8")
    strict = ("-Wall", "-Wextra", "-Werror")
    subprocess.run([compiler, "-O2", *strict, "-o", target, source], check=True)
    return (str(target),)


@pytest.fixture(params=["python", "c"])
def program(request: pytest.FixtureRequest) -> Command:
    if request.param == "python":
        return sys.executable, str(ENGINES / "central.py")
    command: Command = request.getfixturevalue("c_program")
    return command


def points_against_random(agent: EngineAgent, rules: str, seed: int) -> float:
    """Play two games, one from each side; return the points of the program."""
    points = 0.0
    for side in Player:
        names = (Participant("theirs", "theirs"), Participant("random", "random"))
        game = Game(Position(Rules.parse(rules)), names if side is ff.FIRST else names[::-1])
        agents = {side: agent, side.other: ff.agent(f"random:seed={seed}")}
        ending = play_out(game, agents, Limit(depth=3)).ending
        assert ending is not None
        assert ending.reason in BY_THE_RULES, ending.detail
        points += 0.5 if ending.winner is None else ending.winner is side
    return points


def test_it_plays_every_board(program: Command) -> None:
    agent = EngineAgent(program)
    for seed, rules in enumerate(BOARDS):
        points_against_random(agent, rules, seed)


def test_the_program_in_c_beats_a_random_player(c_program: Command) -> None:
    agent = EngineAgent(c_program)
    assert agent.title == "Alpha-beta"
    assert sum(points_against_random(agent, "7x6", seed) for seed in range(5)) >= 9


@pytest.mark.parametrize("rules", ["4x4", "4x5-xb2", "5x4-bc2", "4x4-xa1-bd1"])
def test_what_the_program_in_c_proves_is_true(c_program: Command, rules: str) -> None:
    agent = EngineAgent(c_program)
    proven = 0
    for seed in range(8):
        player = ff.agent(f"random:seed={seed}")
        position = Position(Rules.parse(rules))
        for _ in range(9):
            position = position.play(player.choose(position).column)
        if position.outcome is None:
            decision = agent.choose(position, Limit(depth=12, seconds=30.0))
            if decision.score is not None:
                proven += 1
                assert decision.score == ff.solve(position)
    assert proven > 0


def test_the_python_program_is_short() -> None:
    lines = (ENGINES / "central.py").read_text("utf-8").splitlines()
    code = [line for line in lines if line.strip() and not line.lstrip().startswith(('"""', "#"))]
    assert len(code) <= 25
    assert not any("fourfold" in line for line in code)


def test_the_program_in_c_stops_when_it_is_told(c_program: Command) -> None:
    stop = ff.Stop()
    agent = EngineAgent(c_program)
    decision = agent.choose("7x6:", Limit(seconds=60), stop, lambda now: stop.request())
    assert decision.column == 3


def timeless(line: str) -> str:
    """Leave out what differs from run to run: times, and the version."""
    return re.sub(r"\b(time|nps|fourfold) [\d.]+", r"\1 N", line)


def test_the_session_on_the_page_is_real() -> None:
    text = (ROOT / "docs/protocol.md").read_text("utf-8")
    (session,) = re.findall(r"^```ugi\n\$ (fourfold engine .*?)```$", text, re.M | re.S)
    command, _, lines = session.partition("\n")
    with started(*shlex.split(command)[1:]) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line in lines.splitlines():
            if line.startswith("> "):
                process.stdin.write(f"{line[2:]}\n".encode())
                process.stdin.flush()
            else:
                answer = process.stdout.readline().decode().rstrip("\n")
                assert timeless(f"< {answer}") == timeless(line)
        assert process.wait(60) == 0
        assert process.stdout.read() == b""
