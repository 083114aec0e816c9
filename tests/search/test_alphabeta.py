"""The depth-limited search: minimax it is, whatever is switched on or off to make it quick."""

import itertools
import threading
import time
from collections.abc import Callable
from dataclasses import fields, replace

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from fourfold import FIRST, IllegalMove, InvalidOption, Limit, Position, Rules, Solver, Stop
from fourfold.rules.splitmix import SplitMix64
from fourfold.search import SearchProgress
from fourfold.search.alphabeta import AlphaBeta, AlphaBetaResult, Switches
from fourfold.search.evaluation import (
    ClassicWeights,
    HardWeights,
    ThreatWeights,
    Weights,
    evaluate,
)
from fourfold.search.order import centre_first
from tests.waiting import AT_LATEST, assert_quick

from ..rules.strategies import positions

Test = Callable[..., None]

WIN = 100_000
EVERY_WEIGHTS: list[Weights] = [HardWeights(), ThreatWeights(), ClassicWeights()]
every_evaluator = pytest.mark.parametrize("weights", EVERY_WEIGHTS, ids=lambda w: type(w).__name__)


def on_positions(deepest: int, most: int) -> Callable[[Test], Test]:
    """Test positions and depths by chance, and some with a bonus cell, which it seldom finds."""

    def add(test: Test) -> Test:
        test = example(Position.parse("7x6-bd2:44"), deepest)(test)  # within reach
        test = example(Position.parse("5x4-bc1:3"), deepest)(test)  # a ban is due
        return settings(max_examples=most)(given(positions(), st.integers(1, deepest))(test))

    return add


def minimax(position: Position, depth: int, weights: Weights) -> dict[int, int]:
    """Return the evaluation of each column for the side to move, by the textbook's minimax."""
    me = position.turn

    def value(here: Position, left: int) -> int:
        """Return the evaluation for `me`, who need not be to move."""
        if here.outcome is not None:
            if here.outcome.winner is None:
                return 0
            return WIN + left if here.outcome.winner is me else -WIN - left
        if left == 0:
            return evaluate(here, me, weights)
        values = [value(here.play(column), left - 1) for column in here.legal_columns]
        return max(values) if here.turn is me else min(values)

    return {column: value(position.play(column), depth - 1) for column in position.legal_columns}


def search(
    position: Position,
    depth: int,
    weights: Weights,
    switches: Switches = Switches(),  # noqa: B008
    threads: bool = False,
) -> AlphaBetaResult:
    engine = AlphaBeta(position.rules, weights, switches, threads=threads, memory_mb=1)
    return engine.search(position, Limit(depth=depth))


def plies_left(position: Position) -> int:
    return position.rules.playable_cells - position.ply


@every_evaluator
@on_positions(deepest=3, most=40)
@example(Position.parse("4x4:243421221313431"), 3)  # one cell left
def test_plain_minimax(weights: Weights, position: Position, depth: int) -> None:
    assume(position.outcome is None)
    depth = min(depth, plies_left(position))
    values = minimax(position, depth, weights)
    found = search(position, depth, weights)
    assert found.evaluations == values
    best = max(values.values())
    assert found.evaluation == best
    order = centre_first(values, position.rules.columns)
    assert found.column == next(column for column in order if values[column] == best)
    assert (found.depth, found.finished) == (depth, True)


@every_evaluator
@given(positions(), st.integers(1, 6))
@settings(max_examples=25)
@example(Position.parse("7x6-bd2:44"), 6)
@example(Position.parse("5x4-bc1:3"), 6)
def test_a_switch_changes_nothing_but_the_cost(
    weights: Weights, position: Position, depth: int
) -> None:
    assume(position.outcome is None)
    if position.rules.columns > 7:
        depth = min(depth, 4)
    on = Switches()
    off = Switches(*[False] * len(fields(Switches)))
    names = [field.name for field in fields(Switches)]
    expected = search(position, depth, weights, on)
    variants = [replace(on, **{name: False}) for name in names]
    variants += [replace(off, **{name: True}) for name in names if name == "pruning" or depth < 5]
    for switches in variants:
        found = search(position, depth, weights, switches)
        assert found.column == expected.column, switches
        assert found.evaluations == expected.evaluations, switches
        assert found.scores == expected.scores, switches
        assert found.depth == expected.depth
    both = search(position, depth, weights, on, threads=True)
    assert (both.column, both.evaluations) == (expected.column, expected.evaluations)
    assert both.threads == len(position.legal_columns)


