"""Native searches can be stopped, watched and interrupted, in whatever thread they run."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from fourfold.errors import InvalidOption
from fourfold.search.run import run_native
from fourfold.search.stop import Stop

Run = Callable[[Callable[[], object]], object]


class Search:
    """Runs until it is told to end, and hears nothing before it has begun."""

    def __init__(self, deaf: int = 0) -> None:
        """deaf: how often it is told to end before it begins to listen."""
        self._deaf = deaf
        self.told = 0
        self.begun = threading.Event()
        self.ended = threading.Event()

    def run(self) -> str:
        self.begun.set()
        return "ended" if self.ended.wait(30) else "not ended"

    def end(self) -> None:
        self.told += 1
        if self.told > self._deaf:
            self.ended.set()


def on_main_thread(work: Callable[[], object]) -> object:
    return work()


def on_another_thread(work: Callable[[], object]) -> object:
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(work).result(60)


everywhere = pytest.mark.parametrize("run", [on_main_thread, on_another_thread])


@everywhere
@pytest.mark.parametrize("deaf", [0, 1, 20])
@pytest.mark.parametrize("early", [False, True])
def test_a_search_is_ended(run: Run, deaf: int, early: bool) -> None:
    search, stop = Search(deaf), Stop()

    def request() -> None:
        search.begun.wait(30)
        stop.request()

    if early:
        stop.request()
    else:
        threading.Thread(target=request).start()
    assert run(lambda: run_native(search.run, search.end, stop)) == "ended"
    assert stop.requested
    assert search.told > deaf


def test_one_request_ends_all() -> None:
    stop = Stop()
    searches = [Search(deaf=3) for _ in range(3)]
    answers: list[str] = []
    threads = [
        threading.Thread(target=lambda s=s: answers.append(run_native(s.run, s.end, stop)))
        for s in searches
    ]
    for thread in threads:
        thread.start()
    stop.request()
    for thread in threads:
        thread.join(30)
    assert answers == ["ended"] * 3


@everywhere
def test_a_search_that_is_over_is_not_ended_again(run: Run) -> None:
    search, stop = Search(), Stop()
    search.ended.set()
    assert run(lambda: run_native(search.run, search.end, stop)) == "ended"
    stop.request()
    assert search.told == 0


def reported_on(run: Run) -> tuple[set[int], set[int]]:
    """The threads in which a search ran, and in which it was reported."""
    search = Search()
    ran: set[int] = set()
    seen: set[int] = set()

    def native() -> None:
        ran.add(threading.get_ident())
        search.run()

    def report() -> None:
        seen.add(threading.get_ident())
        search.end()

    run(lambda: run_native(native, search.end, report=report))
    return ran, seen


def test_the_main_thread_waits_and_reports() -> None:
    ran, seen = reported_on(on_main_thread)
    assert seen == {threading.get_ident()}
    assert not ran & seen


def test_every_other_thread_searches_itself_and_one_monitor_reports_all() -> None:
    ran, seen = reported_on(on_another_thread)
    assert not ran & seen
    assert len({*seen, *reported_on(on_another_thread)[1]}) == 1
    names = {thread.ident: thread.name for thread in threading.enumerate()}
    assert {names.get(ident) for ident in seen} == {"fourfold-monitor"}


@everywhere
def test_nothing_is_reported_after_the_end(run: Run) -> None:
    search = Search()
    ended = threading.Event()
    late: list[str] = []

    def report() -> None:
        search.end()
        if ended.is_set():
            late.append("late")

    run(lambda: run_native(search.run, search.end, report=report))
    ended.set()
    other = Search()  # the monitor comes round once more
    run(lambda: run_native(other.run, other.end, report=other.end))
    assert late == []


@everywhere
def test_an_error_in_a_search_is_raised(run: Run) -> None:
    def fail() -> None:
        raise InvalidOption("no")

    with pytest.raises(InvalidOption, match="no"):
        run(lambda: run_native(fail, lambda: None))
    with pytest.raises(InvalidOption, match="no"):
        run(lambda: run_native(fail, lambda: None, Stop()))


@everywhere
def test_an_error_in_a_report_ends_the_search(run: Run) -> None:
    search = Search()

    def report() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(lambda: run_native(search.run, search.end, report=report))
    assert search.ended.is_set()


def test_a_thread_without_stop_and_watch_needs_no_other() -> None:
    assert on_another_thread(lambda: run_native(threading.get_ident, lambda: None)) != (
        threading.get_ident()
    )


def test_a_request_never_waits_for_a_report() -> None:
    search, stop = Search(), Stop()
    reporting, go_on = threading.Event(), threading.Event()

    def report() -> None:
        reporting.set()
        go_on.wait(30)

    thread = threading.Thread(target=lambda: run_native(search.run, search.end, stop, report))
    thread.start()
    assert reporting.wait(30)
    began = time.monotonic()
    stop.request()  # would wait for ever if it waited for the report
    assert time.monotonic() - began < 20
    go_on.set()
    thread.join(30)
    assert search.ended.is_set()
