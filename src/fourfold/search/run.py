"""Running a native search so that it can be stopped, watched and interrupted.

A thread inside native code runs no Python: it hears no signal and no `Stop`, and it reports
nothing. Another thread has to do that for it, called the attendant here.

    called on                          the search runs in         its attendant
    the main thread                    a thread of its own        the main thread, which waits
    another thread                     that thread                the monitor, one for all searches
    another, without stop or watch     that thread                none

Python handles signals on the main thread only, so that one must stay free for Ctrl-C. Everywhere
else a search costs no thread of its own, however many run at once.
"""

import os
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol, TypeVar

from fourfold.support.interrupts import interrupts_held_back

_REPORT = 0.1  # seconds between two reports of a search that is watched
_REPEAT = 0.001  # seconds until a search is told again to end: it may not have begun before

T = TypeVar("T")


class StopRequest(Protocol):
    """What `run_native` needs of a `Stop`."""

    @property
    def requested(self) -> bool:
        """Whether the search is to end."""

    def calling(self, callback: Callable[[], None]) -> AbstractContextManager[None]:
        """Call a function when a request is made, while this lasts."""


_main_thread = threading.main_thread().ident


def on_main_thread() -> bool:
    """Return True in the thread that hears Ctrl-C."""
    return threading.get_ident() == _main_thread


def run_native(
    search: Callable[[], T],
    end: Callable[[], None],
    stop: StopRequest | None = None,
    report: Callable[[], None] | None = None,
) -> T:
    """Run a native search and return its result.

    end: ends the search from another thread. It may come before the search has begun and be
        lost, so it is repeated until the search has ended.
    report: called several times a second while the search runs, and never after it: on the main
        thread if that is where this was called, else on the monitor's. If it raises, the search
        is ended and the error raised here.
    """
    if on_main_thread():
        return _run_beside(search, _Attended(end, stop, report))
    if stop is None and report is None:
        return search()
    return _run_here(search, _Attended(end, stop, report))


class _Attended:
    """A search that is running, for its attendant."""

    def __init__(
        self,
        end: Callable[[], None],
        stop: StopRequest | None,
        report: Callable[[], None] | None,
    ) -> None:
        self._end = end
        self._stop = stop
        self._report = report
        self._lock = threading.Lock()
        self._finished = False
        self._interrupted = False
        self._due = time.monotonic() + _REPORT
        self.error: BaseException | None = None
        """What the report raised."""

    def attend(self) -> float | None:
        """Do what is due, and return the seconds until something may be due again.

        None: nothing before a stop is requested.
        """
        with self._lock:
            if self._finished:
                return None
            if (
                self._interrupted
                or self.error is not None
                or (self._stop is not None and self._stop.requested)
            ):
                self._end()
                return _REPEAT
            if self._report is None:
                return None
            if (early := self._due - time.monotonic()) > 0:
                return early
            try:
                self._report()
            except BaseException as error:
                self.error = error
                return 0.0
            self._due = time.monotonic() + _REPORT
            return _REPORT

    def end_now(self) -> None:
        """End the search without waiting for anybody; `attend` repeats it if that is lost."""
        if self._lock.acquire(blocking=False):
            try:
                if not self._finished:
                    self._end()
            finally:
                self._lock.release()

    def interrupt(self) -> None:
        """End the search for Ctrl-C."""
        self._interrupted = True
        self.end_now()

    def finish(self) -> None:
        """The search has ended: from now on nothing is reported and nothing ended."""
        with self._lock:
            self._finished = True

    def raise_error(self) -> None:
        """Raise what the report raised, if it did, and keep it no longer.

        Its traceback holds this object and with it the search: only the collector would free them.
        """
        error, self.error = self.error, None
        try:
            if error is not None:
                raise error
        finally:
            del error

    def waking(self, wake: Callable[[], None]) -> AbstractContextManager[None]:
        """End the search and wake its attendant when a stop is requested, while this lasts."""
        if self._stop is None:
            return nullcontext()

        def end() -> None:
            self.end_now()
            wake()

        return self._stop.calling(end)


def _run_here(search: Callable[[], T], attended: _Attended) -> T:
    """Search in this thread, attended by the monitor."""
    monitor = _monitor
    with attended.waking(monitor.wake):
        monitor.add(attended)
        try:
            result = search()
        finally:
            attended.finish()
            monitor.remove(attended)
    attended.raise_error()
    return result


def _run_beside(search: Callable[[], T], attended: _Attended) -> T:
    """Search in a new thread, attended by this one."""
    results: list[T] = []
    errors: list[BaseException] = []
    wake = threading.Event()
    done = threading.Event()

    def work() -> None:
        try:
            results.append(search())
        except BaseException as error:
            errors.append(error)
        finally:
            done.set()
            wake.set()

    thread = threading.Thread(target=work, name="fourfold-search", daemon=True)
    # Held back, because Ctrl-C in the middle of a start or a wait would leave the search behind.
    with interrupts_held_back(attended.interrupt), attended.waking(wake.set):
        thread.start()
        delay: float | None = _REPORT
        while not done.is_set():
            # Never for ever: Windows hears no signal in the middle of a wait.
            wake.wait(_REPORT if delay is None else delay)
            if not done.is_set():
                delay = attended.attend()
                if delay == _REPEAT:
                    done.wait(_REPEAT)
        attended.finish()
        thread.join()  # or it might still be on its way out when the interpreter ends
    attended.raise_error()
    if errors:
        raise errors.pop()  # not kept: it holds this frame, which would hold it
    return results.pop()


class _Monitor:
    """One thread that attends to every search that runs in another."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: list[_Attended] = []
        self._wake = threading.Event()
        self._thread: threading.Thread | None = None

    def add(self, attended: _Attended) -> None:
        with self._lock:
            self._running.append(attended)
            if self._thread is None:
                self._thread = threading.Thread(
                    target=self._attend, name="fourfold-monitor", daemon=True
                )
                self._thread.start()
        self.wake()

    def remove(self, attended: _Attended) -> None:
        with self._lock:
            self._running.remove(attended)

    def wake(self) -> None:
        self._wake.set()

    def _attend(self) -> None:
        while True:
            with self._lock:
                running = list(self._running)
            delays = [delay for attended in running if (delay := attended.attend()) is not None]
            # While it waits it holds no search: a table is freed as soon as its owner drops it.
            running.clear()
            self._wake.wait(min(delays, default=None))
            self._wake.clear()


_monitor = _Monitor()


def _after_fork() -> None:
    """A forked process has one thread, the one that forked."""
    global _main_thread, _monitor
    _main_thread = threading.main_thread().ident
    _monitor = _Monitor()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
