"""UCT with leaves of one's own: evaluations, batches, priors, playouts and weights."""

import math
import os
import random
import signal
import threading
from typing import Any

import pytest

import fourfold as ff
from fourfold import InvalidOption, Limit, Position, Rules
from fourfold.search.evaluation import ClassicWeights, HardWeights, ThreatWeights, Weights
from fourfold.search.protocol import SearchProgress
from fourfold.search.stop import Stop
from fourfold.search.tree import TreeRequest
from fourfold.search.uct import POLICIES, Uct, UctResult

BOARDS = ["7x6", "5x4-xb2-xe1", "5x5-bc2", "12x12-xa1"]


def even(position: Position) -> float:
    return 0.5


def arbitrary(position: Position) -> float:
    """Return any win chance that depends on the game alone."""
    return random.Random(position.to_text()).random()


def at_random(position: Position, generator: random.Random) -> Position:
    """Play to the end with random moves."""
    while position.legal_columns:
        position = position.play(generator.choice(position.legal_columns))
    return position


def known(result: UctResult) -> list[tuple[int, int, float | None]]:
    return [(each.column, each.visits, each.win_rate) for each in result.columns]


@pytest.mark.parametrize("text", BOARDS)
@pytest.mark.parametrize("policy", ["strong", "plain"])
def test_every_simulation_asks_for_a_new_position(text: str, policy: Any) -> None:
    seen = []

    def evaluate(position: Position) -> float:
        assert position.outcome is None
        assert str(position.rules) == text
        seen.append(position)
        return arbitrary(position)

    found = Uct(policy, evaluation=evaluate).search(Position(Rules.parse(text)), simulations=200)
    assert found.simulations == 200
    assert sum(each.visits for each in found.columns) == 200
    assert len(seen) <= 200
    assert len(set(seen)) == len(seen)
    assert found.evaluation is not None


def test_the_side_to_move_is_asked_about() -> None:
    """A piece in column 7 is what wins, for whoever has one."""

    def evaluate(position: Position) -> float:
        mine = position.array(mover=True)[0, 6]
        return 0.5 + 0.4 * int(mine)

    pytest.importorskip("numpy")
    found = Uct(evaluation=evaluate).search("7x6:", simulations=300)
    assert found.column == 6
    assert found.evaluation is not None
    assert found.evaluation > 0.8
    assert Uct(evaluation=evaluate).search("7x6:7", simulations=300).evaluation < 0.3  # type: ignore[operator]


@pytest.mark.parametrize("batch", [1, 5, 16])
def test_batches(batch: int) -> None:
    numpy = pytest.importorskip("numpy")
    sizes = []

    def evaluate(planes: Any) -> Any:
        assert planes.shape[1:] == (5, 6, 7)
        assert planes.dtype == numpy.bool_
        assert len({each.tobytes() for each in planes}) > len(planes) // 2
        sizes.append(len(planes))
        planes[:] = False  # it is the function's own
        return numpy.full((len(planes), 1), 0.5, numpy.float32)

    found = Uct(evaluation=evaluate, batch=batch).search("7x6:44", simulations=400)
    assert found.simulations == 400
    assert max(sizes) == batch
    assert sum(sizes) <= 400
    assert sum(sizes) / len(sizes) > 0.6 * batch


def test_planes_are_those_of_the_positions() -> None:
    pytest.importorskip("numpy")
    one: list[bytes] = []
    many: list[bytes] = []

    def single(position: Position) -> float:
        one.append(position.planes().tobytes())
        return 0.5

    def batched(planes: Any) -> list[float]:
        many.extend(each.tobytes() for each in planes)
        return [0.5] * len(planes)

    for text in BOARDS:
        position = Position(Rules.parse(text))
        first = Uct(evaluation=single).search(position, simulations=100)
        second = Uct(evaluation=batched, batch=1).search(position, simulations=100)
        assert known(first) == known(second)
    assert one == many


