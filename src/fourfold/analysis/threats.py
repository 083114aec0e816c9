"""Threats: the free cells that would complete four for a player."""

from fourfold.rules import Player, Position, as_position
from fourfold.rules.geometry import Geometry, geometry_of
from fourfold.rules.notation import Cell
from fourfold.rules.position import Content

_CONTENT = {Player.FIRST: Content.FIRST, Player.SECOND: Content.SECOND}


def threat_cells(position: Position | str) -> dict[Player, tuple[Cell, ...]]:
    """List each player's threats: the free cells where their piece would complete four.

    A threat need not be a landing cell yet; `Position.landing_row` says which cells are.
    """
    position = as_position(position)
    rules, geometry = position.rules, geometry_of(position.rules)
    pieces = {Content.FIRST: 0, Content.SECOND: 0}
    free = 0
    for column in range(rules.columns):
        bit = geometry.bit((column, 0))
        for row in range(rules.rows):
            content = position.cell(column, row)
            if content is None:
                free |= bit
            elif content in pieces:
                pieces[content] |= bit
            bit <<= 1
    return {
        player: geometry.cells(_completing(geometry, pieces[content]) & free)
        for player, content in _CONTENT.items()
    }


def _completing(geometry: Geometry, pieces: int) -> int:
    """Every cell, on the board or off it, that has the three others of a line of four."""
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
