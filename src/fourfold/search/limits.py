"""Limits: when a search must end."""

import math
from dataclasses import dataclass
from typing import TypeVar

from fourfold.errors import InvalidOption, describe
from fourfold.support.checks import whole_number

L = TypeVar("L", int, float)


@dataclass(frozen=True, slots=True)
class Limit:
    """Seconds, nodes and depth; None is no limit, and the first to be reached ends the search.

    A proof has no depth, so the solver takes only seconds and nodes.
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        seconds = self.seconds
        if seconds is not None and not (
            type(seconds) in (int, float) and math.isfinite(seconds) and seconds > 0
        ):
            raise InvalidOption(
                f"a limit of seconds is {describe(seconds)}, but must be a number above 0"
            )
        for name in ("nodes", "depth"):
            number = getattr(self, name)
            if number is not None:
                number = whole_number(f"a limit of {name}", number, 1, 2**63 - 1)
                object.__setattr__(self, name, number)

    def and_also(self, other: "Limit | None") -> "Limit":
        """Combine two limits: the tighter of each kind counts."""
        if other is None:
            return self

        def tighter(one: L | None, two: L | None) -> L | None:
            return min((value for value in (one, two) if value is not None), default=None)

        return Limit(
            tighter(self.seconds, other.seconds),
            tighter(self.nodes, other.nodes),
            tighter(self.depth, other.depth),
        )

    def part(self, fraction: float) -> "Limit":
        """Return a fraction of the seconds and nodes, for one of several searches."""
        seconds = None if self.seconds is None else self.seconds * fraction
        nodes = None if self.nodes is None else max(1, int(self.nodes * fraction))
        return Limit(seconds, nodes, self.depth)

    def less(self, seconds: float, nodes: int = 0) -> "Limit":
        """Return what is left after so many seconds and nodes; never nothing, but next to it."""
        left = None if self.seconds is None else max(self.seconds - seconds, 1e-6)
        return Limit(left, None if self.nodes is None else max(self.nodes - nodes, 1), self.depth)


NO_LIMIT = Limit()
"""Search until it is done."""
