"""The game as an AEC environment: the agents take turns."""

from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from fourfold.adapters.observations import Int8Array, action_mask
from fourfold.adapters.pettingzoo.board import AGENTS, Board, Observation, metadata
from fourfold.adapters.rendering import Frame
from fourfold.errors import IllegalMove
from fourfold.rules import STANDARD, Rules


def env(rules: Rules | str = STANDARD, render_mode: str | None = None) -> Any:
    """Make the environment with PettingZoo's usual wrappers, as its own classic games have them.

    An illegal column ends the game with -1 for the agent who played it and a warning; an action
    that is no column, or a call before `reset`, is an error. See `raw_env`.
    """
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(rules, render_mode), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 - the name that PettingZoo's games have
    """The environment without wrappers: an illegal column raises `IllegalMove`, nothing changes.

    rules: `Rules`, or their text such as `9x8-xd3` or `6x6-bc2`.
    render_mode: `human` prints each position, `ansi` returns it as text, `rgb_array` as a picture.

    Observations are a dict:

    observation: (5, rows, columns) int8, zeros and ones. Axes: plane, row, column; row 0 is at the
        bottom, column 0 on the left. Perspective: the agent's own, whoever is to move. Planes:
        0 their own pieces, 1 the opponent's, 2 bans and forbidden cells, 3 the bonus cell while it
        is free, 4 everywhere if the next ply is a ban.
    action_mask: (columns,) int8: the columns that can be played; all 0 for the agent who waits,
        and once the game is over.

    An action is a column, counted from 0 on the left. After a piece on the bonus cell the same
    agent is selected again, to drop the ban. Rewards are 1 for a win and -1 for a loss, else 0.
    `state()` is what FIRST sees, with a plane more: ones if SECOND is to move.
    `reset(options={"position": "7x6:4455"})` begins in a position; nothing is left to chance, so
    that a seed changes nothing.
    """

    metadata = metadata(is_parallelizable=False)

    def __init__(self, rules: Rules | str = STANDARD, render_mode: str | None = None) -> None:
        super().__init__()
        self._board = Board(rules, 0, render_mode)
        self.rules = self._board.rules
        self.render_mode = self._board.render_mode
        self.state_space = self._board.state_space
        self.possible_agents = list(AGENTS)
        self.agents: list[str] = []

    @property
    def position(self) -> Any:
        """The position, with the moves that led to it."""
        return self._board.position

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. options: `position`, where it begins."""
        self._board.begin(options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._board.mover
        self._skip_agent_selection = None
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """Drop a piece, or the ban that is due, for `agent_selection`."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalMove(f"{agent} has to play a column, not None")
        board = self._board
        board.position = board.position.play(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = board.rewards()
        self._accumulate_rewards()
        self.agent_selection = board.mover
        if board.position.outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees: see the class."""
        mask = action_mask(self._board.position)
        if agent != self._board.mover:
            mask[:] = 0
        return self._board.observe(agent, mask)

    def state(self) -> Int8Array:
        """Return the board as FIRST sees it, and a plane of ones if SECOND is to move."""
        return self._board.state()

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of an agent's observations."""
        return self._board.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the columns, one action each."""
        return self._board.action_space(agent)

    def render(self) -> str | Frame | None:
        """Show the position in the render mode."""
        return self._board.render()

    def close(self) -> None:
        """Do nothing: there is no window."""
