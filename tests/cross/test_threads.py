"""Native calls release the interpreter lock: Python's other threads run on meanwhile."""

import threading
import time
from collections.abc import Callable

import pytest

from fourfold import _native

LONG_ENOUGH = 0.25  # seconds
STANDARD = _native.Rules(7, 6)

# Each takes longer the higher the number.
CALLS: dict[str, Callable[[int], object]] = {
    "perft": lambda effort: _native.perft(STANDARD, [], effort + 5),
    "distinct_positions": lambda effort: _native.distinct_positions(STANDARD, effort + 6),
    "random_playouts": lambda effort: _native.random_playouts(STANDARD, [], 1, 1000 * 4**effort),
    "batch": lambda effort: _native.Batch(STANDARD, 1, 1, 1, False).playouts(1000 * 4**effort),
}


def ticks_during(call: Callable[[int], object], effort: int) -> tuple[int, float]:
    """How often another thread woke up, a few times each hundredth of a second, during a call."""
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.wait(0.002):
            ticks += 1

    thread = threading.Thread(target=tick)
    thread.start()
    before, began = ticks, time.perf_counter()
    call(effort)
    after, seconds = ticks, time.perf_counter() - began
    done.set()
    thread.join()
    return after - before, seconds


@pytest.mark.parametrize("name", CALLS)
def test_another_thread_makes_progress(name: str) -> None:
    for effort in range(20):
        ticks, seconds = ticks_during(CALLS[name], effort)
        if seconds >= LONG_ENOUGH:
            break
    # Without a break of the lock it is one tick or two, before and after the call.
    assert ticks >= 10, f"{ticks} ticks in {seconds:.2f} s"


def test_the_test_can_fail() -> None:
    """A call that keeps the lock is noticed: nothing ticks while a C loop runs inside Python."""
    ticks, seconds = ticks_during(lambda effort: sum(range(effort)), 30_000_000)
    assert ticks < 10, f"{ticks} ticks in {seconds:.2f} s"


def test_two_threads_count_at_once_and_do_not_mix() -> None:
    results: dict[int, int] = {}

    def count(depth: int) -> None:
        results[depth] = _native.perft(_native.Rules(9, 8), [], depth)

    threads = [threading.Thread(target=count, args=[depth]) for depth in range(1, 7)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == {depth: 9**depth for depth in range(1, 7)}
