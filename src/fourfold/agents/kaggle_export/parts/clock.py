"""How long a move may take by Kaggle's rules, with a margin.

A move may take `actTimeout` seconds, 2 as a rule. What it takes longer comes out of a bank of
seconds for the whole game, `remainingOverageTime`; when that is used up, the game is lost.
"""

from time import perf_counter
from typing import Any


class OutOfTime(Exception):  # noqa: N818 - it ends a search, and is no error
    """Raised inside a search when its time is over."""


class Clock:
    """The time of one move, from the moment it is made."""

    def __init__(
        self,
        observation: Any,
        configuration: Any,
        seconds: "float | None" = None,
        bank_share: float = 0.0,
    ) -> None:
        """Begin to count.

        seconds: the most that a move is to take, if less than the rules allow.
        bank_share: how much of the bank this move may use; ten seconds of it are never touched.
        """
        self.began = perf_counter()
        allowed = float(configuration.actTimeout)
        bank = float(getattr(observation, "remainingOverageTime", 0.0))
        # A pause of the machine may take a little from the bank, if there is one.
        own = 0.85 * allowed if bank >= 1 else 0.6 * allowed
        own += bank_share * max(0.0, bank - 10)
        self.seconds = own if seconds is None else min(own, seconds)

    @property
    def spent(self) -> float:
        """The seconds since it was made."""
        return perf_counter() - self.began

    def end(self, share: float = 1.0) -> float:
        """Return when a share of the time will be over, on the scale of `perf_counter`."""
        return self.began + share * self.seconds
