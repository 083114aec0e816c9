"""A game with everybody at the table: people, who move when they like, and agents, who think.

    person's turn     play, undo, redo, offer_draw, resign
    agent's turn      a `Turn` runs beside; hurry
    two agents        pause, resume, step, and a breath between two moves

An interface makes one `Table`, calls `poll` from its own loop several times a second, and shows
`game`, which tells it of all that happens. Nothing here waits, so nothing here freezes a screen.
"""

from collections.abc import Callable
from enum import StrEnum
from functools import partial

from fourfold.agents import Agent, Thinking
from fourfold.agents.registry import agent, look_up
from fourfold.errors import GameError, InvalidAgent
from fourfold.game.game import Game
from fourfold.game.players import Participant
from fourfold.game.runner import Turn, answer_offer
from fourfold.game.seated import Seated
from fourfold.rules import Player, Rules

MakeAgent = Callable[[str], Agent]


class Mode(StrEnum):
    """Who plays whom."""

    HUMAN_HUMAN = "human-human"
    HUMAN_AI = "human-ai"
    AI_AI = "ai-ai"

    @classmethod
    def of(cls, players: tuple[Participant, Participant]) -> "Mode":
        """The mode of a game between these two."""
        people = sum(player.is_human for player in players)
        return (cls.AI_AI, cls.HUMAN_AI, cls.HUMAN_HUMAN)[people]


def check_seats(players: tuple[Participant, Participant], rules: Rules) -> None:
    """Refuse a game that an agent cannot play: it is not known, or not for these rules."""
    for player in players:
        if player.agent is not None:
            kind, _ = look_up(player.agent)
            if not kind.plays(rules):
                raise InvalidAgent(f"agent '{kind.name}' plays {kind.rules}, but not {rules}")


class Table:
    """A game, and the agents that play in it."""

    def __init__(self, game: Game, make: MakeAgent = agent) -> None:
        """Sit down; InvalidAgent if an agent is not known or does not play these rules."""
        check_seats(game.players, game.rules)
        self.game = game
        self.mode = Mode.of(game.players)
        self.breath = 0.0
        """Seconds between two moves of agents that play each other."""
        self._agents = {
            side: Seated(partial(make, player.agent))
            for side in Player
            if (player := game.player(side)).agent is not None
        }
        self._turn: Turn | None = None
        self._is_paused = False
        self._is_stepping = False
        self._next_turn = game.now()
        game.subscribe(lambda _: self._catch_breath())

    # How things stand

    @property
    def person(self) -> Player | None:
        """For whom the person at the screen acts: the one to move, or the only person there is."""
        if self.mode is Mode.HUMAN_HUMAN:
            return self.game.turn
        return next((side for side in Player if self.game.player(side).is_human), None)

    @property
    def is_persons_turn(self) -> bool:
        """Whether a person is to move."""
        return not self.game.is_over and self.game.player().is_human

    @property
    def is_thinking(self) -> bool:
        """Whether an agent thinks about its move."""
        return self._turn is not None

    @property
    def is_hurried(self) -> bool:
        """Whether the agent that thinks was asked to move at once."""
        return self._turn is not None and self._turn.thought.stop.requested

    @property
    def thinking(self) -> Thinking | None:
        """What the agent that thinks last told of it."""
        return None if self._turn is None else self._turn.thinking

    @property
    def is_paused(self) -> bool:
        """Whether no agent may begin to think."""
        return self._is_paused

    # What an interface calls again and again

    def poll(self) -> None:
        """Do what is to be done now, without waiting."""
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
        """Wait until it is worth while to poll again, for those who have nothing else to do."""
        if self._turn is not None:
            self._turn.wait()

    # What people do

    def play(self, column: int) -> None:
        """Drop the piece or the ban of the person who is to move."""
        if not self.game.is_over and not self.is_persons_turn:
            raise GameError(f"it is not your turn: {self.game.player()} is to move")
        self.game.play(column)

    def hurry(self) -> None:
        """Make the agent that thinks move with what it has."""
        if self._turn is None:
            raise GameError("no agent is thinking")
        self._turn.hurry()

    def undo(self) -> int:
        """Take back a ply, or all since the person's own; two agents pause for it."""
        return self._turn_back(self.game.undo)

    def redo(self) -> int:
        """Play again what was taken back."""
        return self._turn_back(self.game.redo)

    def resign(self) -> None:
        """Give the game up, for the person."""
        self.game.resign(self._person_who("resign"))

    def offer_draw(self) -> None:
        """Offer a draw, or accept the one that the other offered; an agent answers at once."""
        self.game.offer_draw(self._person_who("offer a draw"))
        if self.mode is Mode.HUMAN_AI and self.game.offer is not None:
            answer_offer(self.game)

    # Two agents

    def pause(self) -> None:
        """Let nobody think; a thought that was begun is dropped."""
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
        """Let the agent that is to move make one move, and pause."""
        if not self._is_paused:
            self.pause()
        if not self.game.is_over:
            self._is_stepping = True
            self._next_turn = self.game.now()

    def close(self) -> None:
        """Leave: whoever thinks is told to stop, and nobody waits for him."""
        self._drop()
        self._is_paused = True

    def _turn_back(self, how: Callable[[], int]) -> int:
        plies = how()  # or an error, and then whoever thinks goes on
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

    def _catch_breath(self) -> None:
        """The clock stands while two agents catch their breath."""
        if self.mode is Mode.AI_AI and self.breath > 0:
            self._next_turn = self.game.now() + self.breath
            if not self.game.is_over:
                self.game.clock.pause()

    def _person_who(self, what: str) -> Player:
        person = self.person
        if person is None:
            raise GameError(f"nobody can {what}: no person plays")
        return person
