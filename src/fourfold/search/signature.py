"""The solver's signature: the nodes that it visits in fixed positions, and how fast that is here.

The number of nodes is the same on every machine, and changes when the search does. So two workers
with the same number have the same solver, and their seconds say how fast each of them is.
"""

import time
from dataclasses import dataclass

from fourfold import _native
from fourfold.rules import Position
from fourfold.search.native_rules import native_rules

POSITIONS = (
    "7x6:52117372473",
    "6x7:46656445661",
    "6x6-bc2:241115636614",
)
"""About half a million nodes in all; `make signature` knows the number of each."""

_MEMORY_MB = 16
_ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Signature:
    """What a machine needed for the fixed positions, with one thread."""

    nodes: int
    seconds: float

    @property
    def speed(self) -> float:
        """Nodes a second."""
        return self.nodes / self.seconds


def measure_signature(rounds: int = _ROUNDS) -> Signature:
    """Solve the fixed positions a few times, and return the quickest round; takes half a second.

    The time is the time of day that passes: a machine that is busy otherwise counts as slow.
    """
    return min((_measure() for _ in range(rounds)), key=lambda signature: signature.seconds)


def _measure() -> Signature:
    nodes, seconds = 0, 0.0
    for text in POSITIONS:
        position = Position.parse(text)
        solver = _native.Solver(native_rules(position.rules), _MEMORY_MB, 1)
        began = time.perf_counter()
        solved = solver.solve(list(position.moves))
        seconds += time.perf_counter() - began
        nodes += solved.nodes
    return Signature(nodes, seconds)
