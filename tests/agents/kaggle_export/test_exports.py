"""Exported agents play as the agents do from which they were made."""

import ast
import math
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import fourfold as ff
from fourfold import Position, Rules
from fourfold.agents import AgentKind, registry
from fourfold.agents.external.kaggle import configuration_of, observation_of
from fourfold.agents.external.kaggle import load_agent as load
from fourfold.agents.greedy import Greedy
from fourfold.agents.kaggle_export import parts
from fourfold.agents.kaggle_export.exports import export_kaggle
from fourfold.agents.kaggle_export.parts.alphabeta import AlphaBeta
from fourfold.agents.kaggle_export.parts.board import read_position
from fourfold.agents.kaggle_export.parts.evaluation import (
    ClassicEvaluation,
    Evaluation,
    HardEvaluation,
)
from fourfold.agents.kaggle_export.parts.threat_evaluation import ThreatEvaluation
from fourfold.agents.minimax import weight_options
from fourfold.search import Limit
from fourfold.search.alphabeta import AlphaBeta as OwnAlphaBeta
from fourfold.search.evaluation import ClassicWeights, HardWeights, ThreatWeights, Weights

from .kaggle_rules import column_of, play

BOARDS = ("7x6", "4x4", "8x7", "5x9", "6x5", "9x4", "12x12")
EXPORTED = (
    "random",
    "random:seed=3",
    "greedy",
    "hard:depth=4",
    "threat:depth=4",
    "classic:level=easy",
    "classic:level=medium",
    "classic:level=hard",
    "casual",
    "uct:simulations=40",
    "uct:simulations=40,policy=plain",
    "perfect:seconds=0.02",
)


def random_position(rules: Rules, chance: random.Random) -> Position:
    """An unfinished position after any number of random moves."""
    while True:
        position = Position(rules)
        for _ in range(chance.randrange(rules.playable_cells)):
            if position.outcome is None:
                position = position.play(chance.choice(position.legal_columns))
        if position.outcome is None:
            return position


def random_positions(count: int, seed: int) -> list[Position]:
    chance = random.Random(seed)
    return [random_position(Rules.parse(chance.choice(BOARDS)), chance) for _ in range(count)]


@pytest.mark.parametrize(
    ("spec", "count"),
    [
        ("greedy", 100),
        ("hard:depth=4", 60),
        ("hard:depth=3,their_double_threat=-5000,bottom_three=70,centre=-9", 60),
        ("threat:depth=4,book=false", 60),
        ("threat:depth=3,book=false,controlled=900,opens_mine=-70,adjacent=40", 60),
        ("classic:level=medium", 30),
    ],
)
def test_the_same_columns_as_our_own_agent(spec: str, count: int) -> None:
    exported, own = load(export_kaggle(spec)), ff.agent(spec)
    for position in random_positions(count, seed=7):
        expected = own.choose(position).column
        assert column_of(exported, position, seconds=1000) == expected, str(position)


@pytest.mark.parametrize("weights", [HardWeights(), ThreatWeights(), ClassicWeights()])
def test_the_same_values_as_our_own_search(weights: Weights) -> None:
    evaluations: dict[type[Weights], Callable[..., Evaluation]] = {
        HardWeights: HardEvaluation,
        ThreatWeights: ThreatEvaluation,
        ClassicWeights: ClassicEvaluation,
    }
    flat = {option.name: int(str(option.default)) for option in weight_options(weights)}
    for position in random_positions(40, seed=2):
        own = OwnAlphaBeta(position.rules, weights, win=1_000_000)
        expected = own.search(position, Limit(depth=3))
        here = read_position(observation_of(position), configuration_of(position.rules))
        evaluation = evaluations[type(weights)](here.board, here.is_first, flat)
        search = AlphaBeta(here, evaluation, 1_000_000)
        column = search.search(3, math.inf, best_only=False)
        assert (column, search.values) == (expected.column, expected.evaluations), str(position)