@pytest.mark.parametrize("batch", [None, 8])
def test_priors_say_where_to_look(batch: int | None) -> None:
    pytest.importorskip("numpy")

    def evaluate(given: Any) -> Any:
        row = [0.02, 0.02, 0.02, 0.02, 0.02, 0.88, 0.02]
        if batch is None:
            return 0.5, row
        return [0.5] * len(given), [row] * len(given)

    search = Uct(evaluation=evaluate, batch=batch, priors=True)
    found = search.search("7x6:", simulations=300)
    assert found.column == 5
    assert found.chosen.visits > 200
    # Columns that are full get nothing, whatever the priors say.
    full = search.search("7x6:666666", simulations=100)
    assert {each.column for each in full.columns} == {0, 1, 2, 3, 4, 6}
    assert full.simulations == 100


def test_priors_of_nothing_are_all_the_same() -> None:
    found = Uct(evaluation=lambda position: (0.5, [0] * 7), priors=True).search(
        "7x6:", simulations=140
    )
    assert {each.visits for each in found.columns} == {20}


def test_playouts_play_to_the_end() -> None:
    for policy in POLICIES:
        found = Uct(policy, playout=at_random, seed=1).search("7x6:", simulations=800)
        assert found.column == 3
        assert found.evaluation is not None
        assert 0.5 < found.evaluation < 0.8
        again = Uct(policy, playout=at_random, seed=1).search("7x6:", simulations=800)
        assert known(again) == known(found)
        other = Uct(policy, playout=at_random, seed=2).search("7x6:", simulations=800)
        assert known(other) != known(found)


def test_what_a_playout_may_return() -> None:
    def by_outcome(position: Position, generator: random.Random) -> object:
        return at_random(position, generator).outcome

    def by_number(position: Position, generator: random.Random) -> float:
        outcome = at_random(position, generator).outcome
        assert outcome is not None
        return 0.5 if outcome.winner is None else float(outcome.winner is position.turn)

    results = [
        known(Uct(playout=playout, seed=5).search("5x4:", simulations=200))
        for playout in (at_random, by_outcome, by_number)
    ]
    assert results[0] == results[1] == results[2]


@pytest.mark.parametrize(
    "text", ["7x6:4455", "7x6:4343554", "6x5:3344", "5x5-bc1:1122", "7x6:12121", "6x6-xc1:1212"]
)
@pytest.mark.parametrize("batch", [None, 8])
def test_what_is_decided_is_proven(text: str, batch: int | None) -> None:
    """The function knows nothing, so that everything comes from the tree."""
    if batch is not None:
        pytest.importorskip("numpy")

    def evaluate(given: Any) -> Any:
        return 0.5 if batch is None else [0.5] * len(given)

    found = Uct(evaluation=evaluate, batch=batch).search(text, simulations=3000)
    solver = ff.Solver(memory_mb=16)
    exact = solver.columns(text)
    for each in found.columns:
        if each.proven is not None:
            assert each.proven.outcome == exact[each.column].outcome
    if found.score is not None:
        assert found.score.outcome == solver.solve(text).outcome
    if text in ("7x6:4455", "6x5:3344"):
        assert found.score is not None


def test_a_win_at_once_asks_nobody() -> None:
    def never(position: Position) -> float:
        raise AssertionError

    found = Uct(evaluation=never).search("7x6:121212")
    assert (found.column, found.simulations) == (0, 0)
    assert found.score is not None


@pytest.mark.parametrize("weights", [HardWeights(), ThreatWeights(), ClassicWeights(centre=30)])
def test_weights_evaluate_leaves(weights: Weights) -> None:
    found = Uct(evaluation=weights).search("7x6:", simulations=2000)
    assert (found.column, found.simulations) == (3, 2000)
    assert known(Uct(evaluation=weights).search("7x6:", simulations=2000)) == known(found)
    flat = Uct(evaluation=weights, scale=1e9).search("7x6:", simulations=700)
    assert {each.visits for each in flat.columns} == {100}


