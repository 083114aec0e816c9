"""A game as the database keeps it: its record, and what else must outlive a restart."""

import hashlib
import secrets
from dataclasses import dataclass

from fourfold.game import Ply, Record
from fourfold.rules import Player

# Without 0 O o, 1 I l: people read these aloud.
_ALPHABET = "23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"
_LENGTH = 10


def new_id() -> str:
    """Return the id of a new game, which nobody can guess."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH))


def derived_id(text: str) -> str:
    """Return the id of a game that a text identifies, always the same for one text."""
    digest = hashlib.sha256(text.encode()).digest()
    return "".join(_ALPHABET[byte % len(_ALPHABET)] for byte in digest[:_LENGTH])


@dataclass(frozen=True, slots=True)
class StoredGame:
    """One version of one game."""

    id: str
    version: int
    """1 for a new game, and 1 more after each change."""
    record: Record
    redo: tuple[Ply, ...] = ()
    """Plies that were taken back; the next to be redone is the last."""
    offer: Player | None = None
    """The player who offers a draw."""
    undo_offer: Player | None = None
    """The player who asks to take a move back."""
    rematch_offer: Player | None = None
    """The player who would like a rematch."""
    rematch_declined: Player | None = None
    """The player who has declined one."""
    hints_offer: Player | None = None
    """The player who would like to allow hints and study in a game by link."""
    hints_agreed: bool = False
    """Whether both have agreed to that."""
    is_link: bool = False
    """Whether the two people play at different screens, by a link."""
    joined: tuple[bool, bool] = (True, True)
    """Whether FIRST and SECOND have opened their link."""
    left: tuple[bool, bool] = (False, False)
    """Whether FIRST and SECOND have deleted the game for themselves: it is the other's alone."""
    seats: tuple[str, str] = ("", "")
    """The sha256 of each seat's secret, in hex; the secrets themselves are kept nowhere."""
    identities: tuple[str | None, str | None] = (None, None)
    """The ids of the players at FIRST's and SECOND's seat, where their browsers have told them."""
    uploaded: bool = False
    """Whether it was read from a file: such a game is in no statistics."""
    took_back: bool = False
    """Whether a move was taken back while the game went on."""
    paused: bool = False
    """Whether a game of two agents is paused."""
    move_delay: float = 0.5
    """Seconds between two moves of agents."""
    ply_began: float | None = None
    """When the clock of this ply last began to run, None while it is paused.

    By time.monotonic() of this process; the store keeps it by the clock of the database.
    """
    ply_spent: float = 0.0
    """Seconds that this ply had taken before that."""
    series: tuple[int, int, int] = (0, 0, 0)
    """Wins of FIRST, wins of SECOND, and draws, in the games of which this is a rematch."""
    previous: str | None = None
    """The id of the game that this one continues, or is the rematch of."""
    next: str | None = None
    """The id of its rematch."""
    is_counted: bool = False
    """Whether it has ended once, and counts as it ended then: set by the store alone."""
    created: float = 0.0
    updated: float = 0.0
    sequence: int = 0
    """The number of this change among all changes of the database."""

    @property
    def score(self) -> tuple[int, int, int]:
        """The series with the result of this game, if it has one."""
        first, second, draws = self.series
        ending = self.record.ending
        if ending is None:
            return self.series
        if ending.winner is None:
            return first, second, draws + 1
        won = ending.winner is Player.FIRST
        return first + won, second + (not won), draws

    @classmethod
    def new(cls, record: Record) -> "StoredGame":
        """Make a game that is in no database yet; `dataclasses.replace` sets the other fields."""
        return cls(new_id(), 1, record)
