"""Our rules as a game of OpenSpiel, called `fourfold`.

Its parameter `rules` is their text: `fourfold(rules=9x8-xd3)`. An action is a column, counted from
0. Player 0 is FIRST. After a piece on the bonus cell the same player is to move again, to drop the
ban. The returns are 1 for a win, -1 for a loss, 0 for a draw.

Undoing an action is not possible: OpenSpiel does not let a game in Python change its history.
Cloning a state is cheap, because positions never change.
"""

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from fourfold.adapters.observations import as_rules, observation
from fourfold.rules import STANDARD, Player, Position, Rules
from fourfold.rules.arrays import PLANES
from fourfold.rules.notation import column_label

SHORT_NAME = "fourfold"

GAME_TYPE = pyspiel.GameType(
    short_name=SHORT_NAME,
    long_name="Connect Four with forbidden cells and a bonus cell",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"rules": str(STANDARD)},
)


class FourfoldGame(pyspiel.Game):  # type: ignore[misc]
    """The game on one set of rules."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        rules = _rules_of(params)
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.columns,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=rules.playable_cells,
        )
        super().__init__(GAME_TYPE, info, params)

    @property
    def rules(self) -> Rules:
        """The rules of the game; not an attribute, which a pickled game would lose."""
        return _rules_of(self.get_parameters())

    def new_initial_state(self) -> "FourfoldState":
        """Return the empty board."""
        return FourfoldState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Return what writes observations; OpenSpiel calls it."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return BoardObserver(self, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


def _rules_of(parameters: dict[str, Any]) -> Rules:
    return as_rules(parameters.get("rules", str(STANDARD)))


class FourfoldState(pyspiel.State):  # type: ignore[misc]
    """A position, with the interface of OpenSpiel's states. Made by the game."""

    def __init__(self, game: FourfoldGame) -> None:
        super().__init__(game)
        self.position = Position(game.rules)

    def current_player(self) -> int:
        """Return 0 for FIRST and 1 for SECOND, or OpenSpiel's mark of a game that is over."""
        if self.position.outcome is not None:
            terminal: int = pyspiel.PlayerId.TERMINAL
            return terminal
        return self.position.turn.value

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.position.legal_columns)

    def _apply_action(self, action: int) -> None:
        self.position = self.position.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return column_label(action, self.position.rules.columns)

    def is_terminal(self) -> bool:
        """Return True if the game is over."""
        return self.position.outcome is not None

    def returns(self) -> list[float]:
        """Return what the game has given FIRST and SECOND."""
        outcome = self.position.outcome
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0 if player is outcome.winner else -1.0 for player in Player]

    def __str__(self) -> str:
        return str(self.position)


class BoardObserver:
    """Writes observations: `Position.planes` as a player sees them, (5, rows, columns) float32.

    Row 0 is at the bottom. The planes are 0 the player's own pieces, 1 the opponent's, 2 bans and
    forbidden cells, 3 the bonus cell while it is free, 4 everywhere if the next ply is a ban.
    """

    def __init__(self, game: FourfoldGame, params: Any) -> None:
        if params:
            raise ValueError(f"observations of {SHORT_NAME} have no parameters, but got {params}")
        shape = (PLANES, game.rules.rows, game.rules.columns)
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: FourfoldState, player: int) -> None:
        """Write what a player sees into `tensor` and `dict`, which share their memory."""
        self.dict["observation"][:] = observation(state.position, Player(player))

    def string_from(self, state: FourfoldState, player: int) -> str:
        """Return the board as text; both players see the same."""
        return str(state.position)


pyspiel.register_game(GAME_TYPE, FourfoldGame)
