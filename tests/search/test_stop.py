"""Ending searches from outside, and looking at them while they run."""

import os
import sys
import threading
import time

import pytest

from fourfold.errors import InvalidOption
from fourfold.search.limits import Limit
from fourfold.search.stop import Stop, behind, run_aside


class Search:
    """Runs until it is told to end, and hears nothing before it has begun."""

    def __init__(self, deaf: float = 0.0) -> None:
        self.deaf = deaf
        self.ended = threading.Event()

    def run(self) -> str:
        time.sleep(self.deaf)
        self.ended.clear()
        return "ended" if self.ended.wait(10) else "not ended"

    def end(self) -> None:
        self.ended.set()


@pytest.mark.parametrize("deaf", [0.0, 0.05])
@pytest.mark.parametrize("delay", [0.0, 0.02, 0.1])
def test_a_search_is_ended(deaf: float, delay: float) -> None:
    search, stop = Search(deaf), Stop()
    if delay:
        threading.Timer(delay, stop.request).start()
    else:
        stop.request()
    began = time.monotonic()
    assert run_aside(search.run, search.end, stop) == "ended"
    assert time.monotonic() - began < 2
    assert stop.requested


def test_one_request_ends_all() -> None:
    stop = Stop()
    searches = [Search() for _ in range(3)]
    answers: list[str] = []
    threads = [
        threading.Thread(target=lambda s=s: answers.append(run_aside(s.run, s.end, stop)))
        for s in searches
    ]
    for thread in threads:
        thread.start()
    stop.request()
    for thread in threads:
        thread.join(5)
    assert answers == ["ended"] * 3


def test_a_search_is_looked_at_from_the_thread_that_asked() -> None:
    seen: list[int] = []
    assert (
        run_aside(
            lambda: time.sleep(0.35), lambda: None, look=lambda: seen.append(threading.get_ident())
        )
        is None
    )
    assert set(seen) == {threading.get_ident()}


def test_an_error_in_a_search_is_raised() -> None:
    def fail() -> None:
        raise InvalidOption("no")

    with pytest.raises(InvalidOption, match="no"):
        run_aside(fail, lambda: None)
    with pytest.raises(InvalidOption, match="no"):
        run_aside(fail, lambda: None, Stop())


def test_an_error_while_looking_ends_the_search() -> None:
    search = Search()

    def look() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_aside(search.run, search.end, look=look)
    assert search.ended.is_set()


def test_a_thread_without_anyone_to_hear_searches_itself() -> None:
    idents: list[int] = []
    thread = threading.Thread(
        target=lambda: idents.append(run_aside(threading.get_ident, lambda: None))
    )
    thread.start()
    thread.join()
    assert idents == [thread.ident]


def test_a_callback_is_called_only_while_it_lasts() -> None:
    stop = Stop()
    calls: list[int] = []
    with stop.calling(lambda: calls.append(1)):
        assert not calls
    stop.request()
    assert not calls
    with stop.calling(lambda: calls.append(2)):
        assert calls == [2]


def test_limits_together() -> None:
    assert Limit(1.0).and_also(None) == Limit(1.0)
    assert Limit(1.0, 5).and_also(Limit(2.0, 3, 7)) == Limit(1.0, 3, 7)
    assert Limit().and_also(Limit()) == Limit()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has priorities of threads")
def test_searches_behind_all_else() -> None:
    def priority() -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    before = priority()
    with behind(3):
        assert run_aside(priority, lambda: None, Stop()) == min(19, before + 3)
        assert priority() == before
    assert run_aside(priority, lambda: None, Stop()) == before
