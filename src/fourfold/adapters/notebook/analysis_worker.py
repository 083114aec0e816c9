"""Analyses the position that a board shows, in a thread, and reports what is known so far."""

import threading
from collections.abc import Callable

from fourfold.analysis.analyst import Analysis, shared_analyst
from fourfold.rules import Position
from fourfold.search import Limit, Stop
from fourfold.support.background import start_in_background


class AnalysisWorker:
    """Analyses one position at a time; a new one ends the one before."""

    def __init__(
        self, limit: Limit, lock: threading.RLock, report: Callable[[Analysis], None]
    ) -> None:
        """Create one that does nothing yet.

        lock: held while it reports, and by whoever calls its methods.
        report: called with better and better analyses, from a thread, until the last one, when
            `is_running` is False.
        """
        self._limit = limit
        self._lock = lock
        self._report = report
        self._stop: Stop | None = None

    @property
    def is_running(self) -> bool:
        """Return True until the last report."""
        return self._stop is not None

    def start(self, position: Position) -> None:
        """Analyse a position instead of the one before."""
        self.stop()
        stop = Stop()
        self._stop = stop
        start_in_background(lambda: self._analyse(position, stop), "fourfold-analysis")

    def stop(self) -> None:
        """End the analysis; nothing more is reported of it."""
        if self._stop is not None:
            self._stop.request()
            self._stop = None

    def _analyse(self, position: Position, stop: Stop) -> None:
        found: Analysis | None = None
        # A notebook makes many boards and forgets none of them: they share their analysts' memory.
        with shared_analyst() as analyst:
            for found in analyst.stream(position, self._limit, stop, lines="none"):
                with self._lock:
                    if self._stop is not stop:
                        return
                    self._report(found)
        with self._lock:
            if self._stop is stop and found is not None:
                self._stop = None
                self._report(found)
