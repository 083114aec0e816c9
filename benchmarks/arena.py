"""What the arena itself costs: games between players that answer at once, so that all else is ours.

`in-process` are two players in this process, and the time of a move is that of a whole game by its
plies. `exec` is an example program, and `isolated` an agent of ours in a process of its own, each
against a player in this process; here the moves of the program alone are measured. Of all games the
median counts, since a busy machine makes single games slow.
"""

import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.framework import Options, Result, benchmark
from fourfold.agents import Agent, Decision, agent
from fourfold.agents.base import BaseAgent, Control
from fourfold.agents.engine import isolated
from fourfold.agents.engine.client import EngineAgent
from fourfold.game import Game, Participant, play_out
from fourfold.game.record import BY_THE_RULES
from fourfold.rules import FIRST, SECOND, Position
from fourfold.search import Limit

ENGINES = Path(__file__).parent.parent / "examples/engines"
GAMES = 40
IN_PROCESS = 0.0005
"""Seconds a move that will do for players in this process."""
PROGRAM = 0.002
"""The same for programs."""


class FirstColumn(BaseAgent[Decision]):
    """Plays the first column that has room."""

    def decide(self, position: Position, control: Control) -> Decision:
        """Choose without thinking."""
        return Decision(position.legal_columns[0])


@benchmark("arena")
def overhead(options: Options) -> Iterator[Result]:
    games = 5 if options.quick else GAMES
    yield measure("in-process", FirstColumn(), FirstColumn(), games, IN_PROCESS)
    python = EngineAgent((sys.executable, str(ENGINES / "central.py")))
    yield measure("exec: in Python", python, FirstColumn(), games, PROGRAM, plies_of_first=True)
    if (compiler := shutil.which("cc")) is not None:
        with tempfile.TemporaryDirectory() as folder:
            target = f"{folder}/alphabeta"
            subprocess.run([compiler, "-O2", "-o", target, ENGINES / "alphabeta.c"], check=True)
            program = EngineAgent((target,))
            yield measure("exec: in C", program, FirstColumn(), games, PROGRAM, plies_of_first=True)
            program.close()
    ours = isolated("greedy")
    yield measure("isolated", ours, agent("greedy"), games, PROGRAM, plies_of_first=True)


def measure(
    case: str,
    first: Agent,
    second: Agent,
    games: int,
    within: float,
    *,
    plies_of_first: bool = False,
) -> Result:
    """Play games and measure the time of a move of either player, or of the first one alone."""
    taken, correct = [], True
    for _ in range(games):
        players = (Participant("one", "one"), Participant("two", "two"))
        game = Game(Position.parse("7x6:"), players)
        began = time.perf_counter()
        record = play_out(game, {FIRST: first, SECOND: second}, Limit(depth=1, seconds=60.0))
        seconds = time.perf_counter() - began
        plies = [ply.seconds or 0.0 for ply in record.plies]
        if plies_of_first:
            taken.append(sum(plies[::2]) / len(plies[::2]))
        else:
            taken.append(seconds / len(plies))
        correct = correct and record.ending is not None and record.ending.reason in BY_THE_RULES
    middle = statistics.median(taken)
    return Result(
        case=case,
        correct=correct,
        amount=1,
        unit="moves",
        seconds=middle,
        within=within,
        detail=f"{1000 * middle:.3f} ms a move; at most {1000 * within:g} ms will do",
        numbers={"best": min(taken), "worst": max(taken)},
    )
