"""From a game that is kept to one that can be played, and back.

The clock of a stored game goes by the time of day, which outlives a process; the clock of a
`Game` goes by a time that never jumps. What has passed of this ply is carried over.
"""

import time
from dataclasses import replace

from fourfold.game import Game
from fourfold.game.clock import Now
from fourfold.store.stored import StoredGame


def game_of(stored: StoredGame, *, now: Now = time.monotonic, today: Now = time.time) -> Game:
    """The game as it stands now, with its clock and with what can be played again.

    now: the time that its clocks go by.
    today: the time of day, which the stored game goes by.
    """
    running = 0.0 if stored.ply_began is None else max(0.0, today() - stored.ply_began)
    return Game.from_record(
        stored.record,
        now=now,
        undone=stored.redo,
        offer=stored.offer,
        spent=stored.ply_spent + running,
        running=stored.ply_began is not None,
    )


def kept(game: Game, stored: StoredGame, *, today: Now = time.time) -> StoredGame:
    """The stored game after what was done to the game that was made from it; not saved yet."""
    return replace(
        stored,
        record=game.record,
        redo=game.undone,
        offer=game.offer,
        ply_began=today() if game.clock.is_running else None,
        ply_spent=game.clock.spent,
    )