# From move to move


def test_the_tree_is_kept() -> None:
    asked = []

    def evaluate(position: Position) -> float:
        asked.append(position.moves)
        return arbitrary(position)

    search = Uct(evaluation=evaluate)
    first = search.search("7x6:", simulations=500)
    position = Position(Rules(), first.line[:2])
    second = search.search(position, simulations=100)
    assert second.reused > 0
    assert second.simulations == 100
    assert len(set(asked)) == len(asked)
    assert search.memory_bytes > 0
    search.forget()
    assert search.search(position, simulations=100).reused == 0
    assert Uct(evaluation=arbitrary, reuse=False).search("7x6:", simulations=9).reused == 0
    assert search.search("5x4:", simulations=10).simulations == 10


def test_it_tells_what_it_knows() -> None:
    search = Uct(evaluation=arbitrary)
    assert search.latest() is None
    found = search.search("7x6:", simulations=100)
    latest = search.latest()
    assert latest is not None
    assert known(latest) == known(found)


# What goes wrong


class MyError(Exception):
    pass


@pytest.mark.parametrize("error", [MyError("my own"), KeyboardInterrupt(), SystemExit(3)])
def test_what_it_raises_reaches_the_caller(error: BaseException) -> None:
    calls, fails = 0, False

    def evaluate(position: Position) -> float:
        nonlocal calls
        calls += 1
        if fails and calls == 30:
            raise error
        return arbitrary(position)

    search = Uct(evaluation=evaluate, reuse=False)
    expected = search.search("7x6:44", simulations=100)
    calls, fails = 0, True
    with pytest.raises(type(error)) as caught:
        search.search("7x6:44", simulations=100)
    assert caught.value is error
    fails = False
    again = search.search("7x6:44", simulations=100)
    assert known(again) == known(expected)


def test_what_was_found_before_an_error_is_kept() -> None:
    fails = True

    def evaluate(position: Position) -> float:
        if fails and position.ply == 5:
            raise MyError
        return 0.5

    search = Uct(evaluation=evaluate)
    with pytest.raises(MyError):
        search.search("7x6:44", simulations=10_000)
    fails = False
    found = search.search("7x6:44", simulations=100)
    assert found.reused > 10
    assert sum(each.visits for each in found.columns) == found.reused + 100


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (1.5, "returned 1.5 for '7x6:4', but must return a win chance from 0 to 1"),
        (-0.1, "returned -0.1 for '7x6:4'"),
        (math.nan, "returned nan for '7x6:4'"),
        (None, "returned None for '7x6:4'"),
        ("0.5", "returned '0.5' for '7x6:4'"),
    ],
)
def test_what_is_no_win_chance(answer: object, sentence: str) -> None:
    with pytest.raises(InvalidOption, match=f"the evaluation {sentence}"):
        Uct(evaluation=lambda position: answer).search("7x6:", simulations=10)


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (0.5, "returned 0.5, but with priors it must return two things"),
        ((0.5, [1, 2]), r"returned the priors \[1, 2\] for '7x6:', but must return 7 numbers"),
        ((0.5, [-1] * 7), "returned the priors"),
        ((0.5, [math.nan] * 7), "returned the priors"),
        ((0.5, 3), "returned 3, but must return an array or a list"),
    ],
)
def test_what_are_no_priors(answer: object, sentence: str) -> None:
    with pytest.raises(InvalidOption, match=f"the evaluation {sentence}"):
        Uct(evaluation=lambda position: answer, priors=True).search("7x6:", simulations=10)


@pytest.mark.parametrize("answer", [None, 2, "FIRST", Position(), math.nan, ff.FIRST])
def test_what_is_no_end_of_a_playout(answer: object) -> None:
    with pytest.raises(InvalidOption, match=r"the playout returned .* for '7x6:4', but must"):
        Uct(playout=lambda position, generator: answer).search("7x6:", simulations=10)


