"""The depth-limited search: positions a second, and seconds a move of the agents built on it.

The floors are the project's own demand, on one core. An answer is right if a search without table,
killers, history and deepening gives every column the same value.
"""

import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

import fourfold as ff
from benchmarks.framework import Options, Result, benchmark
from benchmarks.random_positions import random_positions
from fourfold import Limit, Position, Rules
from fourfold.search.alphabeta import AlphaBeta, Searched, Switches
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


def same(one: Searched, other: Searched) -> bool:
    return one.column == other.column and one.evaluations == other.evaluations


def best_of(
    engine: AlphaBeta, positions: list[Position], depth: int, repeats: int
) -> tuple[list[Searched], float]:
    """What a search finds, and the seconds of its fastest run over all positions."""
    found = [engine.search(position, Limit(depth=depth)) for position in positions]
    seconds = float("inf")
    for _ in range(repeats):
        again = [engine.search(position, Limit(depth=depth)) for position in positions]
        seconds = min(seconds, sum(each.seconds for each in again))
    return found, seconds


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
        found, seconds = best_of(engine, positions, depth, 1 if options.quick else 5)
        simple = AlphaBeta(rules, case.weights, SIMPLE)
        yield Result(
            case=f"{case.name}'s evaluation, {case.rules} depth {depth}",
            correct=all(
                same(one, simple.search(position, Limit(depth=depth)))
                for one, position in zip(found, positions, strict=True)
            ),
            amount=sum(one.nodes for one in found),
            unit="nodes",
            seconds=seconds,
            floor=None if options.quick else case.floor,
        )


def hard_from_the_empty_board() -> Result:
    """By an agent that is new, so that all its memory is taken from the system meanwhile."""
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
    """At the documented depths, without the book; the slowest move counts."""
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
    """Seconds on one thread to seconds on two, over positions of the opening; depth 10."""
    rules = Rules()
    depth = 8 if options.quick else 10
    positions = [Position(), *islice(random_positions(2, rules, range(2, 8)), 5)]
    one = AlphaBeta(rules, HardWeights(), STRAIGHT)
    two = AlphaBeta(rules, HardWeights(), replace(STRAIGHT), threads=True)
    alone = together = float("inf")
    for _ in range(1 if options.quick else 7):
        found, seconds = best_of(one, positions, depth, 1)
        alone = min(alone, seconds)
        others, seconds = best_of(two, positions, depth, 1)
        together = min(together, seconds)
    return Result(
        case=f"hard, depth {depth}, threads on 2 processors",
        correct=all(map(same, found, others)),
        amount=alone,
        unit="x one thread",
        seconds=together,
        floor=None if options.quick else 1.5,
    )
