"""Snapshots: one version of a game, with the part of its view that does not change with time."""

import time
from dataclasses import dataclass, field

from fourfold.rules import Player
from fourfold.store import StoredGame
from fourfold.web.api.responses import ClockView, GameView, PresenceView, PresentSides, ThinkingView
from fourfold.web.api.views.games import game_view
from fourfold.web.api.views.texts import optional_side


@dataclass(frozen=True, slots=True)
class Presence:
    """Who is there, as far as one process knows, and what the agent is thinking."""

    watchers: int = 0
    """Open streams of people who have no seat."""
    seats: frozenset[Player] = frozenset()
    thinking: ThinkingView | None = field(default=None, hash=False)

    def view(self) -> PresenceView:
        """Show who is there."""
        sides = PresentSides(FIRST=Player.FIRST in self.seats, SECOND=Player.SECOND in self.seats)
        return PresenceView(watchers=self.watchers, present=sides)


NOBODY = Presence()


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One version of a game. Its view is costly to build, and so is built once."""

    stored: StoredGame
    view: GameView = field(hash=False)
    at: float
    """When it was taken, by time.monotonic()."""

    @classmethod
    def of(cls, stored: StoredGame) -> "Snapshot":
        """Take a snapshot of a game."""
        return cls(stored, game_view(stored), time.monotonic())

    def now(self, presence: Presence = NOBODY, side: Player | None = None) -> GameView:
        """Return the view for a side, with what changes without a new version: clocks, presence."""
        first, second = (
            player.model_copy(update={"present": Player[player.side] in presence.seats})
            for player in self.view.players
        )
        return self.view.model_copy(
            update={
                "players": (first, second),
                "clock": self._clock(presence.thinking),
                "thinking": presence.thinking,
                "watchers": presence.watchers,
                "you": optional_side(side),
            }
        )

    @property
    def is_out_of_time(self) -> bool:
        """Return True if the player to move has run out of time."""
        clock = self._clock(None)
        if clock is None or clock.running is None:
            return False
        left = clock.left[Player[clock.running].value]
        return left == 0.0 or (clock.move is not None and clock.spent >= clock.move)

    def _clock(self, thinking: ThinkingView | None) -> ClockView | None:
        """Return the clocks now; that of an agent runs while it thinks, which is not stored."""
        clock = self.view.clock
        if clock is None:
            return None
        passed, running = 0.0, clock.running
        if running is not None:
            passed = time.monotonic() - self.at
        elif thinking is not None and not thinking.queued:
            passed, running = thinking.seconds, thinking.side
        left = list(clock.left)
        turn = Player[self.view.turn].value
        seconds = left[turn]
        if seconds is not None:
            left[turn] = round(max(0.0, seconds - passed), 3)
        return ClockView(
            game=clock.game,
            move=clock.move,
            increment=clock.increment,
            left=(left[0], left[1]),
            running=running,
            spent=round(clock.spent + passed, 3),
        )
