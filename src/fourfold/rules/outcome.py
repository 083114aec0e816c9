"""The two players, and the outcome of a game."""

from dataclasses import dataclass
from enum import Enum, StrEnum


class Player(Enum):
    """One of the two players; FIRST makes the first move.

    >>> str(ff.FIRST.other)
    'SECOND'
    >>> ff.Position.parse("7x6:4").turn is ff.SECOND
    True
    """

    FIRST = 0
    """Moves first."""
    SECOND = 1
    """Moves second."""

    @property
    def other(self) -> "Player":
        """The opponent."""
        return SECOND if self is FIRST else FIRST

    def __str__(self) -> str:
        return self.name


FIRST = Player.FIRST
"""The player who makes the first move.

>>> ff.Position().turn is ff.FIRST
True
"""
SECOND = Player.SECOND
"""The player who moves second.

>>> ff.Position.parse("7x6:4").turn is ff.SECOND
True
"""


class Reason(StrEnum):
    """Why a game is over."""

    FOUR_IN_LINE = "four in line"
    BOARD_FULL = "board full"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winner, None for a draw, and the reason.

    >>> ff.Position.parse("7x6:445").outcome is None
    True
    >>> outcome = ff.Position.parse("7x6:4455667").outcome
    >>> print(outcome)
    FIRST wins
    >>> str(outcome.winner), str(outcome.reason)
    ('FIRST', 'four in line')
    """

    winner: Player | None
    """Who won, or None for a draw."""
    reason: Reason
    """Why the game is over: four in line, or a full board."""

    def __str__(self) -> str:
        return "draw" if self.winner is None else f"{self.winner} wins"
