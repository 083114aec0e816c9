"""Ending a search from outside, watching one while it runs, and letting all else go before it."""

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

_LOOK = 0.1  # seconds between two looks at a search that is watched
_REPEAT = 0.001  # seconds until a search is told again to end

T = TypeVar("T")


class Stop:
    """A request to end, made once and for good, from any thread.

    Whoever starts a search gives it one of these and keeps it; every search that was given it
    ends in a few milliseconds when `request` is called, and at once if it had been called before.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._requested = False
        self._callbacks: list[Callable[[], None]] = []

    @property
    def requested(self) -> bool:
        """Whether `request` was called."""
        return self._requested

    def request(self) -> None:
        """Ask every search that was given this to end."""
        with self._lock:
            self._requested = True
            callbacks = list(self._callbacks)
        for callback in callbacks:
            callback()

    @contextmanager
    def calling(self, callback: Callable[[], None]) -> Iterator[None]:
        """While this lasts a request calls `callback`, from the thread that makes it.

        A request that was made before calls it now.
        """
        with self._lock:
            self._callbacks.append(callback)
            requested = self._requested
        try:
            if requested:
                callback()
            yield
        finally:
            with self._lock:
                self._callbacks.remove(callback)


_behind = threading.local()


@contextmanager
def behind(steps: int) -> Iterator[None]:
    """Let the searches that this thread begins stand so many steps behind, where Linux allows it.

    Only the search itself, which needs nothing of Python: a thread of Python that stands behind
    may have to wait with the interpreter in its hands, and everybody else with it.
    """
    before = getattr(_behind, "steps", 0)
    _behind.steps = steps
    try:
        yield
    finally:
        _behind.steps = before


def _step_back(steps: int) -> None:
    if steps and sys.platform == "linux":
        thread = threading.get_native_id()
        here = os.getpriority(os.PRIO_PROCESS, thread)
        os.setpriority(os.PRIO_PROCESS, thread, min(19, here + steps))


def run_aside(
    search: Callable[[], T],
    end: Callable[[], None],
    stop: Stop | None = None,
    look: Callable[[], None] | None = None,
) -> T:
    """Run a native search that `end` ends, and stay open for what happens meanwhile.

    A thread that runs native code hears no signal until it comes back, so on the main thread,
    where Python handles signals, and for a search that is watched, the search gets a thread of
    its own. `look` is called several times a second, from the thread that called this. `end` may
    come too early for a search to hear it, so it is repeated until the search has ended.
    """
    on_main_thread = threading.get_ident() == threading.main_thread().ident
    if stop is None and look is None and not on_main_thread:
        return search()
    steps = getattr(_behind, "steps", 0)
    results: list[T] = []
    errors: list[BaseException] = []
    done = threading.Event()
    wake = threading.Event()

    def work() -> None:
        try:
            _step_back(steps)
            results.append(search())
        except BaseException as error:
            errors.append(error)
        finally:
            done.set()
            wake.set()

    def end_for_good() -> None:
        while not done.is_set():
            end()
            done.wait(_REPEAT)

    def wait() -> None:
        while not done.is_set():
            wake.wait(_LOOK)  # not for ever: Windows hears no signal in the middle of a wait
            if stop is not None and stop.requested:
                end_for_good()
            elif look is not None and not done.is_set():
                look()

    thread = threading.Thread(target=work, name="fourfold-search", daemon=True)
    thread.start()
    try:
        if stop is None:
            wait()
        else:
            with stop.calling(wake.set):
                wait()
    except BaseException:
        end_for_good()
        thread.join()  # or it might still be on its way out when the interpreter ends
        raise
    thread.join()
    if errors:
        raise errors[0]
    return results[0]
