"""A game in play: people, who move when they like, and agents, which think in threads.

    person's turn     play, undo, redo, offer_draw, resign
    agent's turn      a `Turn` runs beside; hurry
    two agents        pause, resume, step, and a delay between two moves

An interface makes one `GameSession`, calls `poll` from its own loop several times a second, and
shows `game`, whose events it subscribes to. Nothing but `wait` waits, so no screen ever freezes.
"""

from collections.abc import Callable
from enum import StrEnum
from functools import partial
from typing import SupportsIndex

from fourfold.agents import Agent, SearchProgress
from fourfold.agents.engine import isolated_agent
from fourfold.agents.registry import look_up
from fourfold.errors import GameError, InvalidAgent
from fourfold.game.game import Game
from fourfold.game.lazy_agent import LazyAgent
from fourfold.game.players import Participant
from fourfold.game.runner import Turn, answer_offer
from fourfold.rules import Player, Rules

MakeAgent = Callable[[str], Agent]


class Mode(StrEnum):
    """Who plays whom."""

    HUMAN_HUMAN = "human-human"
    HUMAN_AI = "human-ai"
    AI_AI = "ai-ai"

    @classmethod
    def of(cls, players: tuple[Participant, Participant]) -> "Mode":
        """Return the mode of a game between these two."""
        people = sum(player.is_human for player in players)
        return (cls.AI_AI, cls.HUMAN_AI, cls.HUMAN_HUMAN)[people]


def check_players(players: tuple[Participant, Participant], rules: Rules) -> None:
    """Raise InvalidAgent if an agent is not known or does not play these rules."""
    for player in players:
        if player.agent is not None:
            kind, _ = look_up(player.agent)
            if not kind.plays(rules):
                raise InvalidAgent(f"agent '{kind.name}' plays {kind.rules}, but not {rules}")


class GameSession:
    """A game, and the agents that play in it."""

    def __init__(self, game: Game, make: MakeAgent = isolated_agent) -> None:
        """Check the players; InvalidAgent if an agent is not known or does not play these rules.

        The agents themselves are made by `make` when they first think.
        """
        check_players(game.players, game.rules)
        self.game = game
        self.mode = Mode.of(game.players)
        self.move_delay = 0.0
        """Seconds between two moves of agents that play each other."""
        self._agents = {
            side: LazyAgent(partial(make, player.agent))
            for side in Player
            if (player := game.player(side)).agent is not None
        }
        self._turn: Turn | None = None
        self._is_paused = False
        self._is_stepping = False
        self._next_turn = game.now()
        game.subscribe(lambda _: self._delay_next_turn())

    # How things stand

    @property
    def person(self) -> Player | None:
        """The player that the person at the screen acts for; None if two agents play.

        With two people at one screen it is whoever is to move.
        """
        if self.mode is Mode.HUMAN_HUMAN:
            return self.game.turn
        return next((side for side in Player if self.game.player(side).is_human), None)

    @property
    def is_persons_turn(self) -> bool:
        """Whether a person is to move, in a game that is not over."""
        return not self.game.is_over and self.game.player().is_human

    @property
    def is_thinking(self) -> bool:
        """Whether an agent is thinking about its move."""
        return self._turn is not None

    @property
    def is_hurried(self) -> bool:
        """Whether the agent that is thinking was asked to move at once."""
        return self._turn is not None and self._turn.thought.stop.requested

    @property
    def progress(self) -> SearchProgress | None:
        """What the agent that is thinking last reported."""
        return None if self._turn is None else self._turn.thinking

    @property
    def is_paused(self) -> bool:
        """Whether agents are kept from starting to think."""
        return self._is_paused

    # Called by the interface again and again

    def poll(self) -> None:
        """Move the game on as far as it can go now, without waiting.

        Plays an agent's move once it is there, starts the next agent's turn, and ends the game
        when a person has run out of time.
        """
        game = self.game
        if self._turn is not None and self._turn.poll():
            self._turn = None
            if self._is_stepping:
                self._is_stepping = False
                game.clock.pause()
        if game.is_over or self._turn is not None:
            return
        if game.player().is_human:
            game.check_clock()
        elif (not self._is_paused or self._is_stepping) and game.now() >= self._next_turn:
            game.clock.resume()
            self._turn = Turn(game, self._agents[game.turn], watched=True)

    def wait(self) -> None:
        """Wait a moment for the agent that is thinking, for callers without a loop of their own."""
        if self._turn is not None:
            self._turn.wait()

    # What people can do

    def play(self, column: SupportsIndex) -> None:
        """Drop the piece or the ban of the person who is to move."""
        if not self.game.is_over and not self.is_persons_turn:
            raise GameError(f"it is not your turn: {self.game.player()} is to move")
        self.game.play(column)

    def hurry(self) -> None:
        """Ask the agent that is thinking to move with what it has found."""
        if self._turn is None:
            raise GameError("no agent is thinking")
        self._turn.hurry()

    def undo(self) -> int:
        """Take back the last ply, or all since the person's own; pauses two agents.

        Returns how many plies were taken back.
        """
        return self._change_plies(self.game.undo)

    def redo(self) -> int:
        """Play again what was taken back; returns how many plies that was."""
        return self._change_plies(self.game.redo)

    def resign(self) -> None:
        """Resign for the person."""
        self.game.resign(self._person_who("resign"))

    def offer_draw(self) -> None:
        """Offer a draw, or accept the one that the opponent offered; an agent answers at once."""
        self.game.offer_draw(self._person_who("offer a draw"))
        if self.mode is Mode.HUMAN_AI and self.game.offer is not None:
            answer_offer(self.game)

    # Two agents

    def pause(self) -> None:
        """Stop the agents; a turn that was begun is dropped, and begun anew by `resume`."""
        self._is_paused = True
        self._is_stepping = False
        self._drop()
        if not self.game.is_over:
            self.game.pause()

    def resume(self) -> None:
        """Let the agents play on."""
        self._is_paused = False
        self._is_stepping = False
        self._next_turn = self.game.now()
        if not self.game.is_over:
            self.game.resume()

    def step(self) -> None:
        """Let the agent that is to move make one move, then pause."""
        if not self._is_paused:
            self.pause()
        if not self.game.is_over:
            self._is_stepping = True
            self._next_turn = self.game.now()

    def close(self) -> None:
        """End the session: an agent that is thinking is asked to stop, and not waited for."""
        self._drop()
        self._is_paused = True

    def _change_plies(self, how: Callable[[], int]) -> int:
        plies = how()  # on an error nothing has changed, and an agent goes on thinking
        self._drop()
        if self.mode is Mode.AI_AI:
            self._is_paused = True
            self._is_stepping = False
        if self._is_paused:
            self.game.clock.pause()
        return plies

    def _drop(self) -> None:
        if self._turn is not None:
            self._turn.drop()
            self._turn = None

    def _delay_next_turn(self) -> None:
        """Begin the delay after a move of two agents; no clock runs meanwhile."""
        if self.mode is Mode.AI_AI and self.move_delay > 0:
            self._next_turn = self.game.now() + self.move_delay
            if not self.game.is_over:
                self.game.clock.pause()

    def _person_who(self, what: str) -> Player:
        person = self.person
        if person is None:
            raise GameError(f"nobody can {what}: no person plays")
        return person
