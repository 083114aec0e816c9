"""The agent uct: what playout searches are known to get wrong, and what it tells."""

import subprocess
import sys
import threading
import time

import pytest
from rich.console import Console

import fourfold as ff
from fourfold import IllegalMove, InvalidAgent, Limit, Position, Result, Solver, Stop
from fourfold.agents.uct import UctAgent, UctDecision
from fourfold.cli.decision import as_json, table
from fourfold.search import SearchProgress
from fourfold.search.uct import UctProgress
from tests.waiting import AT_LATEST

POLICIES = ("strong", "plain")
every_policy = pytest.mark.parametrize("policy", POLICIES)


def choose(text: str, policy: str = "strong", simulations: int = 20_000) -> UctDecision:
    agent = ff.agent(f"uct:simulations={simulations},seed=1,policy={policy},memory=32")
    decision = agent.choose(Position.parse(text))
    assert isinstance(decision, UctDecision)
    return decision


# What playout searches get wrong


@every_policy
@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("7x6:121212", 0),
        ("12x12:ababab", 0),
        ("12x12-bl12:fgfgfg", 5),
        ("7x6:4252624", 1),  # across, the last of four
        ("9x8-xd3:515253", 4),
    ],
)
def test_takes_a_win_in_one(policy: str, text: str, column: int) -> None:
    position = Position.parse(text)
    if position.play(column).outcome is None:
        pytest.fail("the example is wrong")
    assert choose(text, policy).column == column


@every_policy
@pytest.mark.parametrize(
    ("text", "column"), [("7x6:12121", 0), ("12x12:ababa", 0), ("12x12-bl12:fgfgf", 5)]
)
def test_blocks_a_loss_in_one(policy: str, text: str, column: int) -> None:
    assert choose(text, policy).column == column


@every_policy
@pytest.mark.parametrize(
    "text",
    [
        "7x6:44556",  # for the side that is not to move: nothing helps any more
        "6x5-bb3:62246535116243654",
        "5x5-bc2:323432315",
        "6x5-xc1:142553261261241",
        "7x6:4455",  # three in a row, open on both sides, is to come
    ],
)
def test_sees_a_double_threat(policy: str, text: str) -> None:
    position = Position.parse(text)
    truth = Solver(memory_mb=16).columns(position)
    best = max(score.rank for score in truth.values())
    decision = choose(text, policy, 50_000)
    wins = [column for column, score in truth.items() if score.outcome is Result.WIN]
    if wins:
        assert decision.column in wins
    if policy == "strong":
        assert decision.score is not None
        assert decision.score.outcome is truth[decision.column].outcome
    elif best < 0:
        assert decision.evaluation is not None
        assert decision.evaluation < 0.2


@every_policy
@pytest.mark.parametrize(
    "text",
    [
        "4x4:4443114",
        "6x5-xc1:516523153143412351",
        "5x5-bc2:314224134215",
        "5x4-xd1-bb1:24244312152",
    ],
)
def test_a_draw_is_better_than_a_loss_and_worse_than_a_win(policy: str, text: str) -> None:
    position = Position.parse(text)
    truth = Solver(memory_mb=16).columns(position)
    assert {score.outcome for score in truth.values()} == set(Result)
    decision = choose(text, policy, 60_000)
    assert truth[decision.column].outcome is Result.WIN


@every_policy
@pytest.mark.parametrize(
    "text", ["4x4:214324244", "4x4:11122", "4x4:232114234", "6x5-xc1:555652164521321631"]
)
def test_a_draw_is_taken_where_all_else_loses(policy: str, text: str) -> None:
    position = Position.parse(text)
    truth = Solver(memory_mb=16).columns(position)
    assert {score.outcome for score in truth.values()} == {Result.DRAW, Result.LOSS}
    decision = choose(text, policy, 60_000)
    assert truth[decision.column].outcome is Result.DRAW


@pytest.mark.parametrize(
    "text",
    [
        "6x5-xc1:6363243315222216",  # lost in 2, 4, 8 and 8 plies, by best play
        "5x5-bc2:4322223255",  # in 10, 14, 12, 12
        "5x5-bc2:2114533153",  # in 8, 14, 8, 10, 12
        "5x4-xd1-bb1:3444252",  # in 4, 6, 12, 10
    ],
)
def test_goes_on_trying_when_lost(text: str) -> None:
    """The longest defence that it knows, and never a quick end that it can see."""
    decision = choose(text, simulations=200_000)
    assert decision.score is not None
    assert decision.score.outcome is Result.LOSS
    assert decision.plies[decision.column] == max(decision.plies.values())
    truth = Solver(memory_mb=16).columns(Position.parse(text))
    lasts = {column: score.plies or 0 for column, score in truth.items()}
    assert all(plies >= lasts[column] for column, plies in decision.plies.items())
    assert lasts[decision.column] > 4


def test_blocks_one_of_two_threats_when_lost_at_once() -> None:
    decision = choose("7x6:44556")
    assert decision.column in (2, 6)
    assert decision.reason == "proven: loss in 2 plies"
    assert choose("7x6:445566").reason == "proven: win in 1 ply"


# A game


@pytest.mark.parametrize("rules", ["7x6", "6x5-bc2", "9x4-xb1-xb2", "12x12-xa1-bl12"])
@every_policy
def test_plays_whole_games(rules: str, policy: str) -> None:
    agents = [ff.agent(f"uct:simulations=200,seed={i},policy={policy},memory=1") for i in (1, 2)]
    position = Position.parse(f"{rules}:")
    while position.outcome is None:
        position = position.play(agents[position.turn.value].choose(position).column)


