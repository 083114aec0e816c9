"""Alpha-beta with an evaluation of one's own: the same as plain minimax, and nothing hangs."""

import math
import os
import random
import signal
import threading
from collections.abc import Callable
from typing import Any

import pytest

import fourfold as ff
from fourfold import InvalidOption, Limit, Position, Rules
from fourfold.search.alphabeta import OWN_WIN, AlphaBeta, Switches
from fourfold.search.evaluation import ClassicWeights, HardWeights
from fourfold.search.protocol import SearchProgress
from fourfold.search.stop import Stop
from fourfold.search.tree import TreeRequest
from fourfold.search.tree.nodes import AlphaBetaNode

BOARDS = ["7x6", "5x4-xb2-xe1", "5x5-bc2", "12x12"]


def arbitrary(position: Position) -> float:
    """Return any number that depends on the board and the turn alone."""
    return random.Random(str(position.key)).uniform(-10, 10)


def rounded(value: float) -> float:
    return float(f"{value:.6g}")


def minimax(position: Position, depth: int, evaluate: Callable[[Position], float]) -> float:
    """Return what `AlphaBeta` is to return, by the definition."""
    best = -math.inf
    for column in position.legal_columns:
        child = position.play(column)
        sign = 1 if child.turn is position.turn else -1
        if child.outcome is not None:
            value = 0.0 if child.outcome.winner is None else OWN_WIN + depth - 1
        else:
            value = sign * (evaluate(child) if depth == 1 else minimax(child, depth - 1, evaluate))
        best = max(best, value)
    return best


def random_position(rules: Rules, seed: int) -> Position:
    generator = random.Random(seed)
    position = Position(rules)
    for _ in range(generator.randrange(rules.playable_cells - 2)):
        after = position.play(generator.choice(position.legal_columns))
        if after.outcome is not None:
            break
        position = after
    return position


@pytest.mark.parametrize("text", BOARDS)
def test_it_is_minimax(text: str) -> None:
    rules = Rules.parse(text)
    depths = (1, 2) if text == "12x12" else (1, 2, 3)
    search = AlphaBeta(rules, evaluation=arbitrary)
    plain = AlphaBeta(
        rules, None, Switches(False, False, False, False, False), evaluation=arbitrary
    )
    for seed in range(6):
        position = random_position(rules, seed)
        for depth in depths:
            depth = min(depth, rules.playable_cells - position.ply)
            truth = minimax(position, depth, arbitrary)
            found = search.search(position, Limit(depth=depth))
            if abs(truth) < OWN_WIN:
                assert found.evaluation == pytest.approx(truth, rel=1e-5)
            else:
                assert found.evaluation == truth
                assert found.score is not None
            again = plain.search(position, Limit(depth=depth))
            assert (again.column, again.evaluations) == (found.column, found.evaluations)


def test_a_batch_gives_the_same() -> None:
    numpy = pytest.importorskip("numpy")
    by_planes = {}

    def one(position: Position) -> float:
        by_planes[position.planes().tobytes()] = arbitrary(position)
        return by_planes[position.planes().tobytes()]

    sizes = []

    def many(planes: Any) -> Any:
        assert planes.shape[1:] == (5, 6, 7)
        assert planes.dtype == numpy.bool_
        sizes.append(len(planes))
        return numpy.array([by_planes[each.tobytes()] for each in planes])

    rules = Rules()
    exhaustive = AlphaBeta(rules, None, Switches(pruning=False), evaluation=one)
    for batch in (1, 3, 12):
        search = AlphaBeta(rules, evaluation=many, batch=batch)
        for seed in range(4):
            position = random_position(rules, seed)
            exhaustive.search(position, Limit(depth=3))
            expected = AlphaBeta(rules, evaluation=one).search(position, Limit(depth=3))
            found = search.search(position, Limit(depth=3))
            assert (found.column, found.evaluations, found.line) == (
                expected.column,
                expected.evaluations,
                expected.line,
            )
        assert max(sizes) == min(batch, 7)
        assert found.leaves >= expected.leaves
        sizes.clear()


def test_it_is_asked_for_the_side_to_move() -> None:
    """Whoever has more pieces in the centre column is better off, by exactly so much."""

    def centre(position: Position) -> int:
        cells = position.array()[:, 3]
        sign = 1 if position.turn is ff.FIRST else -1
        return int(sign * cells.sum())

    pytest.importorskip("numpy")
    search = AlphaBeta(Rules(), evaluation=centre)
    assert search.search("7x6:", Limit(depth=1)).evaluations == {
        **dict.fromkeys([0, 1, 2, 4, 5, 6], 0),
        3: 1,
    }
    found = search.search("7x6:4", Limit(depth=1))
    assert (found.column, found.evaluation) == (3, 0)
    assert found.evaluations[0] == -1


