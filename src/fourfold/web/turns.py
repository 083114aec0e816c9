"""One turn of an agent, in a worker's thread: claim, think, save.

waiting ──> claimed ──> thinks ──> saved              `done` is called with the new game
   │           │           ├─────> another was quicker, or the game has moved on: dropped
   └───────────┴───────────┴─────> cancelled: dropped
"""

import itertools
import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from fourfold.errors import FourfoldError
from fourfold.game import Game, Turn
from fourfold.search import Limit
from fourfold.store import Conflict, GameNotFound, Store, StoredGame, game_of
from fourfold.web.actions import after
from fourfold.web.agents import Bench
from fourfold.web.pool import Pool
from fourfold.web.settings import Settings
from fourfold.web.views import Snapshot, View, thinking_view

MARGIN = 3.0
"""Seconds by which an agent may exceed its time: a busy server is not the agent's fault."""
GRACE = 3.0
_TELL = 0.25  # seconds between two reports
HURRIED = 0.05  # seconds for a turn that was hurried from another process

_numbers = itertools.count(1)

log = logging.getLogger("fourfold.web")


@dataclass(frozen=True, slots=True)
class Desk:
    """What every turn needs."""

    store: Store
    settings: Settings
    pool: Pool
    bench: Bench
    owner: str
    """The name of this process among those that share the database."""


class AgentTurn:
    """A job of the pool."""

    is_analysis = False

    def __init__(
        self,
        desk: Desk,
        stored: StoredGame,
        client: str,
        *,
        seconds: float | None = None,
        tell: Callable[["AgentTurn", View], None],
        done: Callable[["AgentTurn", Snapshot | None], None],
    ) -> None:
        """seconds: less than the budget, for a turn that is in a hurry.

        tell, done: called from the worker's thread.
        """
        self.client = client
        self.stored = stored
        self._desk = desk
        self._seconds = seconds
        self._tell = tell
        self._done = done
        # Not that of the process: a turn that ends late must not give back the lease of the next.
        self._owner = f"{desk.owner}-{next(_numbers)}"
        self._cancelled = threading.Event()
        self._hurried = threading.Event()

    def cancel(self) -> None:
        """Let nobody think about this any more."""
        self._cancelled.set()
        self._desk.pool.withdraw(self)

    def hurry(self) -> None:
        """Move at once with what is there; one that still waits moves quickly."""
        self._hurried.set()

    def run(self) -> None:
        saved = None
        try:
            saved = self._think()
        except (Conflict, GameNotFound):
            pass  # it has gone another way
        except FourfoldError as error:
            log.warning("a turn of game %s came to nothing: %s", self.stored.id, error)
        except Exception:
            log.exception("a turn of game %s failed", self.stored.id)
        finally:
            self._done(self, None if saved is None else Snapshot.of(saved))

    def _think(self) -> StoredGame | None:
        if self._cancelled.is_set() or not self._claim():
            return None
        saved = None
        try:
            saved = self._play()
        finally:
            if saved is None:  # the lease on a version that is past is nobody's
                self._desk.store.release(self.stored.id, self._owner)
        return saved

    def _play(self) -> StoredGame | None:
        desk = self._desk
        game = game_of(self.stored)
        spec = game.player().agent
        if game.is_over or spec is None:
            return None
        game.clock.resume()
        seat = (self.stored.id, game.turn, spec)
        agent = desk.bench.take(seat)
        limit = Limit(self._budget())
        turn = Turn(game, agent, limit, watched=True, margin=MARGIN, grace=GRACE)
        finished = self._follow(turn)
        if turn.thought.is_done:
            desk.bench.put(seat, agent)
        return desk.store.save(after(self.stored, game, {})) if finished else None

    def _budget(self) -> float:
        share = self._desk.pool.share(self._desk.settings.budget)
        if self._hurried.is_set():
            return min(share, HURRIED)
        return share if self._seconds is None else min(share, self._seconds)

    def _follow(self, turn: Turn) -> bool:
        """Wait for the agent; whether it has moved, or lost by a fault of its own."""
        began = told = claimed = time.monotonic()
        lease = self._desk.settings.lease
        self._report(turn, 0.0)
        while not turn.poll():
            now = time.monotonic()
            if now - claimed > lease / 3:
                claimed = now
                if not self._claim():
                    self._cancelled.set()
            if self._cancelled.is_set():
                turn.drop()
                turn.thought.wait(GRACE)
                return False
            if self._hurried.is_set():
                turn.hurry()
            if now - told > _TELL:
                told = now
                self._report(turn, now - began)
            turn.wait()
        return True

    def _claim(self) -> bool:
        desk, stored = self._desk, self.stored
        return desk.store.claim(stored.id, stored.version, self._owner, desk.settings.lease)

    def _report(self, turn: Turn, seconds: float) -> None:
        game: Game = turn.game
        self._tell(self, thinking_view(turn.player, game.rules, turn.thinking, seconds))
