"""Converts positions to OpenSpiel's states and back, also those of its own `connect_four`."""

from typing import Any

import pyspiel

from fourfold.adapters.open_spiel.game import SHORT_NAME, FourfoldState
from fourfold.errors import InvalidOption, describe
from fourfold.rules import Position, Rules, as_position

CONNECT_FOUR = "connect_four"


def state_of(position: Position | str) -> FourfoldState:
    """Return a position as a state of the game `fourfold`, with its history."""
    position = as_position(position)
    game = pyspiel.load_game(SHORT_NAME, {"rules": str(position.rules)})
    state: FourfoldState = game.new_initial_state()
    for column in position.moves:
        state.apply_action(column)
    return state


def position_of(state: Any) -> Position:
    """Return the position of a state of `fourfold` or of OpenSpiel's `connect_four`."""
    if isinstance(state, FourfoldState):
        return state.position
    return Position(rules_of(state.get_game()), state.history())


def rules_of(game: Any) -> Rules:
    """Return the rules of one of these two games; InvalidOption for any other."""
    name = game.get_type().short_name
    parameters = game.get_parameters()
    if name == SHORT_NAME:
        return Rules.parse(parameters["rules"])
    if name != CONNECT_FOUR:
        raise InvalidOption(
            f"the game is {describe(name)}, but must be {SHORT_NAME} or {CONNECT_FOUR}"
        )
    if parameters["x_in_row"] != 4:
        raise InvalidOption(
            f"a line of {parameters['x_in_row']} wins in {game}, but must be one of 4"
        )
    return Rules(parameters["columns"], parameters["rows"])
