"""Ending a search from outside."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Stop:
    """A request to end, made once and for good, from any thread.

    Create one, hand it to any number of searches and keep it: each of them ends within
    milliseconds of `request`, and at once if `request` was called before.

    >>> stop = ff.Stop()
    >>> stop.requested
    False
    >>> stop.request()  # usually from another thread
    >>> try:
    ...     ff.Solver(book=False).solve("12x12:", stop=stop)
    ... except ff.Unproven:
    ...     print("stopped")
    stopped
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()  # a signal handler may come in while this thread holds it
        self._requested = False
        self._callbacks: list[Callable[[], None]] = []

    @property
    def requested(self) -> bool:
        """Return True once `request` was called."""
        return self._requested

    def request(self) -> None:
        """End every search that was given this."""
        with self._lock:
            self._requested = True
            callbacks = list(self._callbacks)
        for callback in callbacks:
            callback()

    @contextmanager
    def calling(self, callback: Callable[[], None]) -> Iterator[None]:
        """Call a function when a request is made, on the thread that makes it, while this lasts.

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
