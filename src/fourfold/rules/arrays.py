"""Positions as NumPy arrays; `fourfold.search.batch` makes the same ones for many boards at once.

The last two axes are always row and column, and row 0 is at the bottom, as everywhere in fourfold:
`array[row, column]` is what `position.cell(column, row)` says. `array[::-1]` is the board as it is
drawn.

    cells     1 a piece of FIRST, -1 of SECOND, 0 free, 2 a ban, 3 a forbidden cell
    planes    what the player to move sees, one kind of thing a plane:
                  0  their own pieces
                  1  the opponent's pieces
                  2  cells that nobody owns: bans and forbidden cells
                  3  the bonus cell, as long as it is free
                  4  everywhere, if the next ply is a ban
"""

from typing import TYPE_CHECKING

from fourfold.rules.geometry import Geometry, geometry_of
from fourfold.rules.outcome import FIRST, SECOND
from fourfold.support.numpy_import import import_numpy

if TYPE_CHECKING:
    from fourfold.rules.position import Position
    from fourfold.support.numpy_import import BoolArray, IntArray

PLANES = 5
BAN = 2
FORBIDDEN = 3


def cell_array(position: "Position", mover: bool) -> "IntArray":
    """Return what is on each cell, as FIRST sees it or as the player to move does."""
    np = import_numpy()
    geometry = geometry_of(position.rules)
    me = position.turn if mover else FIRST
    cells: IntArray = np.zeros((geometry.rows, geometry.columns), np.int8)
    cells[_cells_of(position.occupied, geometry)] = BAN
    cells[_cells_of(geometry.forbidden, geometry)] = FORBIDDEN
    cells[_cells_of(position.pieces(FIRST), geometry)] = 1 if me is FIRST else -1
    cells[_cells_of(position.pieces(SECOND), geometry)] = 1 if me is SECOND else -1
    return cells


def plane_array(position: "Position") -> "BoolArray":
    """Return what the player to move sees, a plane for each kind of thing."""
    np = import_numpy()
    geometry = geometry_of(position.rules)
    mover, opponent = position.turn, SECOND if position.turn is FIRST else FIRST
    mine, theirs = position.pieces(mover), position.pieces(opponent)
    planes: BoolArray = np.zeros((PLANES, geometry.rows, geometry.columns), np.bool_)
    planes[0] = _cells_of(mine, geometry)
    planes[1] = _cells_of(theirs, geometry)
    planes[2] = _cells_of(position.occupied & ~mine & ~theirs, geometry)
    planes[3] = _cells_of(geometry.bonus & ~position.occupied, geometry)
    planes[4] = position.must_ban
    return planes


def legal_array(position: "Position") -> "BoolArray":
    """Return which columns can be played."""
    np = import_numpy()
    legal: BoolArray = np.zeros(position.rules.columns, np.bool_)
    legal[list(position.legal_columns)] = True
    return legal


def _cells_of(bits: int, geometry: Geometry) -> "BoolArray":
    """Return the cells that are set, by row and column."""
    np = import_numpy()
    size = geometry.columns * geometry.stride
    data = np.frombuffer(bits.to_bytes((size + 7) // 8, "little"), np.uint8)
    flat = np.unpackbits(data, count=size, bitorder="little").view(np.bool_)
    by_column: BoolArray = flat.reshape(geometry.columns, geometry.stride)
    return by_column[:, : geometry.rows].T
