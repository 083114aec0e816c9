"""Limits: when a search must end."""

import math
from dataclasses import dataclass, field
from typing import TypeVar

from fourfold.errors import InvalidOption, describe
from fourfold.support.checks import whole_number

L = TypeVar("L", int, float)


@dataclass(frozen=True, slots=True)
class Limit:
    """Seconds, nodes and depth; None is no limit, and the first to be reached ends the search.

    A proof has no depth, so the solver takes only seconds and nodes.

    >>> limit = ff.Limit(seconds=0.5, nodes=100_000)
    >>> limit.seconds, limit.nodes, limit.depth
    (0.5, 100000, None)
    >>> ff.agent("hard").choose("7x6:4455", limit=ff.Limit(depth=4)).depth
    4
    """

    seconds: float | None = None
    """The most time."""
    nodes: int | None = None
    """The most positions to visit."""
    depth: int | None = None
    """The most plies to look ahead."""

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
        """Combine two limits: the tighter of each kind counts.

        >>> ff.Limit(seconds=2).and_also(ff.Limit(seconds=1, depth=6))
        Limit(seconds=1, nodes=None, depth=6)
        """
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
        """Return a fraction of the seconds and nodes, for one of several searches.

        >>> ff.Limit(seconds=2, nodes=1000).part(0.5)
        Limit(seconds=1.0, nodes=500, depth=None)
        """
        seconds = None if self.seconds is None else self.seconds * fraction
        nodes = None if self.nodes is None else max(1, int(self.nodes * fraction))
        return Limit(seconds, nodes, self.depth)

    def less(self, seconds: float, nodes: int = 0) -> "Limit":
        """Return what is left after so many seconds and nodes; never nothing, but next to it.

        >>> ff.Limit(seconds=2, nodes=1000).less(seconds=0.5, nodes=400)
        Limit(seconds=1.5, nodes=600, depth=None)
        """
        left = None if self.seconds is None else max(self.seconds - seconds, 1e-6)
        return Limit(left, None if self.nodes is None else max(self.nodes - nodes, 1), self.depth)


NO_LIMIT = Limit()
"""Search until it is done."""


@dataclass(frozen=True, slots=True)
class GameClock:
    """How long both players may still take for a game, in seconds; for agents with a plan."""

    left: tuple[float | None, float | None]
    """What FIRST and SECOND have left; None is without limit."""
    increment: float = 0.0
    """What a player gains by each own ply."""

    def share(self, player: int, free: int) -> float | None:
        """Return the seconds for one ply, so that the clock lasts to the end of the game.

        player: 0 is FIRST, 1 is SECOND.
        free: the free cells of the board, of which the player will fill about a half.
        """
        left = self.left[player]
        if left is None:
            return None
        # The increment comes only after the ply, so what is left has to last until then.
        return max(0.001, min(left / max(8, free // 4) + 0.9 * self.increment, 0.8 * left))


@dataclass(frozen=True, slots=True)
class ClockLimit(Limit):
    """A limit that a game's clock is behind.

    Most agents keep to the limit, whose seconds hold their share of the clock. A program that
    plans its time itself is given `clock`, and `fixed`, the limit without that share.
    """

    clock: GameClock = field(kw_only=True)
    fixed: Limit = NO_LIMIT
