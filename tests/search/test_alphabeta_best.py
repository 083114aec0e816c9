"""The search that only looks for the best column: the same column and value, for less."""

from hypothesis import assume, example

from fourfold import Limit, Position, Rules
from fourfold.analysis.lab_positions import lab_positions
from fourfold.search.alphabeta import AlphaBeta, Switches
from fourfold.search.evaluation import ThreatWeights, Weights

from .test_alphabeta import every_evaluator, on_positions

SWITCHES = [
    Switches(),
    Switches(deepening=False),
    Switches(ordering=False, table=False, killers=False, history=False, deepening=False),
    Switches(*[False] * 6),
]


@every_evaluator
@on_positions(deepest=4, most=25)
@example(Position.parse("4x4:2434212213134"), 4)  # to the end
def test_the_same_column_and_value(weights: Weights, position: Position, depth: int) -> None:
    assume(position.outcome is None)
    limit = Limit(depth=depth)
    for switches in SWITCHES:
        engine = AlphaBeta(position.rules, weights, switches, win=1_000_000, memory_mb=1)
        every = engine.search(position, limit)
        best = engine.search(position, limit, best_only=True)
        assert (best.column, best.evaluation) == (every.column, every.evaluation)
        assert (best.score, best.depth) == (every.score, every.depth)
        # Of the columns that it tells something of, the same.
        assert best.evaluations.items() <= every.evaluations.items()
        assert best.column in best.evaluations
        assert best.line[0] == best.column


def test_it_takes_half_as_long_or_less() -> None:
    engine = AlphaBeta(Rules(), ThreatWeights(), Switches(deepening=False))
    every = best = 0
    for position in lab_positions():
        every += engine.search(position, Limit(depth=6)).nodes
        best += engine.search(position, Limit(depth=6), best_only=True).nodes
    assert best * 2 <= every
