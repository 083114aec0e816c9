"""An opponent for environments: any player that `ff.match` takes, with a new seed for each game."""

from typing import Any

import numpy as np

from fourfold.agents.base import Agent, checked_column
from fourfold.arena.entrants import Player, check_boards, entrant_of
from fourfold.errors import BadAnswer, FourfoldError, MatchError
from fourfold.rules import Position, Rules

_MOST_SEED = 2**32 - 1


class Opponent:
    """Answers positions by an agent.

    An agent whose spec takes a seed and gives none is made anew for each game, with a seed from
    the environment: the environment's own seed then repeats all games.
    """

    def __init__(self, player: Player, rules: Rules) -> None:
        self._entrant = entrant_of(player)
        check_boards([self._entrant], [Position(rules)])
        self.takes_seed = self._entrant.seeded(0) is not self._entrant
        self._agent: Agent | None = None

    @property
    def name(self) -> str:
        """What a match would call it."""
        return self._entrant.name

    def begin(self, random: np.random.Generator) -> None:
        """Get ready for a new game."""
        if self.takes_seed:
            self._make(int(random.integers(_MOST_SEED)))

    def column(self, position: Position) -> int:
        """Return the column that it plays; MatchError if it has failed or plays nonsense."""
        if self._agent is None:
            self._make(0)
        assert self._agent is not None
        try:
            return checked_column(position, self._agent.choose(position).column)
        except BadAnswer as error:
            raise MatchError(f"the opponent {self.name} {error}") from error

    def close(self) -> None:
        """End the process of a player that has one."""
        agent: Any = self._agent
        self._agent = None
        if hasattr(agent, "close"):
            agent.close()

    def _make(self, seed: int) -> None:
        self.close()
        try:
            self._agent = self._entrant.seeded(seed).agent()
        except FourfoldError:
            raise
        except Exception as error:
            raise MatchError(f"the opponent {self.name} could not be made: {error}") from error
