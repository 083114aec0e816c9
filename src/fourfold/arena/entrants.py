"""The participants of a match or a tournament, and what each brings: a spec, a class, an object."""

import inspect
import pickle
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from fourfold.agents.base import Agent
from fourfold.agents.engine import isolated_agent
from fourfold.agents.external import as_agent
from fourfold.agents.registry import admit
from fourfold.errors import InvalidAgent, InvalidOption, describe
from fourfold.game import Participant
from fourfold.rules import Position, Rules
from fourfold.search import Limit

MOST_PLAYERS = 200
"""Their ratings take seconds; the time grows with the third power."""
_NAMED = re.compile(r"([^:=/\\]{1,60})=\s*(.+)", re.DOTALL)  # in a spec, a colon comes before any =

Player = Any
"""An agent spec, a class, an instance, a function of a position, or a name and one of these.

A spec can bring its name with it: `NAME=SPEC`.
"""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A participant: an agent spec such as `uct:seconds=1`, or a function that makes its agent.

    With several workers the function is sent to them, so it must be possible to pickle it.
    """

    name: str
    spec: str | None = None
    make: Callable[[], Agent] | None = None

    def plays(self, rules: Rules) -> bool:
        """Return True if the agent can play these rules; one without a spec is taken to."""
        return self.spec is None or admit(self.spec)[0].plays(rules)

    def seeded(self, seed: int) -> "Entrant":
        """Return the entrant with this seed, if its agent has the option and none was given."""
        if self.spec is None:
            return self
        kind, options = admit(self.spec)
        if options.get("seed", 0) is not None:
            return self
        separator = ":" if self.spec == kind.name else ","
        return replace(self, spec=f"{self.spec}{separator}seed={seed}")

    def participant(self) -> Participant:
        """Return the entrant as the record of a game names it."""
        if self.spec is None:
            return Participant(self.name, self.name)
        return Participant(self.name, self.spec, admit(self.spec)[1])

    def agent(self) -> Agent:
        """Make the agent; a player from outside the package gets a process of its own."""
        if self.make is not None:
            return self.make()
        assert self.spec is not None
        return isolated_agent(self.spec)


@dataclass(frozen=True, slots=True)
class _Handed:
    """Makes the agent of a player that was handed over in Python; can be pickled if it can."""

    player: Any

    def __call__(self) -> Agent:
        return as_agent(self.player)


def entrants_of(players: Sequence[Player], what: str) -> tuple[Entrant, ...]:
    """Return the participants with names of their own; `what` names the event in messages."""
    if len(players) == 1 and isinstance(players[0], list | tuple | Iterator):
        players = tuple(players[0])
    if len(players) < 2:
        there = f"only {describe(players[0])}" if players else "none"
        raise InvalidOption(f"a {what} needs two agents or more, but there is {there}")
    if len(players) > MOST_PLAYERS:
        raise InvalidOption(
            f"a {what} has at most {MOST_PLAYERS} agents, but there are {len(players)}"
        )
    entrants: list[Entrant] = []
    names: set[str] = set()
    for player in players:
        entrant = entrant_of(player)
        name, number = entrant.name, 1
        while name in names:
            number += 1
            name = f"{entrant.name} ({number})"
        names.add(name)
        entrants.append(replace(entrant, name=name))
    return tuple(entrants)


def entrant_of(player: Player) -> Entrant:
    """Return one participant; InvalidAgent if the player cannot play at all."""
    if isinstance(player, Entrant):
        return player
    if isinstance(player, tuple):
        if len(player) != 2 or not isinstance(player[0], str) or not player[0].strip():
            raise InvalidAgent(
                f"{describe(player)} is no player: a tuple must be a name and a player"
            )
        return replace(entrant_of(player[1]), name=player[0].strip())
    if isinstance(player, str):
        named = _NAMED.fullmatch(player.strip())
        name, spec = named.groups() if named else (player.strip(), player.strip())
        admit(spec)
        return Entrant(name.strip(), spec)
    if not inspect.isclass(player) and not callable(player):
        as_agent(player)  # what can never play is refused before the first game
    return Entrant(_name_of(player), make=_Handed(player))


def _name_of(player: Player) -> str:
    for name in (getattr(player, "name", None), getattr(player, "__name__", None)):
        if isinstance(name, str) and name.strip():
            return name.strip()
    return type(player).__name__


def check_can_be_sent(entrants: Sequence[Entrant]) -> None:
    """Refuse a player that several workers cannot have: a lambda, or a class within a function."""
    for entrant in entrants:
        try:
            pickle.dumps(entrant)
        except Exception as error:  # whatever a player's own __reduce__ raises
            raise InvalidOption(
                f"the player {describe(entrant.name)} cannot be sent to other processes: "
                "it must be defined at the top of a module, or play with one worker"
            ) from error


def check_boards(entrants: Sequence[Entrant], openings: Sequence[Position]) -> None:
    """Refuse a board that one of the agents does not play."""
    for rules in {position.rules: None for position in openings}:
        for entrant in entrants:
            if not entrant.plays(rules):
                assert entrant.spec is not None
                kind = admit(entrant.spec)[0]
                raise InvalidAgent(
                    f"agent {describe(entrant.name)} does not play on '{rules}'; "
                    f"it plays {kind.rules}"
                )


def check_limit(entrants: Sequence[Entrant], limit: Limit) -> None:
    """Refuse a limit that an agent cannot keep to: it would lose every game by raising an error."""
    for entrant in entrants:
        if entrant.spec is None:
            continue
        kind = admit(entrant.spec)[0]
        for name in ("seconds", "nodes", "depth"):
            value = getattr(limit, name)
            if value is not None and name not in kind.limits:
                raise InvalidOption(
                    f"agent {describe(entrant.name)} cannot keep to a limit of {name} {value}; "
                    f"it can be limited by {' and '.join(kind.limits)}"
                )
