"""What the two kinds of environment share: the board, its agents, its state, how it is shown."""

from typing import Any

import numpy as np
from gymnasium import spaces

from fourfold.adapters.observations import (
    Int8Array,
    as_rules,
    observation,
    start_position,
)
from fourfold.adapters.rendering import (
    RENDER_FPS,
    RENDER_MODES,
    Frame,
    checked_render_mode,
    render,
)
from fourfold.adapters.spaces import observation_space
from fourfold.rules import FIRST, SECOND, Player, Position, Rules
from fourfold.rules.arrays import PLANES

NAME = "fourfold_connect_four_v0"
AGENTS = {"player_0": FIRST, "player_1": SECOND}
AGENT_OF = {player: agent for agent, player in AGENTS.items()}

Observation = dict[str, Int8Array]


def metadata(is_parallelizable: bool) -> dict[str, Any]:
    """Return what an environment says of itself."""
    return {
        "name": NAME,
        "render_modes": RENDER_MODES,
        "render_fps": RENDER_FPS,
        "is_parallelizable": is_parallelizable,
    }


class Board:
    """A position that is played on, and what agents and viewers see of it."""

    def __init__(self, rules: Rules | str, actions: int, render_mode: str | None) -> None:
        self.rules = as_rules(rules)
        self.render_mode = checked_render_mode(render_mode)
        self.position = Position(self.rules)
        actions += self.rules.columns
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": observation_space(self.rules),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in AGENTS
        }
        self._action_spaces = {agent: spaces.Discrete(actions) for agent in AGENTS}
        self.state_space = spaces.Box(
            0, 1, (PLANES + 1, self.rules.rows, self.rules.columns), np.int8
        )

    def begin(self, options: dict[str, Any] | None) -> None:
        """Begin a game, on the empty board or where the options say."""
        self.position = start_position(self.rules, options)

    @property
    def mover(self) -> str:
        """The agent who is to move, or would be."""
        return AGENT_OF[self.position.turn]

    def observe(self, agent: str, mask: Int8Array) -> Observation:
        """Return what an agent sees, with its mask."""
        return {"observation": observation(self.position, AGENTS[agent]), "action_mask": mask}

    def rewards(self) -> dict[str, float]:
        """Return 1 for the winner and -1 for the other; 0 for both unless a game was won."""
        outcome = self.position.outcome
        winner = None if outcome is None else outcome.winner
        return {agent: _reward(player, winner) for agent, player in AGENTS.items()}

    def state(self) -> Int8Array:
        """Return the board as FIRST sees it, and a plane of ones if SECOND is to move."""
        seen = observation(self.position, FIRST)
        turn = np.full((1, *seen.shape[1:]), self.position.turn is SECOND, np.int8)
        return np.concatenate([seen, turn])

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations, the same object each time."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of an agent's actions, the same object each time."""
        return self._action_spaces[agent]

    def render(self) -> str | Frame | None:
        """Show the board in the render mode."""
        return render(self.position, self.render_mode)


def _reward(player: Player, winner: Player | None) -> float:
    return 0.0 if winner is None else 1.0 if winner is player else -1.0
