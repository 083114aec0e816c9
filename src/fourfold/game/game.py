"""One game: who may do what now, and what has happened so far.

    running ──play──────────────────────────────> running, or ended by the rules
    running ──resign, accept_draw, forfeit──────> ended
    running ──adjudicate, by a referee──────────> ended
    running ──check_clock, when time is up──────> ended
    running, ended ──undo, redo─────────────────> running, or ended by the rules

There are no threads here and no waiting: `runner` lets agents think, and plays what they choose. A
game belongs to one thread. Its events go to those who `subscribe`.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import SupportsIndex

from fourfold.agents import Decision
from fourfold.errors import GameError
from fourfold.game import events
from fourfold.game.clock import NO_CLOCK, Clock, Left, Now, TimeControl
from fourfold.game.players import Participant
from fourfold.game.record import Ending, EndReason, Ply, Record
from fourfold.rules import STANDARD, Player, Position, Rules, as_position


@dataclass(frozen=True, slots=True)
class _Step:
    """A ply that was played, and what undo and redo go back to."""

    ply: Ply
    before: Position
    after: Position
    left_before: Left
    left_after: Left


class Game:
    """A game of two players, each a person or an agent, on any rules, with or without clocks.

    >>> game = ff.Game("7x6:")
    >>> for column in (3, 3, 4, 4, 2, 5, 1):
    ...     position = game.play(column)
    >>> print(game.ending)
    FIRST wins
    >>> game.record.to_text()
    '7x6:4455362'
    >>> game.undo()
    1
    >>> game.is_over, game.position.ply
    (False, 6)
    """

    def __init__(
        self,
        start: Position | Rules | str = STANDARD,
        players: tuple[Participant, Participant] | None = None,
        control: TimeControl = NO_CLOCK,
        *,
        now: Now = time.monotonic,
        began: str | None = None,
        tags: Mapping[str, str] | None = None,
        variations: tuple[tuple[int, ...], ...] = (),
    ) -> None:
        """Begin a game; the clock of the player to move runs at once.

        start: the rules, or a position or its text to begin from; its moves cannot be taken back.
        players: FIRST and SECOND; two people if not given.
        now: the function that tells the clocks the time.
        """
        self.start = Position(start) if isinstance(start, Rules) else as_position(start)
        """The position in which the players began."""
        self.players = players or (Participant.human("FIRST"), Participant.human("SECOND"))
        """FIRST and SECOND."""
        self.control = control
        """How much time each player has."""
        self.now = now
        """The function that tells the clocks the time."""
        self.began = began or datetime.now(UTC).isoformat(timespec="seconds")
        """When it began, in ISO 8601."""
        self.tags: dict[str, str] = dict(tags or {})
        """Texts to keep with the record."""
        self.variations = variations
        """Lines that were not played, each from the start."""
        self._subscribers = events.Subscribers()
        self._steps: list[_Step] = []
        self._undone: list[_Step] = []
        self._offer: Player | None = None
        self._position = self.start
        self._ending = self._ending_by_the_rules()
        self.clock = Clock(control, now, self.start.turn)
        """The clocks of both players."""
        if self._ending is not None:
            self.clock.pause()

    @classmethod
    def from_record(
        cls,
        record: Record,
        *,
        now: Now = time.monotonic,
        undone: tuple[Ply, ...] = (),
        offer: Player | None = None,
        spent: float = 0.0,
        running: bool = True,
    ) -> "Game":
        """Continue a game from its record: moves can be taken back, clocks are as they were.

        undone: plies that had been taken back; the next to be redone is the last.
        offer: the player who had offered a draw.
        spent, running: seconds that the present ply has taken, and whether the clock runs.
        """
        game = cls(
            record.start,
            record.players,
            record.control,
            now=now,
            began=record.began,
            tags=record.tags,
            variations=record.variations,
        )
        for ply in (*record.plies, *reversed(undone)):
            game._advance(ply)
        for _ in undone:
            step = game._steps.pop()
            game._undone.append(step)
            game._go_to(step.before, step.left_before)
        if record.ending is not None and game._ending is None:
            game._ending = record.ending
        if game._ending is None:
            game._offer = offer
        game.clock.continue_ply(spent, running and game._ending is None)
        return game

    # How things stand

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.start.rules

    @property
    def position(self) -> Position:
        """The present position."""
        return self._position

    @property
    def turn(self) -> Player:
        """Who drops the next piece or ban."""
        return self._position.turn

    @property
    def ending(self) -> Ending | None:
        """How the game ended, or None while it goes on."""
        return self._ending

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._ending is not None

    @property
    def offer(self) -> Player | None:
        """The player who has offered a draw that is not answered yet."""
        return self._offer

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The plies that were played since the start."""
        return tuple(step.ply for step in self._steps)

    @property
    def undone(self) -> tuple[Ply, ...]:
        """The plies that can be redone; the next is the last."""
        return tuple(step.ply for step in self._undone)

    @property
    def record(self) -> Record:
        """The game as it can be kept."""
        return Record(
            self.rules,
            self.players,
            self.start.moves,
            self.plies,
            self._ending,
            self.control,
            self.began,
            dict(self.tags),
            self.variations,
        )

    def player(self, side: Player | None = None) -> Participant:
        """Return who plays a side, or who is to move."""
        return self.players[(self.turn if side is None else side).value]

    def subscribe(self, subscriber: events.Subscriber) -> Callable[[], None]:
        """Call this with every event from now on; the function that is returned ends that."""
        return self._subscribers.add(subscriber)

    # Moving

    def play(
        self, column: SupportsIndex, decision: Decision | None = None, margin: float = 0.0
    ) -> Position:
        """Drop the piece, or the ban that is due, of the player to move.

        decision: an agent's reasons, for the record.
        margin: seconds by which the clock may be exceeded, for an agent whose answer took a
        moment to arrive.
        """
        self._check_running("play")
        if self.check_clock(margin):
            raise GameError(f"{self.turn} is out of time, and the game is over")
        mover = self.turn
        is_ban = self._position.must_ban
        after = self._position.play(column)  # an illegal move is refused before anything changes
        happened: list[events.Event] = []
        if self._offer is mover.other:
            self._offer = None
            happened.append(events.DrawDeclined(mover))
        self._undone.clear()
        left_before = self.clock.snapshot()
        ply = Ply.from_decision(after.moves[-1], self.clock.end_ply(after.turn), decision)
        self._add_step(ply, after, left_before)
        happened.append(events.PlyPlayed(mover, ply, is_ban))
        self._publish(*happened)
        return after

    def publish_hint(self, decision: Decision) -> None:
        """Publish a hint that the player to move is given."""
        self._check_running("give a hint")
        self._publish(events.HintGiven(self.turn, decision))

    # Undo and redo

    @property
    def can_undo(self) -> bool:
        """Whether there is something to take back."""
        return self._plies_to_undo() > 0

    @property
    def can_redo(self) -> bool:
        """Whether something that was taken back can be played again."""
        return bool(self._undone)

    def undo(self) -> int:
        """Take back the last ply; against an agent, all plies since the person's own last one.

        An ending is taken back with them, and the clocks are set back. Returns how many plies.
        """
        count = self._plies_to_undo()
        if not count:
            raise GameError("there is nothing to undo")
        for _ in range(count):
            step = self._steps.pop()
            self._undone.append(step)
        self._go_to(step.before, step.left_before)
        self._publish(events.PliesUndone(count))
        return count

    def redo(self) -> int:
        """Play again what the last undo took back; returns how many plies."""
        if not self._undone:
            raise GameError("there is nothing to redo")
        again: list[Ply] = []
        while self._undone:
            step = self._undone.pop()
            self._steps.append(step)
            again.append(step.ply)
            if not self._is_mixed or self.player(step.after.turn).is_human:
                break
        self._go_to(step.after, step.left_after)
        self._publish(events.PliesRedone(tuple(again)))
        return len(again)

    @property
    def _is_mixed(self) -> bool:
        return self.players[0].is_human != self.players[1].is_human

    def _plies_to_undo(self) -> int:
        if not self._is_mixed:
            return 1 if self._steps else 0
        for count, step in enumerate(reversed(self._steps), start=1):
            if self.player(step.before.turn).is_human:
                return count
        return 0

    # Ending without a move

    def resign(self, player: Player | None = None) -> None:
        """Resign for the player to move, or for the one that is given."""
        self._check_running("resign")
        loser = self.turn if player is None else player
        self._end(Ending(loser.other, EndReason.RESIGNATION))

    def offer_draw(self, player: Player | None = None) -> None:
        """Offer a draw; the opponent accepts it, declines it, or declines it by moving."""
        self._check_running("offer a draw")
        who = self.turn if player is None else player
        if self._offer is who:
            raise GameError(f"{who} has offered a draw already")
        if self._offer is not None:  # both want it
            self.accept_draw()
            return
        self._offer = who
        self._publish(events.DrawOffered(who))

    def accept_draw(self) -> None:
        """Accept the draw that the opponent has offered."""
        self._check_running("accept a draw")
        self._check_offer()
        self._end(Ending(None, EndReason.AGREEMENT))

    def decline_draw(self) -> None:
        """Decline the draw that the opponent has offered."""
        self._check_running("decline a draw")
        who = self._check_offer().other
        self._offer = None
        self._publish(events.DrawDeclined(who))

    def forfeit(self, player: Player, reason: EndReason, detail: str = "", cause: str = "") -> None:
        """End the game as lost for a player: out of time, or an agent that failed."""
        self._check_running("lose")
        self._end(Ending(player.other, reason, detail, cause))

    def adjudicate(self, winner: Player | None, detail: str) -> None:
        """End the game as the referee decides: won for a player, or drawn."""
        self._check_running("decide")
        self._end(Ending(winner, EndReason.ADJUDICATION, detail))

    # Clocks

    def check_clock(self, margin: float = 0.0) -> bool:
        """End the game if the player to move has run out of time; return True if so."""
        if self._ending is not None or not self.clock.is_out(margin):
            return False
        allowed = f"{self.player()} had {self.control}"
        self._end(Ending(self.turn.other, EndReason.TIME, allowed))
        return True

    def pause(self) -> None:
        """Pause the clock."""
        self._check_running("pause")
        if self.clock.is_running:
            self.clock.pause()
            self._publish(events.ClockPaused())

    def resume(self) -> None:
        """Resume the clock."""
        self._check_running("resume")
        if not self.clock.is_running:
            self.clock.resume()
            self._publish(events.ClockResumed())

    # Changing the state

    def _advance(self, ply: Ply) -> None:
        """Play a ply of a record, with the time that it took then."""
        after = self._position.play(ply.column)
        left_before = self.clock.snapshot()
        self.clock.end_ply(after.turn, ply.seconds or 0.0)
        self._add_step(ply, after, left_before)

    def _add_step(self, ply: Ply, after: Position, left_before: Left) -> None:
        """Add a ply, whose time the clock has counted already."""
        before = self._position
        self._steps.append(_Step(ply, before, after, left_before, self.clock.snapshot()))
        self._position = after
        self._ending = self._ending_by_the_rules()
        if self._ending is not None:
            self._offer = None
            self.clock.pause()

    def _go_to(self, position: Position, left: Left) -> None:
        was_over = self._ending is not None
        self._position = position
        self._offer = None
        self._ending = self._ending_by_the_rules()
        self.clock.restore(left, position.turn)
        if self._ending is not None:
            self.clock.pause()
        elif was_over:
            self.clock.resume()

    def _end(self, ending: Ending) -> None:
        self._ending = ending
        self._offer = None
        self.clock.pause()
        self._publish()

    def _ending_by_the_rules(self) -> Ending | None:
        outcome = self._position.outcome
        return None if outcome is None else Ending.from_outcome(outcome)

    def _publish(self, *happened: events.Event) -> None:
        """Publish what has happened, and the end of the game if it is over."""
        ended = () if self._ending is None else (events.GameEnded(self._ending),)
        self._subscribers.publish(*happened, *ended)

    # Refusing

    def _check_running(self, what: str) -> None:
        if self._ending is not None:
            raise GameError(
                f"nobody can {what} now: the game is over, {self._ending}: {self._ending.reason}"
            )

    def _check_offer(self) -> Player:
        if self._offer is None:
            raise GameError("nobody has offered a draw")
        return self._offer
