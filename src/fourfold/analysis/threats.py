"""Winning cells: the empty cells on which a player would complete four."""

from fourfold.rules import Player, Position
from fourfold.rules.geometry import Geometry, geometry_of
from fourfold.rules.notation import Cell
from fourfold.rules.position import Content

_CONTENT = {Player.FIRST: Content.FIRST, Player.SECOND: Content.SECOND}


def winning_cells(position: Position) -> dict[Player, tuple[Cell, ...]]:
    """For each player the empty cells, near or far, that would give him four in a line.

    Whether a piece can land there now is another question: `Position.landing_row` answers it.
    """
    rules, geometry = position.rules, geometry_of(position.rules)
    pieces = dict.fromkeys(Player, 0)
    empty = 0
    for column in range(rules.columns):
        for row in range(rules.rows):
            content = position.cell(column, row)
            if content is None:
                empty |= geometry.bit((column, row))
            for player in Player:
                if content is _CONTENT[player]:
                    pieces[player] |= geometry.bit((column, row))
    return {
        player: geometry.cells(_completing(geometry, pieces[player]) & empty) for player in Player
    }


def _completing(geometry: Geometry, pieces: int) -> int:
    """Every place, on the board or off it, that has the three others of a line of four."""
    cells = 0
    for step in geometry.steps:
        for gap in range(4):
            starts = -1
            for place in range(4):
                if place != gap:
                    starts &= _moved(pieces, -place * step)
            cells |= _moved(starts, gap * step)
    return cells


def _moved(bits: int, places: int) -> int:
    return bits << places if places >= 0 else bits >> -places
