"""A game as the database keeps it: its record, and all that must outlive a restart besides."""

import secrets
from dataclasses import dataclass

from fourfold.game import Ply, Record
from fourfold.rules import Player

# Without 0 O o, 1 I l: people read these aloud.
_ALPHABET = "23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"
_LENGTH = 10


def new_id() -> str:
    """The name of a new game, which nobody can guess."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH))


@dataclass(frozen=True, slots=True)
class StoredGame:
    """One game, as it was after one of its changes."""

    id: str
    version: int
    """1 at its creation, and 1 more at each change."""
    record: Record
    redo: tuple[Ply, ...] = ()
    """What was taken back, the next to be played again last."""
    offer: Player | None = None
    """Who offers a draw."""
    undo_offer: Player | None = None
    """Who asks to take a move back."""
    is_link: bool = False
    """Whether the two people are at different screens."""
    joined: tuple[bool, bool] = (True, True)
    seats: tuple[str, str] = ("", "")
    """The sha256 of each seat's secret, in hex; the secrets themselves are kept nowhere."""
    paused: bool = False
    """Two agents, and nobody thinks."""
    breath: float = 0.5
    """Seconds between two moves of agents."""
    ply_began: float | None = None
    """When the clock of this ply last began to run, as time.time() tells; None while it stands."""
    ply_spent: float = 0.0
    """Seconds that this ply had taken before that."""
    previous: str | None = None
    """The game that this one continues, or is the rematch of."""
    next: str | None = None
    """Its rematch."""
    created: float = 0.0
    updated: float = 0.0
    sequence: int = 0
    """The number of this change among all changes of the database."""

    @classmethod
    def new(cls, record: Record) -> "StoredGame":
        """A game that no database has yet; `dataclasses.replace` gives it more."""
        return cls(new_id(), 1, record)
