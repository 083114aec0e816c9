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
    pieces = {Content.FIRST: 0, Content.SECOND: 0}
    empty = 0
    bit = 1
    for column in range(rules.columns):
        bit = geometry.bit((column, 0))
        for row in range(rules.rows):
            content = position.cell(column, row)
            if content is None:
                empty |= bit
            elif content in pieces:
                pieces[content] |= bit
            bit <<= 1
    return {
        player: geometry.cells(_completing(geometry, pieces[content]) & empty)
        for player, content in _CONTENT.items()
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
