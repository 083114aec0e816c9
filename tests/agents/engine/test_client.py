"""The agent that a program plays for: games, limits, stop, what it tells, and reuse."""

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import fourfold as ff
from fourfold.agents.engine import exec_kind, isolated
from fourfold.agents.engine.client import EngineAgent
from fourfold.errors import InvalidAgent, ProgramError
from fourfold.game import Game, Participant, play_out
from fourfold.rules import FIRST, SECOND, Position, Rules
from fourfold.search import Limit, SearchProgress, Stop
from fourfold.search.limits import ClockLimit, GameClock
from fourfold.support.process_tree import marked_processes
from tests.waiting import wait_for

from .programs import WriteProgram

EMPTY = Position.parse("7x6:")
ECHO = """
    print(position, line.strip(), file=sys.stderr)
    answer("info string " + position + " " + line.strip())
    answer("bestmove 4")
"""


@pytest.mark.parametrize(
    ("limit", "command"),
    [
        (None, "go"),
        (Limit(seconds=1.5), "go movetime 1500"),
        (Limit(nodes=100, depth=3), "go nodes 100 depth 3"),
        (
            ClockLimit(1.0, clock=GameClock((60.0, 30.5), 2.0), fixed=Limit(seconds=5.0, nodes=7)),
            "go p1time 60000 p2time 30500 p1inc 2000 p2inc 2000 movetime 5000 nodes 7",
        ),
        (
            ClockLimit(1.0, clock=GameClock((9.0, 9.0))),
            "go p1time 9000 p2time 9000 p1inc 0 p2inc 0",
        ),
    ],
)
def test_limits_and_clocks_reach_the_program(
    program: WriteProgram, limit: Limit | None, command: str
) -> None:
    agent = EngineAgent(program(ECHO))
    assert agent.choose("7x6:12", limit).reason == f"7x6:12 {command}"


def test_a_decision_has_what_the_program_tells(program: WriteProgram) -> None:
    talk = """
        answer("info depth 3 nodes 50 time 20 score cp 150 pv 4 4 1")
        answer("info currmove 4 score mate 9")
        answer("info currmove 2 score cp -30")
        answer("info nonsense depth x nodes -3 time score pv z")
        answer("info")
        answer("hello")
        answer("info depth 5 nodes 99 time 40 score mate 9 pv 4 1 4 string wins")
        answer("bestmove 4 ponder 1")
    """
    seen: list[SearchProgress] = []
    decision = EngineAgent(program(talk)).choose(EMPTY, watch=seen.append)
    assert decision.column == 3
    assert decision.depth == 5
    assert decision.nodes == 99
    assert decision.seconds == 0.04
    assert decision.line == (3, 0, 3)
    assert decision.reason == "wins"
    assert decision.score is not None
    assert (decision.score.score, decision.score.plies) == (17, 9)
    assert decision.scores == {3: decision.score}
    assert decision.evaluations == {1: -0.3}
    assert [(now.depth, now.nodes, now.column) for now in seen] == [(3, 50, 3), (5, 99, 3)]
    assert seen[0].evaluation == 1.5


def test_what_is_told_of_another_column_is_not_taken_for_the_move(program: WriteProgram) -> None:
    talk = 'answer("info depth 3 score mate 9 pv 4 1"); answer("bestmove 2")'
    decision = EngineAgent(program(talk)).choose(EMPTY)
    assert (decision.column, decision.score, decision.line) == (1, None, (1,))


@pytest.mark.parametrize(("move", "chance"), [("4", 0.75), ("2", None)])
def test_a_decision_has_the_win_chance_of_its_move(
    program: WriteProgram, move: str, chance: float | None
) -> None:
    talk = f"""
        answer("info depth 3 winchance 0.75 pv 4")
        answer("info depth 4")
        answer("bestmove {move}")
    """
    decision = EngineAgent(program(talk)).choose(EMPTY)
    assert decision.win_chance == decision.evaluation == chance


def test_stop_lets_a_program_move(program: WriteProgram) -> None:
    waits = """
        answer("info depth 1 nodes 1")
        while sys.stdin.readline().strip() != "stop": pass
        answer("bestmove 7")
    """
    stop = Stop()
    agent = EngineAgent(program(waits))
    decision = agent.choose(EMPTY, stop=stop, watch=lambda now: stop.request())
    assert decision.column == 6
    assert agent.choose(EMPTY, stop=stop).column == 6  # asked before it began


@pytest.mark.usefixtures("short_patience")
def test_a_program_that_ignores_stop_is_given_up(program: WriteProgram) -> None:
    stop = Stop()
    agent = EngineAgent(program('answer("info depth 1"); time.sleep(1000)'))
    with pytest.raises(ProgramError, match=r"did not move within 0\.2 s of 'stop'"):
        agent.choose(EMPTY, Limit(seconds=50), stop, lambda now: stop.request())


