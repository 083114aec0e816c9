"""Many games at once on a native `Batch`, as a Gymnasium vector environment."""

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from fourfold.adapters.gymnasium.batch_players import BatchOpponent, batch_opponent
from fourfold.adapters.gymnasium.sides import checked_illegal, checked_side
from fourfold.adapters.observations import Int8Array, as_rules
from fourfold.adapters.rendering import (
    RENDER_FPS,
    RENDER_MODES,
    Frame,
    checked_render_mode,
    render,
)
from fourfold.adapters.spaces import observation_space
from fourfold.errors import GameError, InvalidOption
from fourfold.rules import STANDARD, Rules
from fourfold.search.batch import Batch
from fourfold.support.checks import whole_number

BoolArray = NDArray[np.bool_]
Rewards = NDArray[np.float32]
Info = dict[str, Any]
SELF_PLAY = "self"


class ConnectFourVectorEnv(VectorEnv[Int8Array, ArrayLike, NDArray[Any]]):
    """Games on many boards of one set of rules.

    num_envs: how many boards.
    rules: `Rules`, or their text such as `9x8-xd3` or `6x6-bc2`.
    opponent: `random` and `greedy` answer natively on all boards at once; a `BatchPlayer` is a
        function of the batch; any other player, as `ConnectFourEnv` takes it, is asked board by
        board. `self` is self-play: each step is one ply, of whoever is to move.
    side, illegal: as for `ConnectFourEnv`, for each board by itself; self-play has no sides.
    threads: how many share the boards; see `Batch`.
    render_mode: `human` prints each position, `ansi` and `rgb_array` return one text or picture a
        board.

    Observations: (num_envs, 5, rows, columns) int8, the planes of `ConnectFourEnv`, as the learner
    sees them; in self-play as the player to move does.

    Rewards: (num_envs,) float32: 1 for a win, -1 for a loss, else 0. In self-play they are for the
    player who has made the ply; the other's are the opposite.

    infos: `action_mask`, (num_envs, columns) int8; `side`, (num_envs,) int8, 0 where the learner
    (in self-play the player to move) is FIRST and 1 where SECOND. `action_masks()` is the mask as
    bool.

    Games end by the next-step mode: the step that ends a game returns its last position, and the
    next one begins a new game on that board, ignoring the action.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]  # Gymnasium's is no ClassVar
        "render_modes": RENDER_MODES,
        "render_fps": RENDER_FPS,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        rules: Rules | str = STANDARD,
        opponent: Any = "random",
        side: str = "random",
        illegal: str = "lose",
        threads: int = 1,
        render_mode: str | None = None,
    ) -> None:
        self.rules = as_rules(rules)
        self.num_envs = whole_number("the number of boards", num_envs, 1)
        self._batch = Batch(self.rules, self.num_envs, threads=threads)
        self._opponent: BatchOpponent | None = None
        if not (isinstance(opponent, str) and opponent == SELF_PLAY):
            self._opponent = batch_opponent(opponent, self.rules, self.num_envs)
        self._side = checked_side(side)
        self._raises = checked_illegal(illegal) == "raise"
        self.render_mode = checked_render_mode(render_mode)
        self.single_observation_space = observation_space(self.rules)
        self.single_action_space = spaces.Discrete(self.rules.columns)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._sides = np.ones(self.num_envs, np.int8)  # who the learner is, or was last
        self._over = np.zeros(self.num_envs, np.bool_)  # also by an illegal column
        self._has_begun = False

    @property
    def batch(self) -> Batch:
        """The boards; playing on them is left to `step`."""
        return self._batch

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Int8Array, Info]:
        """Begin new games on all boards. There are no options."""
        super().reset(seed=seed)
        if seed is not None or not self._has_begun:
            self._batch.reset(seed=int(self.np_random.integers(2**63)))
            self._sides[:] = 1
        self._has_begun = True
        self._begin(np.ones(self.num_envs, np.bool_))
        self._render_for_people()
        return self._observations(), self._infos()

    def step(self, actions: ArrayLike) -> tuple[Int8Array, Rewards, BoolArray, BoolArray, Info]:
        """Play a column on every board, and let the opponent answer."""
        if not self._has_begun:
            raise GameError("reset the environment before the first step")
        batch = self._batch
        new_games = self._over.copy()
        played = ~new_games
        columns = self._checked(actions)
        illegal = played & ~_legal(batch.legal_mask, columns)
        if not self._raises:
            played &= ~illegal
        movers = batch.turn.copy() if self._opponent is None else self._sides
        batch.step(columns, played)
        rewards = np.zeros(self.num_envs, np.float32)
        if new_games.any():
            self._begin(new_games)
        if self._opponent is not None:
            self._answer(played & ~batch.finished)
        self._over = batch.finished | illegal
        won = played & (batch.winner >= 0)
        rewards[won] = np.where(batch.winner[won] == movers[won], 1.0, -1.0)
        rewards[illegal] = -1.0
        infos = self._infos()
        if illegal.any():
            infos["illegal_action"] = infos["_illegal_action"] = illegal
        self._render_for_people()
        truncations = np.zeros(self.num_envs, np.bool_)
        return self._observations(), rewards, self._over.copy(), truncations, infos

    def action_masks(self) -> BoolArray:
        """Return which columns can be played, (num_envs, columns)."""
        return self._batch.legal_mask.copy()

    def render(self) -> tuple[str | Frame, ...] | None:
        """Show every board in the render mode."""
        frames = tuple(render(each, self.render_mode) for each in self._batch.positions())
        return tuple(frame for frame in frames if frame is not None) or None

    def close_extras(self, **kwargs: Any) -> None:
        """End the processes of opponents that have one."""
        if self._opponent is not None:
            self._opponent.close()

    def _begin(self, boards: BoolArray) -> None:
        """Begin new games on these boards, up to the learner's first move."""
        self._batch.reset(boards)
        self._over[boards] = False
        if self._opponent is None:
            return
        match self._side:
            case "first":
                self._sides[boards] = 0
            case "second":
                self._sides[boards] = 1
            case "alternate":
                self._sides[boards] ^= 1
            case _:
                drawn = self.np_random.integers(2, size=self.num_envs, dtype=np.int8)
                self._sides[boards] = drawn[boards]
        self._opponent.begin(boards, self.np_random)
        self._answer(boards)
        if (boards & self._batch.finished).any():
            raise InvalidOption(f"on {self.rules} the game is over before the learner moves")

    def _answer(self, boards: BoolArray) -> None:
        """Let the opponent play where it is to move; a ban takes a second round."""
        assert self._opponent is not None
        batch = self._batch
        while (waiting := boards & ~batch.finished & (batch.turn != self._sides)).any():
            batch.step(self._opponent.columns(batch, waiting), waiting)

    def _checked(self, actions: ArrayLike) -> NDArray[np.int64]:
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise InvalidOption(
                f"the actions are an array of shape {given.shape} and type {given.dtype}, but must "
                f"be whole numbers of shape ({self.num_envs},), one for each board"
            )
        return given.astype(np.int64, copy=False)

    def _observations(self) -> Int8Array:
        batch = self._batch
        planes = batch.planes().view(np.int8).copy()
        if self._opponent is not None:
            # Only where a game is over can the other be to move: they would be, if it went on.
            others = np.flatnonzero(batch.turn != self._sides)
            planes[others, :2] = planes[others, 1::-1]
        return planes

    def _infos(self) -> Info:
        side = self._batch.turn if self._opponent is None else self._sides
        everywhere = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self._batch.legal_mask.view(np.int8).copy(),
            "_action_mask": everywhere,
            "side": side.copy(),
            "_side": everywhere.copy(),
        }

    def _render_for_people(self) -> None:
        if self.render_mode == "human":
            self.render()


def _legal(legal_mask: BoolArray, columns: NDArray[np.int64]) -> BoolArray:
    """Return where the column is on the board and has room."""
    on_board = (columns >= 0) & (columns < legal_mask.shape[1])
    chosen = np.where(on_board, columns, 0)
    legal: BoolArray = on_board & legal_mask[np.arange(len(columns)), chosen]
    return legal
