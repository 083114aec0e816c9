"""Conversion between a stored game and a `Game` that can be played.

The time that the present ply has taken is carried over, by the monotonic clock of this process.
"""

import time
from dataclasses import replace

from fourfold.game import Game
from fourfold.game.clock import Now
from fourfold.store.stored_game import StoredGame


def restore_game(stored: StoredGame, *, now: Now = time.monotonic) -> Game:
    """Make the game as it stands now, with its clocks and with the plies that can be redone.

    now: tells the time for the game's clocks; that of the stored game is the same.
    """
    running = 0.0 if stored.ply_began is None else max(0.0, now() - stored.ply_began)
    return Game.from_record(
        stored.record,
        now=now,
        undone=stored.redo,
        offer=stored.offer,
        spent=stored.ply_spent + running,
        running=stored.ply_began is not None,
    )


def update_stored(stored: StoredGame, game: Game) -> StoredGame:
    """Return the stored game with the state of the game that was restored from it.

    Nothing is saved yet: `Store.save` does that.
    """
    return replace(
        stored,
        record=game.record,
        redo=game.undone,
        offer=game.offer,
        ply_began=game.now() if game.clock.is_running else None,
        ply_spent=game.clock.spent,
    )
