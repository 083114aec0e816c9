"""Background threads have a lower priority, and only they."""

import os
import sys
import threading

import pytest

from fourfold.support.background import run_in_background, start_in_background


def priority() -> int:
    return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has priorities of threads")
def test_a_background_thread_gives_way() -> None:
    before = priority()
    assert run_in_background(priority, "test") == min(19, before + 10)
    assert priority() == before


def test_what_it_returns_and_raises() -> None:
    assert run_in_background(lambda: 7, "test") == 7
    with pytest.raises(ValueError, match="no"):
        run_in_background(lambda: int("no"), "test")


def test_a_thread_is_named_and_ends_with_the_process() -> None:
    seen: list[threading.Thread] = []
    start_in_background(lambda: seen.append(threading.current_thread()), "fourfold-test").join(30)
    assert [(thread.name, thread.daemon) for thread in seen] == [("fourfold-test", True)]
