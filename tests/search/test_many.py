"""Many positions solved at once: the same scores as one by one, whoever solves them."""

import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fourfold as ff
from fourfold.errors import InvalidOption
from fourfold.rules import Position, Rules
from fourfold.rules.splitmix import SplitMix64
from fourfold.search import Limit, Solver, Stop, Unproven
from tests.support.dask_cluster import local_cluster
from tests.waiting import wait_for

HARD = "12x12:"  # nobody has solved this board


def random_positions(rules: Rules, plies: int, count: int, seed: int = 1) -> list[Position]:
    chance = SplitMix64(seed)
    found: list[Position] = []
    while len(found) < count:
        position = Position(rules)
        while position.outcome is None and position.ply < plies:
            legal = position.legal_columns
            position = position.play(legal[chance.below(len(legal))])
        found.append(position)  # finished ones too
    return found


@pytest.fixture(scope="module")
def positions() -> list[Position]:
    boards = ["7x6", "6x5-xc2", "5x5-bc2"]
    return [p for text in boards for p in random_positions(Rules.parse(text), 20, 50)]


@pytest.mark.parametrize("threads", [1, 2, 5])
@pytest.mark.parametrize("wdl", [False, True])
def test_threads_find_the_scores_that_one_by_one_gives(
    positions: list[Position], threads: int, wdl: bool
) -> None:
    single = Solver()
    many = Solver(memory_mb=64)
    assert many.solve_many(positions, wdl, threads=threads) == [
        single.solve(position, wdl) for position in positions
    ]
    assert many.columns_many(positions, wdl, threads=threads) == [
        single.columns(position, wdl) for position in positions
    ]


@settings(deadline=None, max_examples=25)
@given(st.integers(0, 2**32), st.integers(0, 12), st.booleans())
def test_any_rules(seed: int, plies: int, bonus: bool) -> None:
    rules = Rules.parse(["4x4", "4x4-xb1", "4x5-xd5"][seed % 3] + ("-ba2" if bonus else ""))
    few = random_positions(rules, plies, 3, seed)
    solver = Solver(threads=2, memory_mb=32)
    assert solver.solve_many(few) == [ff.solve(position) for position in few]
    for position, columns in zip(few, solver.columns_many(few), strict=True):
        assert columns == Solver(memory_mb=16).columns(position)


def test_the_book_answers_without_a_search() -> None:
    texts = ["7x6:", "7x6:44", "7x6:4444"]
    assert Solver().solve_many(texts) == [ff.solve(text) for text in texts]
    assert Solver().columns_many(texts)[0] == Solver().columns("7x6:")


@pytest.mark.parametrize("columns", [False, True])
def test_executors_find_the_same(positions: list[Position], columns: bool) -> None:
    solver = Solver(memory_mb=16)
    call = solver.columns_many if columns else solver.solve_many
    expected = call(positions)
    with ThreadPoolExecutor(2) as pool:
        assert call(positions, executor=pool) == expected
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as processes:
        assert call(positions, executor=processes) == expected


def test_a_dask_cluster_finds_the_same(positions: list[Position]) -> None:
    solver = Solver(memory_mb=16)
    with local_cluster() as address:
        assert solver.solve_many(positions, executor=address) == solver.solve_many(positions)
        distributed = pytest.importorskip("distributed")  # local_cluster says so if it is missing
        with distributed.Client(address) as client:
            assert solver.columns_many(positions, executor=client) == solver.columns_many(positions)


@pytest.mark.parametrize("threads", [1, 2])
def test_what_a_limit_leaves_open_is_raised(threads: int) -> None:
    solver = Solver(memory_mb=32)
    with pytest.raises(Unproven, match="12x12:") as caught:
        solver.solve_many(["7x6:44", HARD], limit=Limit(nodes=2_000), threads=threads)
    assert caught.value.bounds is not None
    with pytest.raises(Unproven, match="12x12:"):
        solver.columns_many([HARD], limit=Limit(nodes=2_000), threads=threads)


def test_a_limit_that_is_enough_changes_nothing(positions: list[Position]) -> None:
    limit = Limit(nodes=10**9)
    solver = Solver(memory_mb=32)
    assert solver.columns_many(positions, limit=limit) == solver.columns_many(positions)


@pytest.mark.parametrize("by_stop", [True, False])
def test_a_stop_ends_all_threads(by_stop: bool) -> None:
    solver = Solver(memory_mb=32)
    stop = Stop()
    caught: list[Unproven] = []

    def work() -> None:
        with pytest.raises(Unproven, match="not all proven") as error:
            solver.columns_many([HARD] * 100, stop=stop, threads=2)
        caught.append(error.value)

    thread = threading.Thread(target=work)
    thread.start()
    wait_for(lambda: len(solver._queries) == 2)
    if by_stop:
        stop.request()
    else:
        solver.stop()
    thread.join()
    assert caught


def test_control_c_ends_it() -> None:
    solver = Solver(memory_mb=32)

    def interrupt() -> None:
        wait_for(lambda: solver.progress() is not None)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        solver.solve_many([HARD] * 100, threads=2)
    thread.join()
    assert solver.progress() is None


def test_bad_arguments_are_refused() -> None:
    solver = Solver(memory_mb=16)
    with pytest.raises(InvalidOption, match="threads is 65"):
        solver.solve_many(["7x6:44"], threads=65)
    with pytest.raises(InvalidOption, match="depth"):
        solver.solve_many(["7x6:44"], limit=Limit(depth=3))
    with pytest.raises(InvalidOption, match="executor is 3"):
        solver.solve_many(["7x6:444444112"], executor=3)  # type: ignore[arg-type]
    assert solver.solve_many([]) == []