def test_every_switch_saves_something() -> None:
    """Each on top of those before it; early positions on 7x6."""
    chance = SplitMix64(1)
    early = [Position(moves=[chance.below(7) for _ in range(5)]) for _ in range(12)]
    switches = Switches(*[False] * 6)
    nodes = [sum(search(position, 6, ThreatWeights(), switches).nodes for position in early)]
    for names in (["pruning"], ["ordering"], ["table"], ["killers", "history"]):
        switches = replace(switches, **dict.fromkeys(names, True))
        nodes.append(sum(search(p, 6, ThreatWeights(), switches).nodes for p in early))
    assert nodes == sorted(nodes, reverse=True)
    assert nodes[1] < nodes[0] / 4
    assert nodes[3] < nodes[0] / 15


def test_the_best_column_alone_is_cheaper() -> None:
    chance = SplitMix64(2)
    one = every = 0
    for _ in range(20):
        position = Position(moves=[chance.below(7) for _ in range(5)])
        engine = AlphaBeta(position.rules, HardWeights(), memory_mb=1)
        full = engine.search(position, Limit(depth=6))
        best = engine.search(position, Limit(depth=6), best_only=True)
        assert (best.column, best.evaluation) == (full.column, full.evaluation)
        assert best.evaluations.items() <= full.evaluations.items()
        one, every = one + best.nodes, every + full.nodes
    assert one < every / 1.5


def test_deepening_costs_little() -> None:
    straight = search(Position(), 8, HardWeights(), Switches(deepening=False))
    step_by_step = search(Position(), 8, HardWeights())
    assert straight.nodes < step_by_step.nodes < 3 * straight.nodes


# What is found on the way is proven


def late_position(chance: SplitMix64, rules: Rules, free: int) -> Position:
    """With so many cells free, or more, of a game that goes on."""
    position = Position(rules)
    while position.rules.playable_cells - position.ply > free:
        legal = position.legal_columns
        after = position.play(legal[chance.below(len(legal))])
        position = after if after.outcome is None else Position(rules)
    return position


@pytest.mark.parametrize("text", ["7x6", "5x4", "4x4-bb2", "6x4-xc2-be1", "8x7-xd1", "5x5-bc3"])
def test_scores_are_proven(text: str) -> None:
    chance = SplitMix64(7)
    solver = Solver(memory_mb=16, book=False)
    proven = 0
    for _ in range(40):
        position = late_position(chance, Rules.parse(text), 4 + chance.below(10))
        found = search(position, 1 + chance.below(8), ThreatWeights())
        solved = solver.columns(position)
        for column, score in solved.items():
            assert score.plies is not None
            within = score.plies <= found.depth and (
                score.score != 0 or found.depth == plies_left(position)
            )
            assert found.scores.get(column) == (score if within else None)
        if found.score is not None:
            proven += 1
            assert found.score == solved[found.column]
            assert found.score.rank == max(score.rank for score in solved.values())
    assert proven > 5


@every_evaluator
def test_the_line_leads_to_the_value(weights: Weights) -> None:
    chance = SplitMix64(3)
    lengths = []
    for text in ("7x6", "6x5-xc2", "9x8-bd2", "12x12-xf1-bg3") * 8:
        position = Position(Rules.parse(text))
        for _ in range(chance.below(12)):
            legal = position.legal_columns
            after = position.play(legal[chance.below(len(legal))])
            position = position if after.outcome is not None else after
        found = search(position, 5, weights)
        end = Position(position.rules, position.moves + found.line)
        assert found.line[0] == found.column
        if end.outcome is not None:
            assert abs(found.evaluation) == WIN + 5 - len(found.line)
        elif len(found.line) == 5:
            assert evaluate(end, position.turn, weights) == found.evaluation
        lengths.append(len(found.line) == 5 or end.outcome is not None)
    assert sum(lengths) > len(lengths) * 0.8


