"""Where the cells of a board lie in an int, and how lines run through it.

A board is one int, a bit for each cell, column after column from the bottom up. Each column has
one bit more than it has rows. That top bit is never a cell: it keeps a line from running out of
one column into the next, and it catches the carry of a full column. The places of the bits on 7x6:

     6  13  20  27  34  41  48    never a cell
     ─────────────────────────
     5  12  19  26  33  40  47
     4  11  18  25  32  39  46    along a line, from a cell to the next:
     3  10  17  24  31  38  45        up               + 1
     2   9  16  23  30  37  44        right            + rows + 1
     1   8  15  22  29  36  43        right and up     + rows + 2
     0   7  14  21  28  35  42        right and down   + rows

Python's ints have no largest size, so 12x12 looks the same as 4x4.

Where do pieces land? Adding one at the bottom of a column carries through its unbroken run of
occupied cells and sets the first free one. Forbidden cells count as occupied from the start, so
this is right for them too. What the carry never reached stays as it was, and can only be forbidden
cells: the mask of the playable cells removes them.

    occupied     0 1 0 0 1 1        from the top: free, forbidden, free, free, piece, piece
    + 1          0 1 0 1 0 0
    & playable   0 0 0 1 0 0        the piece falls through the forbidden cell onto the pile

The native core lays out its bits in the same way and uses the same names: `playable` for all cells
but the forbidden ones, `occupied` for pieces, bans and forbidden cells together.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from fourfold.rules.notation import Cell
from fourfold.rules.rules import Rules


@dataclass(frozen=True, slots=True)
class Geometry:
    """The masks and steps that all positions on one board share."""

    columns: int
    rows: int
    stride: int
    """The distance in bits from a cell to its right neighbour."""
    steps: tuple[int, int, int, int]
    """The distance in bits from a cell to the next, for each of the four directions of a line."""
    playable: int
    """Every cell but the forbidden ones."""
    forbidden: int
    bottom: int
    """The lowest cell of every column, forbidden or not."""
    column_masks: tuple[int, ...]
    """The cells of each column, forbidden ones too."""
    bonus: int
    """The bonus cell, or 0."""

    def bit(self, cell: Cell) -> int:
        """Return the int in which only this cell is set."""
        column, row = cell
        return 1 << (column * self.stride + row)

    def cells(self, bits: int) -> tuple[Cell, ...]:
        """List the cells that are set, by column and then by row."""
        cells = []
        while bits:
            lowest = bits & -bits
            cells.append(divmod(lowest.bit_length() - 1, self.stride))
            bits ^= lowest
        return tuple(cells)

    def landing_cells(self, occupied: int) -> int:
        """Return the cell of each column that a piece dropped now would lie on.

        `occupied` must include the forbidden cells.
        """
        return (occupied + self.bottom) & self.playable

    def has_line(self, pieces: int) -> bool:
        """Return True if these pieces have four in line."""
        for step in self.steps:
            pairs = pieces & (pieces >> step)
            if pairs & (pairs >> (2 * step)):
                return True
        return False

    def line_cells(self, pieces: int) -> int:
        """Return every cell of every line of four or more."""
        cells = 0
        for step in self.steps:
            pairs = pieces & (pieces >> step)
            starts = pairs & (pairs >> (2 * step))
            for distance in range(4):
                cells |= starts << (distance * step)
        return cells

    def completing_cells(self, pieces: int) -> int:
        """Return every cell, on the board or off it, that has the three others of a four."""
        cells = 0
        for step in self.steps:
            for gap in range(4):
                starts = -1
                for place in range(4):
                    if place != gap:
                        starts &= _moved(pieces, -place * step)
                cells |= _moved(starts, gap * step)
        return cells

    def above(self, cell: int) -> int:
        """Return the playable cells above a cell in its column, given and returned as bits."""
        column = self.column_masks[(cell.bit_length() - 1) // self.stride]
        return column & self.playable & ~((cell << 1) - 1)

    def next_above(self, cell: int) -> int:
        """Return the next playable cell above a cell, or 0 if there is none."""
        above = self.above(cell)
        return above & -above


def _moved(bits: int, places: int) -> int:
    return bits << places if places >= 0 else bits >> -places


@lru_cache(maxsize=1024)
def geometry_of(rules: Rules) -> Geometry:
    """Return the geometry of a board; those of the last 1024 boards are cached."""
    stride = rules.rows + 1
    bottom = sum(1 << (column * stride) for column in range(rules.columns))
    one_column = (1 << rules.rows) - 1

    def bits(cells: Iterable[Cell]) -> int:
        return sum(1 << (column * stride + row) for column, row in cells)

    forbidden = bits(rules.forbidden)
    return Geometry(
        columns=rules.columns,
        rows=rules.rows,
        stride=stride,
        steps=(1, stride - 1, stride, stride + 1),
        playable=bottom * one_column & ~forbidden,
        forbidden=forbidden,
        bottom=bottom,
        column_masks=tuple(one_column << (column * stride) for column in range(rules.columns)),
        bonus=0 if rules.bonus is None else bits([rules.bonus]),
    )