@pytest.mark.parametrize("value", [1e300, -1e300, OWN_WIN, 10**400 // 10**100])
def test_no_number_is_a_win(value: float) -> None:
    found = AlphaBeta(Rules(), evaluation=lambda position: value).search("7x6:44", Limit(depth=2))
    assert found.score is None
    assert abs(found.evaluation) == OWN_WIN
    won = AlphaBeta(Rules(), evaluation=lambda position: -value).search("121212", Limit(depth=3))
    assert won.score is not None
    assert won.evaluation > OWN_WIN


def test_whole_numbers_are_exact_and_others_nearly() -> None:
    for value in (3, -250_000, 0.1, 1 / 3, -1e-7, 0.0):
        search = AlphaBeta(Rules(), evaluation=lambda position, value=value: value)
        found = search.search("7x6:4", Limit(depth=2))
        assert found.evaluation == pytest.approx(value, rel=5e-6)
        if value == int(value):
            assert found.evaluation == value
            assert isinstance(found.evaluation, int)


class MyError(Exception):
    pass


@pytest.mark.parametrize("batch", [None, 4])
@pytest.mark.parametrize("error", [MyError("my own"), KeyboardInterrupt(), SystemExit(3)])
def test_what_it_raises_reaches_the_caller(error: BaseException, batch: int | None) -> None:
    if batch is not None:
        pytest.importorskip("numpy")
    calls = 0
    fails = False

    def evaluate(given: Any) -> Any:
        nonlocal calls
        calls += 1
        if fails and calls == 30:
            raise error
        return 0 if batch is None else [0] * len(given)

    search = AlphaBeta(Rules(), evaluation=evaluate, batch=batch)
    expected = search.search("7x6:44", Limit(depth=4))
    for request in (None, TreeRequest()):
        calls, fails = 0, True
        with pytest.raises(type(error)) as caught:
            search.search("7x6:44", Limit(depth=4), tree=request)
        assert caught.value is error
        assert calls == 30
        fails = False
        again = search.search("7x6:44", Limit(depth=4))
        assert (again.evaluations, again.nodes) == (expected.evaluations, expected.nodes)


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (math.nan, "returned nan for '7x6:441', but must return a finite number"),
        (math.inf, "returned inf for '7x6:"),
        (-math.inf, "returned -inf for '7x6:"),
        (None, "returned None for '7x6:"),
        ("3", "returned '3' for '7x6:"),
        (1j, "returned 1j for '7x6:"),
        ([1.0], r"returned \[1.0\] for '7x6:"),
        (10**400, "returned 1000.*for '7x6:"),
    ],
)
def test_what_is_no_number_is_refused(answer: object, sentence: str) -> None:
    search = AlphaBeta(Rules(), evaluation=lambda position: answer)
    with pytest.raises(InvalidOption, match=f"the evaluation {sentence}"):
        search.search("7x6:44", Limit(depth=1), columns=[0])


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        ([0.5], "returned 1 number for 7 positions, but must return one for each"),
        (0.5, "returned 0.5, but must return an array or a list"),
        ("0123456", "returned None, but must return an array or a list"),
        ([0, 1, 2, 3, math.nan, 5, 6], "returned nan for '7x6:4"),
        ([[0, 1]] * 7, r"returned \[0, 1\] for '7x6:4"),
    ],
)
def test_batches_that_do_not_fit_are_refused(answer: object, sentence: str) -> None:
    pytest.importorskip("numpy")
    search = AlphaBeta(Rules(), evaluation=lambda planes: answer, batch=7)
    with pytest.raises(InvalidOption, match=f"the evaluation {sentence}"):
        search.search("7x6:4", Limit(depth=2), deepening=False)


def test_options_that_cannot_be() -> None:
    for arguments, sentence in [
        ({}, "either weights or an evaluation"),
        ({"weights": HardWeights(), "evaluation": arbitrary}, "either weights or an evaluation"),
        ({"evaluation": 3}, "an evaluation is 3, but must be a function of a position"),
        ({"evaluation": arbitrary, "threads": True}, "threads cannot share"),
        ({"evaluation": arbitrary, "batch": 0}, "batch is 0, but must be"),
        ({"weights": HardWeights(), "batch": 8}, "a batch is for an evaluation of your own"),
    ]:
        with pytest.raises(InvalidOption, match=sentence):
            AlphaBeta(Rules(), **arguments)  # type: ignore[arg-type]