@pytest.mark.parametrize("spec", ["threat", "classic:level=hard", "perfect"])
def test_the_same_opening_as_our_own_agent(spec: str) -> None:
    exported, own = load(export_kaggle(spec)), ff.agent(spec)
    chance = random.Random(5)
    for game in range(40):
        position = Position()
        while position.ply < 8 and position.outcome is None:
            if position.ply % 2 == game % 2:
                expected = own.choose(position).column
                assert column_of(exported, position) == expected, str(position)
                position = position.play(expected)
            else:
                position = position.play(chance.choice(position.legal_columns))


@pytest.mark.parametrize("spec", EXPORTED)
def test_whole_games_are_legal(spec: str) -> None:
    exported, opponent = load(export_kaggle(spec)), load(export_kaggle("random:seed=1"))
    for rules in ("7x6", "4x4", "5x8"):
        board = Rules.parse(rules)
        play([exported, opponent], board, seconds=0.05)
        play([opponent, exported], board, seconds=0.05)
    play([exported, exported], Rules(), seconds=0.05)


@pytest.mark.parametrize("spec", ["hard:depth=42", "uct", "perfect:seconds=0.3"])
def test_time_is_kept(spec: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # The exported agent and the test read one clock, the processor time of this thread: neither a
    # busy machine nor another thread of this process counts.
    monkeypatch.setattr(time, "perf_counter", time.thread_time)
    exported = load(export_kaggle(spec))
    position = Position.parse("12x12:")
    for bank, most in ((0, 0.3), (60, 0.5)):  # what it takes longer comes out of the bank
        began = time.thread_time()
        column = exported(observation_of(position, bank), configuration_of(position.rules, 0.3))
        assert column in position.legal_columns
        assert time.thread_time() - began < most


@pytest.mark.parametrize(
    "spec",
    [
        "random:seed=4",
        "casual:seed=4",
        "classic:level=easy,seed=4",
        "uct:seed=4,simulations=30",
    ],
)
def test_a_seed_repeats_a_game(spec: str) -> None:
    games = {play([load(export_kaggle(spec))] * 2, Rules(), 1000).moves for _ in range(2)}
    assert len(games) == 1


def test_without_a_seed_games_differ() -> None:
    exported = load(export_kaggle("casual"))
    assert len({play([exported, exported], Rules()).moves for _ in range(4)}) > 1


def test_another_length_of_lines_is_refused() -> None:
    exported = load(export_kaggle("greedy"))
    configuration = configuration_of(Rules())
    configuration["inarow"] = 5
    with pytest.raises(ValueError, match="four in a row, not 5"):
        exported(observation_of(Position()), configuration)


@pytest.mark.parametrize("spec", EXPORTED)
def test_a_file_needs_nothing_but_the_standard_library(spec: str) -> None:
    source = export_kaggle(spec)
    for node in ast.walk(ast.parse(source)):
        assert not isinstance(node, ast.Import)
        if isinstance(node, ast.ImportFrom):
            assert node.module is not None
            assert node.module.partition(".")[0] in sys.stdlib_module_names
    assert source.rstrip().endswith("return PLAYER.play(observation, configuration)")
    assert f"# A Kaggle ConnectX agent: {spec}\n" in source
    assert "MIT License" in source
    assert max(map(len, source.splitlines())) <= 100


def test_no_two_parts_use_the_same_name() -> None:
    """They share one namespace in the exported file."""
    names: list[str] = []
    for file in sorted(Path(parts.__path__[0]).glob("*.py")):
        for node in ast.parse(file.read_text("utf-8")).body:
            match node:
                case ast.ClassDef(name=name) | ast.FunctionDef(name=name):
                    names.append(name)
                case ast.Assign(targets=[ast.Name(id=name)]):
                    names.append(name)
    assert "Board" in names
    assert sorted(names) == sorted(set(names))


def test_what_cannot_be_exported(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ff.InvalidAgent, match="there is no agent 'nobody'"):
        export_kaggle("nobody")
    monkeypatch.setitem(registry._kinds, "own", AgentKind("own", "An agent.", Greedy))
    with pytest.raises(ff.InvalidAgent, match=r"'own' cannot be exported for Kaggle; .* casual, "):
        export_kaggle("own")