def test_options_that_cannot_be() -> None:
    for arguments, sentence in [
        ({"evaluation": even, "threads": 2}, "threads is 2, but must be 1 with an evaluation"),
        ({"playout": at_random, "threads": 2}, "threads is 2, but must be 1"),
        ({"evaluation": even, "playout": at_random}, "contradict each other"),
        ({"evaluation": 3}, "an evaluation is 3, but must be a function"),
        ({"playout": 3}, "a playout is 3, but must be a function"),
        ({"batch": 3}, "batch and priors are for an evaluation of your own"),
        ({"playout": at_random, "batch": 3}, "batch and priors are for"),
        ({"evaluation": HardWeights(), "priors": True}, "batch and priors are for"),
        ({"evaluation": even, "batch": 0}, "batch is 0, but must be"),
        ({"evaluation": even, "scale": 2.0}, "a scale is for an evaluation by weights"),
        ({"evaluation": HardWeights(), "scale": 0.0}, "scale is 0.0, but must be"),
        ({"evaluation": HardWeights(), "scale": math.nan}, "scale is nan, but must be"),
    ]:
        with pytest.raises(InvalidOption, match=sentence):
            Uct(**arguments)  # type: ignore[arg-type]
    with pytest.raises(InvalidOption, match="has no tree to show"):
        Uct(evaluation=even).search("7x6:", simulations=5, tree=TreeRequest())


def test_an_evaluation_cannot_ask_its_own_search() -> None:
    search: Uct

    def evaluate(position: Position) -> float:
        search.search(position, simulations=1)
        return 0.5

    search = Uct(evaluation=evaluate)
    with pytest.raises(InvalidOption, match="cannot search with the very search that asks it"):
        search.search("7x6:", simulations=5)


# Limits, stopping, watching


def test_limits() -> None:
    search = Uct(evaluation=arbitrary)
    assert search.search("7x6:", Limit(nodes=50)).simulations == 50
    assert search.search("7x6:1", Limit(0.05)).seconds < 30
    shallow = Uct(evaluation=arbitrary).search("7x6:", Limit(depth=2), simulations=500)
    assert shallow.depth == 2


def test_a_stop_is_heard_at_once() -> None:
    stop = Stop()
    calls = 0

    def evaluate(position: Position) -> float:
        nonlocal calls
        calls += 1
        if calls == 40:
            stop.request()
        return 0.5

    found = Uct(evaluation=evaluate).search("7x6:", stop=stop)
    assert found.simulations == calls == 40


def test_a_search_is_stopped_from_another_thread() -> None:
    begun = threading.Event()

    def evaluate(position: Position) -> float:
        begun.set()
        return 0.5

    search = Uct(evaluation=evaluate)

    def stop() -> None:
        begun.wait()
        search.stop()

    thread = threading.Thread(target=stop)
    thread.start()
    found = search.search("7x6:")
    thread.join()
    assert found.simulations > 0


def test_it_is_watched() -> None:
    seen: list[SearchProgress] = []
    stop = Stop()

    def watch(now: SearchProgress) -> None:
        seen.append(now)
        if len(seen) == 2:
            stop.request()

    Uct(evaluation=arbitrary).search("7x6:", stop=stop, watch=watch)
    assert len(seen) == 2
    assert seen[0].column is not None

    def broken(now: SearchProgress) -> None:
        raise MyError

    with pytest.raises(MyError):
        Uct(evaluation=arbitrary).search("7x6:", watch=broken)


@pytest.mark.skipif(os.name != "posix", reason="sends signals")
def test_ctrl_c_in_the_middle() -> None:
    calls = 0

    def evaluate(position: Position) -> float:
        nonlocal calls
        calls += 1
        if calls == 100:
            os.kill(os.getpid(), signal.SIGINT)
        return 0.5

    with pytest.raises(KeyboardInterrupt):
        Uct(evaluation=evaluate).search("7x6:")
    assert calls <= 101
