"""Our agents as bots of OpenSpiel."""

from typing import Any

import numpy as np
import pyspiel

from fourfold.adapters.open_spiel.states import position_of, rules_of
from fourfold.adapters.opponent import Opponent
from fourfold.arena.entrants import Player as AnyPlayer
from fourfold.arena.entrants import entrant_of
from fourfold.rules import Rules


class AgentBot(pyspiel.Bot):  # type: ignore[misc]
    """A bot that plays as an agent does, in `fourfold` and in OpenSpiel's `connect_four`.

    player: an agent spec such as `uct:seconds=0.1`, a class, an instance, or a function of a
        position.
    seed: where a spec that takes a seed and gives none gets a new one for each game.
    """

    def __init__(self, player: AnyPlayer, seed: int = 0) -> None:
        super().__init__()
        self._player = player
        self._random = np.random.default_rng(seed)
        self._opponents: dict[Rules, Opponent] = {}
        self._begins = True
        entrant_of(player)  # refuses what is no player now, not at its first move

    def restart(self) -> None:
        """Get ready for a new game."""
        self._begins = True

    def restart_at(self, state: Any) -> None:
        """Get ready to play on from a state; an agent looks at the position alone."""
        self._begins = True

    def inform_action(self, state: Any, player_id: int, action: int) -> None:
        """Do nothing: the next state tells it."""

    def step(self, state: Any) -> int:
        """Return the column that the agent plays."""
        opponent = self._opponent(rules_of(state.get_game()))
        return opponent.column(position_of(state))

    def step_with_policy(self, state: Any) -> tuple[list[tuple[int, float]], int]:
        """Return the column, and a policy that plays it for certain."""
        action = self.step(state)
        return [(legal, float(legal == action)) for legal in state.legal_actions()], action

    def _opponent(self, rules: Rules) -> Opponent:
        if rules not in self._opponents:
            self._opponents[rules] = Opponent(self._player, rules)
            self._begins = True
        if self._begins:
            self._begins = False
            self._opponents[rules].begin(self._random)
        return self._opponents[rules]
