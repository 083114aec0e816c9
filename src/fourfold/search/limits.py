"""When a search must end: every search takes one of these."""

import math
from dataclasses import dataclass
from typing import TypeVar

from fourfold.errors import InvalidOption, describe

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
            value = getattr(self, name)
            if value is not None and (type(value) is not int or not 1 <= value < 2**63):
                raise InvalidOption(
                    f"a limit of {name} is {describe(value)}, "
                    "but must be a whole number from 1 to 2**63 - 1"
                )

    def and_also(self, other: "Limit | None") -> "Limit":
        """The limit that keeps to both."""
        if other is None:
            return self

        def tighter(one: L | None, two: L | None) -> L | None:
            return min((value for value in (one, two) if value is not None), default=None)

        return Limit(
            tighter(self.seconds, other.seconds),
            tighter(self.nodes, other.nodes),
            tighter(self.depth, other.depth),
        )


NO_LIMIT = Limit()
"""Search until it is done."""