def test_a_few_columns_only() -> None:
    engine = AlphaBeta(Rules(), HardWeights())
    position = Position.parse("4435")
    every = engine.search(position, Limit(depth=6))
    some = engine.search(position, Limit(depth=6), columns=[0, 6])
    assert some.evaluations == {column: every.evaluations[column] for column in (0, 6)}
    assert some.column in (0, 6)
    with pytest.raises(IllegalMove):
        engine.search(position, Limit(depth=6), columns=[7])
    with pytest.raises(IllegalMove):
        engine.search(Position.parse("444444"), Limit(depth=6), columns=[3])


def test_what_is_proven_of_some_columns_says_nothing_of_the_rest() -> None:
    """A column that loses is no lost position, if others were not looked at."""
    position = Position.parse("12121")
    found = AlphaBeta(Rules(), HardWeights()).search(position, Limit(depth=2), columns=[6])
    assert found.scores[6].score < 0
    assert found.score is None


def test_settling() -> None:
    """A win in hand needs no deeper look."""
    engine = AlphaBeta(Rules(), ClassicWeights())
    position = Position.parse("4151")  # FIRST makes a three that is open on both sides
    full = engine.search(position, Limit(depth=9))
    early = engine.search(position, Limit(depth=9), settle=True)
    assert early.score is not None
    assert early.score.plies == early.depth < full.depth == 9
    assert (early.column, early.score) == (full.column, full.score)
    assert early.finished


# Limits, stopping, looking


def test_without_a_depth_it_goes_to_the_end() -> None:
    position = Position.parse("5x4:3333")
    found = AlphaBeta(position.rules, ClassicWeights()).search(position)
    assert found.depth == 16
    assert found.scores == Solver(memory_mb=16).columns(position)


def test_never_deeper_than_the_board() -> None:
    position = Position.parse("4x4:24342122131343")
    found = search(position, 100, HardWeights())
    assert found.depth == 2
    assert found.score is not None


@pytest.mark.parametrize("deepening", [True, False])
@pytest.mark.parametrize("threads", [True, False])
def test_limits(threads: bool, deepening: bool) -> None:
    rules = Rules(12, 12)
    engine = AlphaBeta(rules, ThreatWeights(), Switches(deepening=deepening), threads=threads)
    began = time.monotonic()
    found = engine.search(Position(rules), Limit(seconds=0.1))
    assert time.monotonic() - began < AT_LATEST
    assert not found.finished
    assert found.depth >= (3 if deepening else 2)
    tiny = engine.search(Position(rules), Limit(seconds=1e-9))
    assert (tiny.depth, tiny.finished) == (2, False)
    one, same = (engine.search(Position(rules), Limit(nodes=5_000)) for _ in range(2))
    assert 5_000 <= one.nodes < 5_500
    assert replace(one, seconds=0) == replace(same, seconds=0)


def test_the_answer_does_not_depend_on_what_was_asked_before() -> None:
    """Not even the number of nodes does."""
    chance = SplitMix64(8)
    rules = Rules(7, 7)
    texts = [[chance.below(7) for _ in range(4)] for _ in range(6)]
    engine = AlphaBeta(rules, HardWeights(), memory_mb=1)
    asked = [engine.search(Position(rules, moves), Limit(depth=6)) for moves in texts]
    for moves, before in zip(reversed(texts), reversed(asked), strict=True):
        again = engine.search(Position(rules, moves), Limit(depth=6))
        new = AlphaBeta(rules, HardWeights(), memory_mb=1).search(
            Position(rules, moves), Limit(depth=6)
        )
        assert replace(again, seconds=0) == replace(new, seconds=0) == replace(before, seconds=0)


