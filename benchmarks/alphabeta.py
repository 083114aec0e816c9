"""The depth-limited search: positions a second, and seconds a move of the agents built on it.

The floors are the project's own demand, on one core. An answer is right if a search without table,
killers, history and deepening gives every column the same value.
"""

import time
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

import fourfold as ff
from benchmarks.framework import Options, Result, benchmark, short
from benchmarks.random_positions import random_positions
from fourfold import Limit, Position, Rules
from fourfold.search.alphabeta import AlphaBeta, AlphaBetaResult, Switches
from fourfold.search.evaluation import ClassicWeights, HardWeights, ThreatWeights, Weights

STRAIGHT = Switches(deepening=False)
SIMPLE = Switches(table=False, killers=False, history=False, deepening=False)


class Case(NamedTuple):
    name: str
    rules: str
    weights: Weights
    depth: int
    floor: float | None


CASES = [
    Case("classic", "7x6", ClassicWeights(), 10, 5e6),
    Case("threat", "7x6", ThreatWeights(), 10, 2e6),
    Case("hard", "7x6", HardWeights(), 10, None),
    Case("classic", "12x12", ClassicWeights(), 7, 1e6),
    Case("threat", "12x12", ThreatWeights(), 7, 1e6),
    Case("hard", "12x12", HardWeights(), 7, 1e6),
    Case("threat", "9x8-xd3", ThreatWeights(), 8, None),
    Case("threat", "9x8-bd3", ThreatWeights(), 8, None),
]
POSITIONS = 8
PLIES = range(4, 13)


def same(one: AlphaBetaResult, other: AlphaBetaResult) -> bool:
    return one.column == other.column and one.evaluations == other.evaluations


class Run(NamedTuple):
    found: list[AlphaBetaResult]
    seconds: float
    """Of the fastest search of each position, all together."""
    cpu_seconds: float
    """Processor time of the run that took the least of it: for busy machines."""


def best_of(
    engines: list[AlphaBeta], positions: list[Position], depth: int, times: int
) -> list[Run]:
    """Search all positions once to warm up, then this many times, the engines taking turns."""
    limit = Limit(depth=depth)
    found = [[engine.search(position, limit) for position in positions] for engine in engines]
    seconds = [[float("inf")] * len(positions) for _ in engines]
    cpu_seconds = [float("inf")] * len(engines)
    for _ in range(times):
        for number, engine in enumerate(engines):
            cpu_began = time.process_time()
            again = [engine.search(position, limit).seconds for position in positions]
            cpu_seconds[number] = min(cpu_seconds[number], time.process_time() - cpu_began)
            seconds[number] = list(map(min, seconds[number], again))
    return [Run(f, sum(s), c) for f, s, c in zip(found, seconds, cpu_seconds, strict=True)]


@benchmark("alphabeta")
def alphabeta(options: Options) -> Iterator[Result]:
    yield from nodes_a_second(options)
    yield hard_from_the_empty_board()
    yield whole_game()
    yield two_threads(options)


def nodes_a_second(options: Options) -> Iterator[Result]:
    for case in CASES:
        rules = Rules.parse(case.rules)
        positions = list(islice(random_positions(6, rules, PLIES), POSITIONS))
        depth = case.depth - (2 if options.quick else 0)
        engine = AlphaBeta(rules, case.weights, STRAIGHT)
        (run,) = best_of([engine], positions, depth, 1 if options.quick else 5)
        nodes = sum(one.nodes for one in run.found)
        simple = AlphaBeta(rules, case.weights, SIMPLE)
        yield Result(
            case=f"{case.name}'s evaluation, {case.rules} depth {depth}",
            correct=all(
                same(one, simple.search(position, Limit(depth=depth)))
                for one, position in zip(run.found, positions, strict=True)
            ),
            amount=nodes,
            unit="nodes",
            seconds=run.seconds,
            floor=None if options.quick else case.floor,
            detail=f"{short(nodes / run.cpu_seconds)} nodes/s by processor time",
            numbers={"cpu_seconds": run.cpu_seconds},
        )


def hard_from_the_empty_board() -> Result:
    """Time a new agent, which has to get all its memory from the system."""
    began = time.perf_counter()
    decision = ff.agent("hard").choose(Position())
    seconds = time.perf_counter() - began
    simple = AlphaBeta(Rules(), HardWeights(), SIMPLE, win=1_000_000)
    expected = simple.search(Position(), Limit(depth=8))
    return Result(
        case="hard, depth 8 from the empty 7x6 board",
        correct=(decision.column, decision.evaluations) == (expected.column, expected.evaluations),
        amount=decision.nodes or 0,
        unit="nodes",
        seconds=seconds,
        within=0.3,
    )


def whole_game() -> Result:
    """Play a game at the default depths, without the book; the slowest move counts."""
    agent = ff.agent("threat:book=no")
    position = Position()
    slowest = 0.0
    depths = []
    while position.outcome is None:
        began = time.perf_counter()
        decision = agent.choose(position)
        slowest = max(slowest, time.perf_counter() - began)
        depths.append(decision.depth or 0)
        position = position.play(decision.column)
    return Result(
        case=f"threat, slowest of {position.ply} moves of a game on 7x6",
        correct=max(depths[:9]) == 6 and max(depths) >= 10,
        amount=1,
        unit="moves",
        seconds=slowest,
        within=1.0,
        detail=position.to_text(),
    )


def two_threads(options: Options) -> Result:
    """Compare the seconds of one thread and of two, over positions of the opening.

    Many times, because both processors have to be free at once.
    """
    rules = Rules()
    depth = 8 if options.quick else 10
    positions = [Position(), *islice(random_positions(2, rules, range(2, 8)), 5)]
    one = AlphaBeta(rules, HardWeights(), STRAIGHT)
    two = AlphaBeta(rules, HardWeights(), STRAIGHT, threads=True)
    single, double = best_of([one, two], positions, depth, 1 if options.quick else 40)
    return Result(
        case=f"hard, depth {depth}, threads on 2 processors",
        correct=all(map(same, single.found, double.found)),
        amount=single.seconds,
        unit="x one thread",
        seconds=double.seconds,
        floor=None if options.quick else 1.5,
    )
