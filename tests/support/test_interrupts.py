"""Ctrl-C that comes at a bad moment: held back, then as good as any other."""

import os
import signal
import subprocess
import sys
import threading

import pytest

from fourfold.support.interrupts import interrupts_held_back

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no POSIX signals")


def test_it_takes_effect_after_the_block() -> None:
    events = []
    try:
        with interrupts_held_back(lambda: events.append("told")):
            signal.raise_signal(signal.SIGINT)
            events.append("on")
        events.append("never")
    except KeyboardInterrupt:
        events.append("after")
    assert events == ["told", "on", "after"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_nothing_happens_without_it() -> None:
    with interrupts_held_back():
        pass
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_error_passes_and_the_interrupt_is_not_lost() -> None:
    with pytest.raises(ValueError, match="bad"), interrupts_held_back():
        raise ValueError("bad")

    def both() -> None:
        signal.raise_signal(signal.SIGINT)
        raise ValueError("bad")

    with pytest.raises(KeyboardInterrupt) as raised, interrupts_held_back():
        both()
    assert isinstance(raised.value.__context__, ValueError)


def test_other_threads_and_other_handlers_are_left_alone() -> None:
    handlers: list[object] = []

    def look() -> None:
        with interrupts_held_back():
            handlers.append(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        look()
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    assert handlers == [signal.default_int_handler, signal.SIG_IGN]


# Ctrl-C exactly when the thread of a search has begun, or when the main thread has taken the lock
# that the other needs to report its end. The interpreter takes its time to end, so that a search
# that was forgotten comes back meanwhile.
MOMENTS = {
    "start": """
start = threading.Thread.start
def interrupted_start(thread):
    start(thread)
    if thread.name == "fourfold-search":
        signal.raise_signal(signal.SIGINT)
threading.Thread.start = interrupted_start
""",
    "wait": """
enter = threading.Condition.__enter__
def interrupted_enter(condition):
    global waits
    result = enter(condition)
    if threading.get_ident() == main:
        waits += 1
        if waits == WHICH:
            signal.raise_signal(signal.SIGINT)
    return result
waits, main = 0, threading.get_ident()
threading.Condition.__enter__ = interrupted_enter
""",
}
SEARCH = """
import signal, sys, threading, time, types
import fourfold as ff

class Slow:
    def __del__(self, sleep=time.sleep):
        sleep(1)

sys.modules["slow"] = types.ModuleType("slow")
sys.modules["slow"].slow = Slow()
solver = ff.Solver(memory_mb=16, book=False)
MOMENT
try:
    solver.solve(ff.Position.parse("7x6:"))  # long enough for every moment
except KeyboardInterrupt:
    sys.exit(130)
"""


@pytest.mark.parametrize(("moment", "which"), [("start", 0), ("wait", 1), ("wait", 2)])
def test_a_search_is_interrupted_at_a_bad_moment(moment: str, which: int) -> None:
    """It aborted the process, or waited for ever."""
    script = SEARCH.replace("MOMENT", MOMENTS[moment].replace("WHICH", str(which)))
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=120
    )
    assert (done.returncode, done.stderr) == (130, "")