def test_stopped_from_another_thread() -> None:
    rules = Rules(12, 12)
    for threads, deepening in itertools.product([True, False], repeat=2):
        engine = AlphaBeta(rules, ThreatWeights(), Switches(deepening=deepening), threads=threads)
        stop = Stop()
        threading.Timer(0.05, stop.request).start()
        began = time.monotonic()
        found = engine.search(Position(rules), stop=stop)
        assert time.monotonic() - began < AT_LATEST
        assert not found.finished
        assert len(found.evaluations) == 12


def test_it_stops_within_five_milliseconds() -> None:
    rules = Rules(12, 12)
    engine = AlphaBeta(rules, ThreatWeights())

    def wait() -> float:
        stop = Stop()
        asked: list[float] = []

        def request() -> None:
            asked.append(time.monotonic())
            stop.request()

        threading.Timer(0.02, request).start()
        engine.search(Position(rules), stop=stop)
        return time.monotonic() - asked[0]

    assert_quick(wait, 0.005)


def test_watched() -> None:
    rules = Rules(12, 12)
    seen: list[SearchProgress] = []
    engine = AlphaBeta(rules, ThreatWeights())
    engine.search(Position(rules), Limit(seconds=0.5), watch=seen.append)
    assert seen
    for numbers in ([now.nodes for now in seen], [now.depth for now in seen]):
        known = [number for number in numbers if number is not None]
        assert known == sorted(numbers)  # type: ignore[type-var]
    last = seen[-1]
    assert last.depth is not None
    assert last.depth >= 3
    assert last.column is not None
    assert last.evaluation == last.evaluations[last.column] == max(last.evaluations.values())


def test_statistics() -> None:
    found = search(Position(), 6, ClassicWeights(), Switches(deepening=False))
    assert 0 < found.leaves < found.nodes
    assert found.cutoffs > 0
    assert found.table_hits > 0
    assert found.seconds > 0
    # Plain minimax plays every sequence of moves: nobody can win within six plies.
    plain = search(Position(), 6, ClassicWeights(), Switches(*[False] * 6))
    assert plain.nodes == sum(7**depth for depth in range(1, 7))
    assert plain.leaves == 7**6
    assert (plain.cutoffs, plain.table_hits) == (0, 0)


# What cannot be


def test_a_finished_game() -> None:
    with pytest.raises(IllegalMove, match="no column of '7x6:1212121' can be played"):
        search(Position.parse("1212121"), 3, HardWeights())


def test_other_rules() -> None:
    with pytest.raises(InvalidOption, match="a search of 7x6 cannot search 8x7"):
        AlphaBeta(Rules(), HardWeights()).search(Position(Rules(8, 7)))


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"memory_mb": 0}, "memory_mb is 0, but must be a whole number from 1 to 4096"),
        ({"memory_mb": True}, "memory_mb is True, but must be a whole number from 1 to 4096"),
        ({"win": 0}, "such a search cannot be: a win must be worth 1 to"),
        ({"win": 10**7}, "such a search cannot be: a win must be worth 1 to"),
    ],
)
def test_bad_options(options: dict[str, int], sentence: str) -> None:
    with pytest.raises(InvalidOption, match=sentence):
        AlphaBeta(Rules(), HardWeights(), **options)  # type: ignore[arg-type]
    with pytest.raises(InvalidOption, match="a search needs Rules, not '7x6'"):
        AlphaBeta("7x6", HardWeights())  # type: ignore[arg-type]


def test_a_text_is_taken_for_a_position() -> None:
    position = Position.parse("7x6:4455")
    engine = AlphaBeta(position.rules, HardWeights())
    by_text = engine.search("7x6:4455", Limit(depth=4))
    assert by_text.evaluations == engine.search(position, Limit(depth=4)).evaluations
    assert evaluate("7x6:4455", FIRST, HardWeights()) == evaluate(position, FIRST, HardWeights())