def test_a_program_may_be_late_if_it_stops(
    program: WriteProgram, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fourfold.agents.engine.engine_process.LATE_SECONDS", 0.05)
    waits = """
        while sys.stdin.readline().strip() != "stop": pass
        answer("bestmove 7")
    """
    assert EngineAgent(program(waits)).choose(EMPTY, Limit(seconds=0.01)).column == 6


def test_an_answer_that_comes_twice_is_not_taken_for_the_next(program: WriteProgram) -> None:
    twice = 'answer("bestmove " + str(len(position))); answer("bestmove 1")'
    agent = EngineAgent(program(twice))
    assert agent.choose("7x6:").column == 3
    assert agent.choose("7x6:44").column == 5


def test_a_watcher_that_fails_ends_the_search(program: WriteProgram) -> None:
    def fail(now: SearchProgress) -> None:
        raise RuntimeError("seen enough")

    agent = EngineAgent(program('answer("info depth 1"); answer("bestmove 4")'))
    with pytest.raises(RuntimeError, match="seen enough"):
        agent.choose(EMPTY, watch=fail)
    assert agent.choose(EMPTY).column == 3  # by another process


COUNTS = """
    games = 0
    answered = 0
"""
TELLS = """
    answered += 1
    answer(f"info string {os.getpid()} {games} {answered}")
    answer("bestmove 4")
"""


def counting(program: WriteProgram) -> tuple[str, ...]:
    return program(TELLS, start=COUNTS, new_game="games += 1")


def test_a_program_is_used_again_for_the_next_game(program: WriteProgram) -> None:
    command = counting(program)
    agent = EngineAgent(command)
    first = agent.choose(EMPTY).reason.split()
    assert first[1:] == ["1", "1"]
    assert agent.choose("7x6:44").reason.split()[1:] == ["1", "2"]  # the same game goes on
    assert agent.choose("7x6:41").reason.split()[1:] == ["2", "3"]  # another one
    del agent
    again = EngineAgent(command)
    other = EngineAgent(command)
    assert again.choose(EMPTY).reason.split() == [first[0], "3", "4"]
    assert other.choose(EMPTY).reason.split()[0] != first[0]


def test_a_closed_program_is_not_used_again(program: WriteProgram) -> None:
    agent = EngineAgent(counting(program))
    first = agent.choose(EMPTY).reason.split()[0]
    agent.close()
    agent.close()
    assert agent.title == ""
    assert agent.choose(EMPTY).reason.split()[0] != first
    assert agent.title == "Planted"


def test_a_program_that_dies_while_it_waits_costs_no_game(program: WriteProgram) -> None:
    command = counting(program)
    first = int(EngineAgent(command).choose(EMPTY).reason.split()[0])
    os.kill(first, signal.SIGKILL)
    assert EngineAgent(command).choose(EMPTY).column == 3


def test_any_thread_can_use_a_program(program: WriteProgram) -> None:
    agents: list[EngineAgent] = []
    threading_start = threading.Thread(target=lambda: agents.append(EngineAgent(program())))
    threading_start.start()
    threading_start.join()
    assert agents[0].choose(EMPTY).column == 3  # the thread that started it has ended


def test_a_whole_game_against_an_agent_of_ours() -> None:
    rules = Rules.parse("6x5-xc2-bd1")
    players = (Participant.of_agent("greedy"), Participant.of_agent("random"))
    game = Game(Position(rules), players)
    record = play_out(game, {FIRST: isolated("greedy"), SECOND: ff.agent("random:seed=2")})
    assert record.ending is not None
    assert record.ending.detail == ""


def test_an_isolated_agent_plays_like_itself() -> None:
    position = Position.parse("7x6:4453")
    ours = ff.agent("hard:depth=4").choose(position)
    theirs = isolated("hard:depth=4").choose(position)
    assert (theirs.column, theirs.score, theirs.evaluation) == (
        ours.column,
        ours.score,
        ours.evaluation,
    )
    assert theirs.evaluations == ours.evaluations
    assert theirs.line == ours.line


def test_an_isolated_agent_that_does_not_exist_says_so() -> None:
    with pytest.raises(ProgramError, match="the program 'nobody' exited with status 2: fourfold: "):
        isolated("nobody")


def test_exec_splits_its_command() -> None:
    kind = exec_kind("exec:./my engine 'with space'")
    assert kind.title == "my"
    with pytest.raises(ProgramError, match=r"'\./my engine with space' cannot be started"):
        kind.make()


@pytest.mark.parametrize("spec", ["exec:", "exec:  ", "exec:'", "exec:''"])
def test_exec_without_a_command(spec: str) -> None:
    with pytest.raises(InvalidAgent, match="command"):
        exec_kind(spec)


@pytest.mark.skipif(
    not Path("/proc/self/environ").exists(), reason="only Linux tells the environment"
)
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, None])
def test_nothing_outlives_the_process_that_started_it(
    program: WriteProgram, how: signal.Signals | None
) -> None:
    command = program(
        "os.fork() or (os.setsid(), os.fork() and os._exit(0))\n"
        "os.wait() if os.getsid(0) == os.getpid() else None\ntime.sleep(1000)"
    )
    script = f"""
import sys, threading
from fourfold.agents.engine.client import EngineAgent
from fourfold.support.child_process import own_marker
agent = EngineAgent({command!r})
threading.Thread(target=agent.choose, args=("7x6:",), daemon=True).start()
print(own_marker(), flush=True)
sys.stdin.readline()
"""
    with subprocess.Popen(
        [sys.executable, "-c", script],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        marker = process.stdout.readline().strip()
        wait_for(lambda: len(marked_processes(marker)) == 2, 20)
        if how is None:
            process.stdin.write("\n")
            process.stdin.flush()
        else:
            process.send_signal(how)
        process.wait()
        wait_for(lambda: marked_processes(marker) == [])
