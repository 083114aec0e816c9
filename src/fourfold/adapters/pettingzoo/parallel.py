"""The game as a parallel environment: both agents answer at each step, and one of them waits.

Connect Four is played in turns, so one action of each step has no effect. Besides the columns there
is an action `wait`, the last one, and the masks allow exactly what counts: the columns with room to
the agent who is to move, `wait` alone to the other. A policy that follows its mask then has nothing
to choose while it waits, so that what it does meanwhile teaches it nothing wrong.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import ParallelEnv
from pettingzoo.utils.env_logger import EnvLogger

from fourfold.adapters.observations import Int8Array, action_mask
from fourfold.adapters.pettingzoo.board import AGENTS, Board, Observation, metadata
from fourfold.adapters.rendering import Frame
from fourfold.errors import GameError, describe
from fourfold.rules import STANDARD, Rules
from fourfold.support.checks import as_int

Step = tuple[
    dict[str, Observation],
    dict[str, float],
    dict[str, bool],
    dict[str, bool],
    dict[str, dict[str, Any]],
]


class parallel_env(ParallelEnv):  # type: ignore[misc]  # noqa: N801 - PettingZoo's name
    """The environment in which both agents act at each step.

    rules, render_mode: as for `raw_env`.

    Observations are those of `raw_env`, but `action_mask` is (columns + 1,) int8: its last place is
    the action `wait`. It is the only one that the waiting agent has, and both have once the game is
    over. A step plays the action of the agent who is to move; the other's is not looked at and may
    be missing. After a piece on the bonus cell the same agent is to move again.

    An illegal action of the agent who is to move, `wait` among them, ends the game as PettingZoo's
    `TerminateIllegalWrapper` does: -1 for that agent, 0 for the other, and a warning.
    `infos[agent]["to_move"]` says who is to move.
    """

    metadata = metadata(is_parallelizable=True)

    def __init__(self, rules: Rules | str = STANDARD, render_mode: str | None = None) -> None:
        self._board = Board(rules, 1, render_mode)
        self.rules = self._board.rules
        self.wait = self.rules.columns
        self.render_mode = self._board.render_mode
        self.state_space = self._board.state_space
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []

    @property
    def position(self) -> Any:
        """The position, with the moves that led to it."""
        return self._board.position

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a game. options: `position`, where it begins. A seed changes nothing."""
        self._board.begin(options)
        self.agents = self.possible_agents[:]
        if self.render_mode == "human":
            self.render()
        return self._observations(), self._infos()

    def step(self, actions: dict[str, int]) -> Step:
        """Play the action of the agent who is to move."""
        if not self.agents:
            raise GameError("the game is over: reset the environment before the next step")
        board = self._board
        mover = board.mover
        column = as_int(actions.get(mover))
        legal = column in board.position.legal_columns
        if legal:
            assert column is not None
            board.position = board.position.play(column)
            rewards = board.rewards()
        else:
            EnvLogger.warn_on_illegal_move()
            rewards = {agent: -1.0 if agent == mover else 0.0 for agent in self.agents}
        over = not legal or board.position.outcome is not None
        terminations = dict.fromkeys(self.agents, over)
        truncations = dict.fromkeys(self.agents, not legal)
        infos = self._infos()
        if not legal:
            infos[mover]["illegal_action"] = describe(actions.get(mover))
        if over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return self._observations(), rewards, terminations, truncations, infos

    def state(self) -> Int8Array:
        """Return the board as FIRST sees it, and a plane of ones if SECOND is to move."""
        return self._board.state()

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations."""
        return self._board.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the columns, one action each, and `wait`."""
        return self._board.action_space(agent)

    def render(self) -> str | Frame | None:
        """Show the position in the render mode."""
        return self._board.render()

    def close(self) -> None:
        """Do nothing: there is no window."""

    def _observations(self) -> dict[str, Observation]:
        board = self._board
        masks = {agent: np.zeros(self.wait + 1, np.int8) for agent in AGENTS}
        for agent, mask in masks.items():
            if self.agents and agent == board.mover:
                mask[:-1] = action_mask(board.position)
            else:
                mask[self.wait] = 1
        return {agent: board.observe(agent, mask) for agent, mask in masks.items()}

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: {"to_move": agent == self._board.mover} for agent in AGENTS}
