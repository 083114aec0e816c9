"""One game at a time against an agent, as a Gymnasium environment."""

from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from fourfold.adapters.gymnasium.sides import checked_illegal, checked_side
from fourfold.adapters.observations import (
    Int8Array,
    action_mask,
    as_rules,
    observation,
    start_position,
)
from fourfold.adapters.opponent import Opponent
from fourfold.adapters.rendering import (
    RENDER_FPS,
    RENDER_MODES,
    Frame,
    checked_render_mode,
    render,
)
from fourfold.adapters.spaces import observation_space
from fourfold.arena.entrants import Player as AnyPlayer
from fourfold.errors import GameError, IllegalMove, InvalidOption
from fourfold.rules import FIRST, SECOND, STANDARD, Player, Position, Rules
from fourfold.support.checks import as_int

Info = dict[str, Any]


class ConnectFourEnv(gymnasium.Env[Int8Array, np.int64]):
    """A game against an agent, which answers within `step`.

    rules: `Rules`, or their text such as `9x8-xd3` or `6x6-bc2`.
    opponent: an agent spec such as `uct:seconds=0.1`, a class, an instance, or a function of a
        position. A spec that takes a seed and gives none gets a new one for each game, from the
        environment's own seed.
    side: whether the learner moves `first` or `second`, draws it (`random`), or does both in
        turn (`alternate`, beginning with first).
    illegal: what an illegal column does: `lose` ends the game with -1, `raise` raises
        `IllegalMove`.
    render_mode: `human` prints each position, `ansi` returns it as text, `rgb_array` as a picture.

    Observation: (5, rows, columns) int8, zeros and ones. Axes: plane, row, column; row 0 is at the
    bottom, column 0 on the left. Perspective: the learner's. Planes: 0 their own pieces, 1 the
    opponent's, 2 bans and forbidden cells, 3 the bonus cell while it is free, 4 everywhere if the
    next ply is a ban.

    Action: a column, counted from 0 on the left. After a piece on the bonus cell the learner is to
    move again, to drop the ban. Reward: 1 for a win, -1 for a loss, else 0.

    info: `action_mask`, (columns,) int8, the columns that can be played; `side`, 0 if the learner
    is FIRST and 1 if SECOND; `position`, the game as text. `action_masks()` is the mask as bool,
    as sb3-contrib asks for it.

    `reset(options={"position": "7x6:4455", "side": "second"})` begins in a position, and says who
    the learner is.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]  # Gymnasium's is no ClassVar
        "render_modes": RENDER_MODES,
        "render_fps": RENDER_FPS,
    }

    def __init__(
        self,
        rules: Rules | str = STANDARD,
        opponent: AnyPlayer = "random",
        side: str = "random",
        illegal: str = "lose",
        render_mode: str | None = None,
    ) -> None:
        self.rules = as_rules(rules)
        self._opponent = Opponent(opponent, self.rules)
        self._side = checked_side(side)
        self._illegal = checked_illegal(illegal)
        self.render_mode = checked_render_mode(render_mode)
        self.observation_space = observation_space(self.rules)
        self.action_space = spaces.Discrete(self.rules.columns)
        self._learner = SECOND  # of the game before the first, for `alternate`
        self._position = Position(self.rules)
        self._is_over = True

    @property
    def position(self) -> Position:
        """The position, with the moves that led to it."""
        return self._position

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Int8Array, Info]:
        """Begin a game; the opponent's first move is played. options: `position` and `side`."""
        super().reset(seed=seed)
        if seed is not None:
            self._learner = SECOND
        self._position = start_position(self.rules, options)
        self._learner = self._drawn_side(checked_side((options or {}).get("side", self._side)))
        self._opponent.begin(self.np_random)
        self._is_over = False
        self._answer()
        if self._position.outcome is not None:
            self._is_over = True
            raise InvalidOption(
                f"the game is over before the learner moves: {self._position.to_text()}"
            )
        if self.render_mode == "human":
            self.render()
        return self._observation(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Int8Array, float, bool, bool, Info]:
        """Play a column; the opponent answers."""
        if self._is_over:
            raise GameError("the game is over: reset the environment before the next step")
        column = as_int(action)
        if column is None or column not in self._position.legal_columns:
            return self._illegal_step(action)
        self._position = self._position.play(column)
        self._answer()
        self._is_over = self._position.outcome is not None
        if self.render_mode == "human":
            self.render()
        return self._observation(), self._reward(), self._is_over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which columns can be played, as sb3-contrib's `MaskablePPO` asks for it."""
        return self._position.legal_mask()

    def render(self) -> str | Frame | None:
        """Show the position in the render mode."""
        return render(self._position, self.render_mode)

    def close(self) -> None:
        """End the opponent's process, if it has one."""
        self._opponent.close()

    def _drawn_side(self, side: str) -> Player:
        drawn = int(self.np_random.integers(2))  # always drawn: the choice moves no other number
        match side:
            case "first":
                return FIRST
            case "second":
                return SECOND
            case "alternate":
                return self._learner.other
        return SECOND if drawn else FIRST

    def _answer(self) -> None:
        """Let the opponent play until the learner is to move; a ban can be due in between."""
        while self._position.outcome is None and self._position.turn is not self._learner:
            self._position = self._position.play(self._opponent.column(self._position))

    def _illegal_step(self, action: object) -> tuple[Int8Array, float, bool, bool, Info]:
        if self._illegal == "raise":
            self._position.play(action)  # type: ignore[arg-type]  # says what is wrong with it
            raise IllegalMove(f"{action} cannot be played")
        self._is_over = True
        return self._observation(), -1.0, True, False, {**self._info(), "illegal_action": True}

    def _observation(self) -> Int8Array:
        return observation(self._position, self._learner)

    def _reward(self) -> float:
        outcome = self._position.outcome
        if outcome is None or outcome.winner is None:
            return 0.0
        return 1.0 if outcome.winner is self._learner else -1.0

    def _info(self) -> Info:
        return {
            "action_mask": action_mask(self._position),
            "side": self._learner.value,
            "position": self._position.to_text(),
        }