def test_weights_are_an_evaluation_too() -> None:
    by_weights = AlphaBeta(Rules(), ClassicWeights(centre=9)).search("7x6:44", Limit(depth=3))
    by_name = AlphaBeta(Rules(), evaluation=ClassicWeights(centre=9)).search(
        "7x6:44", Limit(depth=3)
    )
    assert by_weights.evaluations == by_name.evaluations


def test_an_evaluation_cannot_ask_its_own_search() -> None:
    search: AlphaBeta

    def evaluate(position: Position) -> float:
        return search.search(position, Limit(depth=1)).evaluation

    search = AlphaBeta(Rules(), evaluation=evaluate)
    with pytest.raises(InvalidOption, match="cannot search with the very search that asks it"):
        search.search("7x6:", Limit(depth=2))
    # Another one may.
    inner = AlphaBeta(Rules(), HardWeights())
    outer = AlphaBeta(
        Rules(), evaluation=lambda position: inner.search(position, Limit(depth=2)).evaluation
    )
    assert outer.search("7x6:", Limit(depth=2)).column == 3


def test_several_threads_wait_for_each_other() -> None:
    search = AlphaBeta(Rules(), evaluation=arbitrary)
    expected = search.search("7x6:4", Limit(depth=3)).evaluations
    found: list[object] = []
    threads = [
        threading.Thread(
            target=lambda: found.append(search.search("7x6:4", Limit(depth=3)).evaluations)
        )
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4


# Limits, stopping, watching


def test_limits() -> None:
    search = AlphaBeta(Rules(), evaluation=arbitrary)
    few = search.search("7x6:44", Limit(nodes=500))
    assert not few.finished
    assert 500 <= few.nodes <= 520
    assert few == search.search("7x6:44", Limit(nodes=500)) or few.seconds > 0
    assert search.search("7x6:44", Limit(nodes=500)).evaluations == few.evaluations
    short = search.search("7x6:44", Limit(0.05))
    assert not short.finished
    assert short.depth >= 2


def test_a_stop_is_heard_at_once() -> None:
    stop = Stop()
    after = 0

    def evaluate(position: Position) -> float:
        nonlocal after
        after += stop.requested
        if position.moves[-1] == 6:
            stop.request()
        return arbitrary(position)

    found = AlphaBeta(Rules(), evaluation=evaluate).search("7x6:12121", stop=stop)
    assert after == 0
    assert not found.finished
    assert found.column == 0  # blocks, though the stop came in the first ply


def test_it_is_watched_on_the_thread_that_searches() -> None:
    seen: list[tuple[int, SearchProgress]] = []
    stop = Stop()

    def watch(now: SearchProgress) -> None:
        seen.append((threading.get_ident(), now))
        if len(seen) == 3:
            stop.request()

    AlphaBeta(Rules(), evaluation=arbitrary).search("7x6:44", stop=stop, watch=watch)
    assert {thread for thread, _ in seen} == {threading.get_ident()}
    depths = [now.depth or 0 for _, now in seen]
    assert depths == sorted(depths)

    def broken(now: SearchProgress) -> None:
        raise MyError

    with pytest.raises(MyError):
        AlphaBeta(Rules(), evaluation=arbitrary).search("7x6:44", watch=broken)


@pytest.mark.skipif(os.name != "posix", reason="sends signals")
def test_ctrl_c_in_the_middle() -> None:
    calls = 0

    def evaluate(position: Position) -> float:
        nonlocal calls
        calls += 1
        if calls == 100:
            os.kill(os.getpid(), signal.SIGINT)
        return arbitrary(position)

    with pytest.raises(KeyboardInterrupt):
        AlphaBeta(Rules(), evaluation=evaluate).search("7x6:44")
    assert calls <= 101


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no interval timer")
def test_signals_are_heard_where_nothing_is_evaluated(monkeypatch: pytest.MonkeyPatch) -> None:
    def ring(number: int, frame: object) -> None:
        raise MyError

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with pytest.raises(MyError):
            # Every line is searched to the end of the game.
            AlphaBeta(Rules(), evaluation=lambda position: 1 / 0).search(
                "7x6:4455", deepening=False
            )
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_the_tree_has_its_numbers() -> None:
    found = AlphaBeta(Rules(), evaluation=lambda position: 0.25 * position.ply).search(
        "7x6:12121", Limit(depth=2), tree=TreeRequest()
    )
    assert found.tree is not None
    nodes = [node for node in found.tree.nodes if isinstance(node, AlphaBetaNode)]
    leaves = {node.value for node in nodes if node.kind == "leaf"}
    assert leaves <= {1.75, -1.75}
    assert found.tree.win == OWN_WIN
    assert any(abs(node.value) >= OWN_WIN for node in nodes)
