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
from dataclasses import dataclass, field

from fourfold.errors import FourfoldError
from fourfold.game import Game, Turn
from fourfold.search import Limit
from fourfold.store import Conflict, GameNotFound, Store, StoredGame, restore_game
from fourfold.web.api.responses import ThinkingView
from fourfold.web.api.views.games import thinking_view
from fourfold.web.api.views.snapshots import Snapshot
from fourfold.web.failure_log import FAILURES
from fourfold.web.metrics import Metrics
from fourfold.web.play.actions import after
from fourfold.web.quotas.clients import Client
from fourfold.web.settings import Settings
from fourfold.web.thinking.agent_cache import AgentCache
from fourfold.web.thinking.pool import WorkerPool

MARGIN = 3.0
"""Seconds by which an agent may exceed its time: a busy server is not the agent's fault."""
GRACE = 3.0
"""Seconds within which an agent that is stopped has to answer."""
_REPORT = 0.25  # seconds between two reports
HURRIED = 0.05  # seconds for a turn that was hurried from another process

_numbers = itertools.count(1)

log = logging.getLogger("fourfold.web")


@dataclass(frozen=True, slots=True)
class TurnContext:
    """What every turn needs."""

    store: Store
    settings: Settings
    pool: WorkerPool
    agent_cache: AgentCache
    owner: str
    """The name of this process among those that share the database."""
    metrics: Metrics = field(default_factory=Metrics)


class AgentTurn:
    """A job of the pool: one move of an agent."""

    is_analysis = False

    def __init__(
        self,
        context: TurnContext,
        stored: StoredGame,
        client: Client,
        *,
        seconds: float | None = None,
        tell: Callable[["AgentTurn", ThinkingView], None],
        done: Callable[["AgentTurn", Snapshot | None], None],
    ) -> None:
        """seconds: less than the budget, for a turn that is hurried from the start.

        tell, done: called from the worker's thread, with the agent's progress and with the game
        once the move is saved, or None if there is none.
        """
        self.client = client
        self.stored = stored
        self._context = context
        self._seconds = seconds
        self._tell = tell
        self._done = done
        # Of this turn, not of the process: a late end must not release the lease of the next turn.
        self._owner = f"{context.owner}-{next(_numbers)}"
        self._cancelled = threading.Event()
        self._hurried = threading.Event()

    def cancel(self) -> None:
        """Cancel the turn: the agent is stopped, and nothing is saved."""
        self._cancelled.set()
        self._context.pool.withdraw(self)

    def hurry(self) -> None:
        """Let the agent move at once; a turn that still waits gets little time."""
        self._hurried.set()

    def run(self) -> None:
        saved = None
        try:
            saved = self._think()
        except (Conflict, GameNotFound):
            pass  # the game has changed meanwhile
        except FourfoldError as error:
            FAILURES.write(f"an agent could not move: {error}")
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
            if saved is None:  # saving has ended the lease with the version
                self._context.store.release(self.stored.id, self._owner)
        return saved

    def _play(self) -> StoredGame | None:
        context = self._context
        game = restore_game(self.stored)
        spec = game.player().agent
        if game.is_over or spec is None:
            return None
        game.clock.resume()
        seat = (self.stored.id, game.turn, spec)
        agent = context.agent_cache.take(seat)
        limit = Limit(self._budget())
        turn = Turn(game, agent, limit, watched=True, margin=MARGIN, grace=GRACE)
        finished = self._follow(turn)
        if turn.thought.is_done and not self._cancelled.is_set():
            context.agent_cache.put(seat, agent)
        return context.store.save(after(self.stored, game, {})) if finished else None

    def _budget(self) -> float:
        share = self._context.pool.share(self, self._context.settings.budget)
        if self._hurried.is_set():
            return min(share, HURRIED)
        return share if self._seconds is None else min(share, self._seconds)

    def _follow(self, turn: Turn) -> bool:
        """Wait for the agent; True if it has moved, or lost by a fault of its own."""
        began = told = claimed = time.monotonic()
        lease = self._context.settings.lease
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
            if now - told > _REPORT:
                told = now
                self._report(turn, now - began)
            turn.wait()
        return True

    def _claim(self) -> bool:
        context, stored = self._context, self.stored
        return context.store.claim(stored.id, stored.version, self._owner, context.settings.lease)

    def _report(self, turn: Turn, seconds: float) -> None:
        game: Game = turn.game
        self._tell(self, thinking_view(turn.player, game.rules, turn.thinking, seconds))
