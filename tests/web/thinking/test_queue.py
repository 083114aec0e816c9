"""Who thinks next: each client in turn, moves before analyses, and nobody for ever."""

import threading
from collections.abc import Iterable

from fourfold.web.thinking.pool import WorkerPool
from fourfold.web.thinking.queue import FairQueue


class Task:
    def __init__(self, client: str, is_analysis: bool = False) -> None:
        self.client = client
        self.is_analysis = is_analysis
        self.done = threading.Event()

    def run(self) -> None:
        self.done.set()

    def __repr__(self) -> str:
        return self.client


def taken(queue: FairQueue, tasks: Iterable[Task]) -> str:
    for task in tasks:
        queue.put(task)
    return "".join(str(queue.take()) for _ in range(len(queue)))


def test_one_who_asks_much_does_not_keep_the_others_waiting() -> None:
    tasks = [Task(client) for client in "aaaaabbc"]
    assert taken(FairQueue(), tasks) == "abcabaaa"


def test_moves_go_before_analyses_but_not_for_ever() -> None:
    tasks = [Task("X", True), Task("Y", True), *map(Task, "abcdefgh")]
    assert taken(FairQueue(), tasks) == "abcXdefYgh"


def test_analyses_go_at_once_when_nobody_moves() -> None:
    assert taken(FairQueue(), [Task("X", True), Task("Y", True)]) == "XY"


def test_a_job_can_be_withdrawn() -> None:
    queue = FairQueue()
    one, two = Task("a"), Task("a")
    queue.put(one)
    queue.put(two)
    assert queue.remove(one)
    assert not queue.remove(one)
    assert len(queue) == 1
    assert queue.take() is two
    assert len(queue) == 0


def test_a_closed_queue_sends_everybody_home() -> None:
    queue = FairQueue()
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
    shares = []
    for number in range(200):
        if number in (0, 4, 8, 40, 199):
            shares.append(pool.share(5.0))
        pool.submit(Task(f"client {number}"))
    assert shares == [5.0, 5.0, 2.5, 0.5, 0.2]
    assert pool.share(0.1) == 0.1
