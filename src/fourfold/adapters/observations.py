"""What a player observes of a position, the same in every environment.

    observation   (5, rows, columns) int8, zeros and ones: `Position.planes` as *this* player sees
                  it, whoever is to move
                      0  their own pieces
                      1  the opponent's pieces
                      2  cells that nobody owns: bans and forbidden cells
                      3  the bonus cell, as long as it is free
                      4  everywhere, if the next ply is a ban
    mask          (columns,) int8: 1 for each column that can be played

The axes are plane, row, column. Row 0 is at the bottom and column 0 on the left.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from fourfold.errors import InvalidOption, InvalidRules, describe
from fourfold.rules import Player, Position, Rules, as_position

Int8Array = NDArray[np.int8]


def as_rules(rules: Rules | str) -> Rules:
    """Return rules as they are, and those that a text describes; there must be a cell to play."""
    found = Rules.parse(rules) if isinstance(rules, str) else rules
    if not isinstance(found, Rules):
        raise InvalidRules(f"an environment needs Rules or their text, not {describe(rules)}")
    if found.playable_cells == 0:
        raise InvalidRules(f"an environment needs a cell to play on, but {found} has none")
    return found


def start_position(rules: Rules, options: dict[str, Any] | None) -> Position:
    """Return where a game begins: the empty board, or `options["position"]`."""
    given = (options or {}).get("position")
    if given is None:
        return Position(rules)
    position = as_position(given)
    if position.rules != rules:
        raise InvalidOption(f"an environment of {rules} cannot begin on {position.rules}")
    if position.outcome is not None:
        raise InvalidOption(f"the game of {position.to_text()} is over; nothing can begin there")
    return position


def observation(position: Position, player: Player) -> Int8Array:
    """Return what a player sees, in memory of its own."""
    planes = position.planes().view(np.int8)
    if player is not position.turn:
        planes[:2] = planes[1::-1].copy()
    return planes


def action_mask(position: Position) -> Int8Array:
    """Return which columns can be played, of the type that `Discrete.sample` asks for."""
    return position.legal_mask().view(np.int8)
