"""Conversion between a stored game and a `Game` that can be played.

A stored game measures time by the time of day, which outlives a process; a `Game` by a clock that
never jumps. The time that the present ply has taken is carried over.
"""

import time
from dataclasses import replace

from fourfold.game import Game
from fourfold.game.clock import Now
from fourfold.store.stored_game import StoredGame


def restore_game(stored: StoredGame, *, now: Now = time.monotonic, today: Now = time.time) -> Game:
    """Make the game as it stands now, with its clocks and with the plies that can be redone.

    now: the time for the game's clocks.
    today: the time of day, by which the stored game measures.
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


def update_stored(stored: StoredGame, game: Game, *, today: Now = time.time) -> StoredGame:
    """Return the stored game with the state of the game that was restored from it.

    Nothing is saved yet: `Store.save` does that.
    """
    return replace(
        stored,
        record=game.record,
        redo=game.undone,
        offer=game.offer,
        ply_began=today() if game.clock.is_running else None,
        ply_spent=game.clock.spent,
    )
