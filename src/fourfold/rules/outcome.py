"""The two players, and the outcome of a game."""

from dataclasses import dataclass
from enum import Enum, StrEnum


class Player(Enum):
    """One of the two players; FIRST makes the first move."""

    FIRST = 0
    SECOND = 1

    @property
    def other(self) -> "Player":
        """The opponent."""
        return SECOND if self is FIRST else FIRST

    def __str__(self) -> str:
        return self.name


FIRST = Player.FIRST
SECOND = Player.SECOND


class Reason(StrEnum):
    """Why a game is over."""

    FOUR_IN_LINE = "four in line"
    BOARD_FULL = "board full"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winner, None for a draw, and the reason."""

    winner: Player | None
    reason: Reason

    def __str__(self) -> str:
        return "draw" if self.winner is None else f"{self.winner} wins"
