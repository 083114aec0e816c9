"""One limit for a query that takes several searches."""

import time

from fourfold.errors import InvalidOption, describe
from fourfold.rules import Position
from fourfold.search.engine import Answer, Query, ValueBounds
from fourfold.search.limits import Limit


def seconds_and_nodes(limit: Limit | None) -> tuple[float | None, int | None]:
    """Return the parts of a limit that a proof can keep to."""
    if limit is None:
        return None, None
    if not isinstance(limit, Limit):
        raise InvalidOption(f"a limit is {describe(limit)}, but must be a Limit or None")
    if limit.depth is not None:
        raise InvalidOption(
            f"a limit of depth {limit.depth} is not for a solver, which searches to the end; "
            "give it seconds or nodes"
        )
    return limit.seconds, limit.nodes


class Budget:
    """What is left of a limit, and what has been spent."""

    def __init__(self, limit: Limit | None) -> None:
        seconds, self._most_nodes = seconds_and_nodes(limit)
        self._began = time.monotonic()
        self._ends = None if seconds is None else self._began + seconds
        self.nodes = 0
        """Nodes spent so far."""

    @property
    def seconds(self) -> float:
        """Seconds spent so far."""
        return time.monotonic() - self._began

    def search(self, query: Query, position: Position, wdl: bool, waiting: int = 1) -> Answer:
        """Search a position with an equal part of what is left, if `waiting` are still to come."""
        value = query.engine.known(position)
        if value is not None:
            if wdl:
                value = (value > 0) - (value < 0)
            return ValueBounds(value, value)
        seconds = None if self._ends is None else (self._ends - time.monotonic()) / waiting
        nodes = None if self._most_nodes is None else (self._most_nodes - self.nodes) // waiting
        if (
            query.requested
            or (seconds is not None and seconds <= 0)
            or (nodes is not None and nodes <= 0)
        ):
            # What holds for every position: a win on the next ply, a loss on the one after.
            free = query.engine.cells - position.ply
            return ValueBounds(-1, 1) if wdl else ValueBounds(1 - free, free)
        answer = query.search(position.moves, wdl, seconds, nodes)
        self.nodes += answer.nodes
        return answer

    def search_child(
        self, query: Query, position: Position, column: int, wdl: bool, waiting: int = 1
    ) -> Answer:
        """Search the position after a column; the answer is for the side to move before it."""
        child = position.play(column)
        query.flipped = child.turn is not position.turn
        answer = self.search(query, child, wdl, waiting)
        if not query.flipped:  # a ban is due, and the same player drops it
            return answer
        return ValueBounds(-answer.upper, -answer.lower, answer.nodes, answer.seconds)
