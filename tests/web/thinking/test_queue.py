"""Who thinks next: each client in turn, moves before analyses, and nobody for ever."""

import threading
from collections.abc import Iterable

import pytest

from fourfold.web.quotas.clients import Client
from fourfold.web.thinking.pool import WorkerPool
from fourfold.web.thinking.queue import FairQueue

MANY = 100
"""Jobs of one client at once: more than a test has."""


class Task:
    def __init__(self, network: str, is_analysis: bool = False, player: str = "") -> None:
        self.client = Client(network, player)
        self.is_analysis = is_analysis
        self.done = threading.Event()

    def run(self) -> None:
        self.done.set()

    def __repr__(self) -> str:
        return self.client.player or self.client.network


def taken(queue: FairQueue, tasks: Iterable[Task]) -> str:
    for task in tasks:
        queue.put(task)
    return "".join(str(queue.take()) for _ in range(len(queue)))


def test_one_who_asks_much_does_not_keep_the_others_waiting() -> None:
    tasks = [Task(client) for client in "aaaaabbc"]
    assert taken(FairQueue(MANY), tasks) == "abcabaaa"


def test_moves_go_before_analyses_but_not_for_ever() -> None:
    tasks = [Task("X", True), Task("Y", True), *map(Task, "abcdefgh")]
    assert taken(FairQueue(MANY), tasks) == "abcXdefYgh"


def test_analyses_go_at_once_when_nobody_moves() -> None:
    assert taken(FairQueue(MANY), [Task("X", True), Task("Y", True)]) == "XY"


def test_a_job_can_be_withdrawn() -> None:
    queue = FairQueue(MANY)
    one, two = Task("a"), Task("a")
    queue.put(one)
    queue.put(two)
    assert queue.remove(one)
    assert not queue.remove(one)
    assert len(queue) == 1
    assert queue.take() is two
    assert len(queue) == 0


def test_a_closed_queue_sends_everybody_home() -> None:
    queue = FairQueue(MANY)
    waiting = threading.Thread(target=queue.take)
    waiting.start()
    queue.close()
    waiting.join(5)
    assert not waiting.is_alive()
    assert queue.take() is None


class Fails(Task):
    def run(self) -> None:
        raise RuntimeError("on purpose")


def test_a_worker_outlives_what_fails() -> None:
    pool = WorkerPool(1)
    pool.start()
    last = Task("b")
    pool.submit(Fails("a"))
    pool.submit(last)
    assert last.done.wait(5)
    pool.close()
    pool.join(5)


def test_when_many_wait_everybody_gets_less() -> None:
    pool = WorkerPool(2)  # which nobody starts
    mine = Task("mine")
    shares = []
    for number in range(200):
        if number in (0, 4, 8, 40, 199):
            shares.append(pool.share(mine, 5.0))
        pool.submit(Task(f"client {number}"))
    assert shares == [5.0, 5.0, 2.5, 0.5, 0.2]
    assert pool.share(mine, 0.1) == 0.1


def test_three_hundred_games_of_one_client_shorten_nobody_elses_time() -> None:
    pool = WorkerPool(2)
    for _ in range(300):
        pool.submit(Task("greedy"))
    assert pool.share(Task("mine"), 1.0) == 1.0
    assert pool.share(Task("greedy"), 1.0) == 0.2


def test_nor_do_three_hundred_players_whom_one_network_makes_up() -> None:
    pool = WorkerPool(2)
    for number in range(300):
        pool.submit(Task("greedy", player=f"player {number}"))
    assert pool.share(Task("mine"), 1.0) == 1.0
    assert pool.share(Task("greedy", player="player 7"), 1.0) == 0.2


def test_eight_of_one_school_have_their_full_time() -> None:
    pool = WorkerPool(2)
    pupils = [Task("school", player=f"pupil {number}") for number in range(8)]
    for pupil in pupils:
        pool.submit(pupil)
    assert pool.share(pupils[0], 1.0) == 1.0


def test_two_games_at_a_time_have_their_full_time() -> None:
    pool = WorkerPool(2)
    games = [Task("mine"), Task("mine"), Task("mine")]
    for game in games[1:]:
        pool.submit(game)
    assert pool.share(games[0], 1.0) == 1.0


def test_players_of_one_network_take_turns_too() -> None:
    tasks = [Task("school", player=player) for player in "aaab"]
    assert taken(FairQueue(MANY), [*tasks, Task("x"), Task("x"), Task("x")]) == "abxaxax"


def test_a_network_has_as_many_turns_as_players_but_four_at_most() -> None:
    tasks = [Task("school", player=player) for player in "abcdefgh"]
    assert taken(FairQueue(MANY), [*tasks, Task("x"), Task("x")]) == "abcdxefghx"


def test_only_so_many_of_a_client_are_searched_at_once() -> None:
    queue = FairQueue(1)
    first, second, other, analysis = Task("a"), Task("a"), Task("b"), Task("a", True)
    for task in (first, second, other, analysis):
        queue.put(task)
    assert [queue.take() for _ in range(3)] == [first, other, analysis]
    ended = threading.Event()
    found = []

    def take() -> None:
        found.append(queue.take())
        ended.set()

    threading.Thread(target=take, daemon=True).start()
    queue.end(other)
    assert not ended.wait(0.05)
    queue.end(first)
    assert ended.wait(30)
    assert found == [second]


class Waits(Task):
    """Goes on until it is told to end."""

    def __init__(self, running: threading.Semaphore, ends: threading.Event) -> None:
        super().__init__("a")
        self._running = running
        self._ends = ends

    def run(self) -> None:
        self._running.release()
        self._ends.wait(30)


@pytest.mark.parametrize(("workers", "told", "most"), [(1, None, 1), (5, None, 2), (4, 3, 3)])
def test_the_cap_is_half_of_the_workers_unless_told(
    workers: int, told: int | None, most: int
) -> None:
    pool = WorkerPool(workers, told)
    running, ends = threading.Semaphore(0), threading.Event()
    for _ in range(8):
        pool.submit(Waits(running, ends))
    pool.start()
    for _ in range(most):
        assert running.acquire(timeout=30)
    assert not running.acquire(timeout=0.05)
    pool.close()
    ends.set()
    pool.join(30)
