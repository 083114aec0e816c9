"""One limit for an analysis, which takes many searches."""

import math
import time

from fourfold.search import Limit

_NODES_PER_SECOND = 1_000_000


class Allowance:
    """What is left of a limit, in seconds.

    Where the limit is one of nodes alone, a second is a million nodes: then the same limit gives
    the same searches on every machine.
    """

    def __init__(self, limit: Limit) -> None:
        self._limit = limit
        self._began = time.monotonic()
        self.nodes = 0
        """Nodes spent so far."""

    @property
    def seconds(self) -> float:
        """Return the real seconds spent so far."""
        return time.monotonic() - self._began

    @property
    def left(self) -> float:
        """Return what is left; 0 once the limit is reached."""
        seconds, nodes = self._limit.seconds, self._limit.nodes
        by_time = math.inf if seconds is None else seconds - self.seconds
        by_nodes = math.inf if nodes is None else (nodes - self.nodes) / _NODES_PER_SECOND
        return max(0.0, min(by_time, by_nodes))

    def part(self, seconds: float) -> Limit:
        """Return the limit of a search that may take so much of what is left."""
        seconds = min(seconds, self.left)
        if self._limit.seconds is None:
            return Limit(nodes=max(1, int(seconds * _NODES_PER_SECOND)))
        nodes = self._limit.nodes
        return Limit(max(seconds, 1e-6), None if nodes is None else max(1, nodes - self.nodes))
