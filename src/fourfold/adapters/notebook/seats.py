"""Who plays on the board of a notebook: people, who click, and agents, which think."""

from dataclasses import dataclass
from typing import Any

from fourfold.agents import Agent
from fourfold.arena.entrants import Entrant, entrant_of
from fourfold.errors import InvalidAgent
from fourfold.game import Participant
from fourfold.game.lazy_agent import LazyAgent
from fourfold.rules import Rules

PERSON = ""
"""The name of a person whom nobody has named."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One of the two players: a person, or an agent that is made when it first thinks."""

    name: str = PERSON
    entrant: Entrant | None = None
    agent: Agent | None = None

    @property
    def is_person(self) -> bool:
        """Return True if a person plays by clicking."""
        return self.agent is None

    def check(self, rules: Rules) -> None:
        """Raise InvalidAgent if the agent does not play these rules."""
        if self.entrant is not None and not self.entrant.plays(rules):
            raise InvalidAgent(f"the agent {self.name!r} does not play on {rules}")

    def participant(self) -> Participant:
        """Return the player as the record of a game names it."""
        if self.entrant is not None:
            return self.entrant.participant()
        return Participant.human(self.name) if self.name else Participant.human()


def seat_of(player: Any) -> Seat:
    """Return the seat of a player: None for a person, or whatever `ff.match` takes as a player."""
    if player is None:
        return Seat()
    entrant = entrant_of(player)
    return Seat(entrant.name, entrant, LazyAgent(entrant.agent))


def named_seat(participant: Participant) -> Seat:
    """Return the seat of somebody who has played a game that is only shown."""
    return Seat(PERSON if participant == Participant.human() else participant.name)