def test_beats_greedy_with_what_the_tree_knows_from_move_to_move() -> None:
    for seat in (0, 1):
        players = [ff.agent("greedy"), ff.agent("greedy")]
        players[seat] = UctAgent(simulations=20_000, seed=1, memory=32)
        position = Position()
        reused = []
        while position.outcome is None:
            decision = players[position.turn.value].choose(position)
            if isinstance(decision, UctDecision):
                reused.append(decision.reused)
            position = position.play(decision.column)
        assert position.outcome.winner is not None
        assert position.outcome.winner.value == seat
        assert reused[0] == 0
        assert all(count > 0 for count in reused[1:3])


# What it tells


def test_the_decision_tells_all() -> None:
    position = Position.parse("7x6:44")
    decision = choose("7x6:44")
    legal = set(position.legal_columns)
    assert set(decision.visits) == set(decision.evaluations) == set(decision.uncertainties) == legal
    assert decision.simulations == sum(decision.visits.values()) == 20_000
    assert decision.visits[decision.column] == max(decision.visits.values())
    assert decision.evaluation == decision.evaluations[decision.column]
    assert decision.simulations_per_second > 0
    assert decision.depth is not None
    assert decision.depth >= len(decision.line) > 3
    assert decision.reason.startswith("most visited, in ")
    assert decision.reused == 0
    hash(decision.column)


def test_explained_as_a_table() -> None:
    position = Position.parse("7x6:12121")
    decision = choose("7x6:12121", simulations=1_000)
    console = Console(width=100, highlight=False)
    with console.capture() as capture:
        console.print(table(position, decision))
    lines = [line.split() for line in capture.get().splitlines()]
    assert lines[0] == ["column", "score", "evaluation", "±", "visits", "proof"]
    assert lines[1][:2] == ["*", "1"]
    assert lines[1][-1] == "1,000"
    assert lines[3] == ["3", "loss", "0", "in", "2"]
    assert ["simulations", "1,000"] in lines
    assert any(line[:1] == ["simulations/s"] for line in lines)
    told = as_json(position, "uct", decision)
    assert told["facts"] == decision.details
    assert told["columns"]["3"]["proof"] == "in 2"  # type: ignore[index]


def test_explained_on_the_command_line() -> None:
    command = [sys.executable, "-m", "fourfold", "move", "--agent", "uct:simulations=500,seed=1"]
    done = subprocess.run(
        [*command, "--explain", "7x6:12121"], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("1\n")
    assert "visits" in done.stdout


def test_watched() -> None:
    seen: list[SearchProgress] = []
    agent = UctAgent(seconds=0.6, memory=16)
    decision = agent.choose(Position.parse("12x12:"), watch=seen.append)
    assert len(seen) >= 2
    for thinking in seen:
        assert isinstance(thinking, UctProgress)
        assert set(thinking.visits) == set(range(12))
        assert thinking.column is not None
        assert thinking.simulations <= decision.simulations
        assert all(0 <= rate <= 1 for rate in thinking.evaluations.values())
    simulations = [thinking.simulations for thinking in seen if isinstance(thinking, UctProgress)]
    assert simulations == sorted(simulations)
    assert simulations[-1] > 0


# Options and limits


def test_the_same_options_the_same_game() -> None:
    def game() -> str:
        agent = ff.agent("uct:simulations=300,seed=9,memory=4")
        position = Position.parse("7x6:")
        while position.outcome is None:
            position = position.play(agent.choose(position).column)
        return position.to_text()

    assert game() == game()


def test_time_by_default_and_by_limits() -> None:
    position = Position.parse("12x12:")
    for agent, limit, least, most in (
        (UctAgent(memory=16), None, 1.0, 1.0),
        (UctAgent(memory=16), Limit(seconds=0.2), 0.2, 0.2),
        (UctAgent(memory=16, seconds=0.2), Limit(seconds=600), 0.2, 0.2),
        (UctAgent(memory=16, seconds=600), Limit(seconds=0.2), 0.2, 0.2),
        (UctAgent(memory=16, simulations=100), None, 0, 0.0),
        (UctAgent(memory=16), Limit(nodes=100), 0, 0.0),
        (UctAgent(memory=16, simulations=100), Limit(seconds=600), 0, 0.0),
    ):
        began = time.monotonic()
        decision = agent.choose(position, limit)
        assert least <= time.monotonic() - began < most + AT_LATEST
        assert decision.seconds is not None
        assert decision.simulations == 100 or most > 0


def test_stopped() -> None:
    agent = UctAgent(seconds=1000, memory=16)
    stop = Stop()
    threading.Timer(0.05, stop.request).start()
    began = time.monotonic()
    decision = agent.choose(Position.parse("12x12:"), stop=stop)
    assert time.monotonic() - began < AT_LATEST
    assert decision.simulations > 0
    assert agent.choose(Position.parse("12x12:ababa"), stop=stop).column == 0


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("policy=wild", "policy must be strong, plain"),
        ("c=-1", "c must be a number from 0 to 100"),
        ("threads=0", "threads must be a whole number from 1 to 64"),
        ("simulations=0", "simulations must be a whole number from 1"),
        ("memory=0", "memory must be a whole number from 1"),
        ("seconds=0", "seconds must be a number above 0"),
        ("reuse=perhaps", "reuse must be true or false"),
    ],
)
def test_bad_options(options: str, words: str) -> None:
    with pytest.raises(InvalidAgent, match=words):
        ff.agent(f"uct:{options}")


def test_a_finished_game() -> None:
    with pytest.raises(IllegalMove, match="the game is over"):
        UctAgent().choose(Position.parse("7x6:1212121"))
