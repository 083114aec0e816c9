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
filled cells and sets the first free one. Forbidden cells count as filled, so this is right for
them too, if the filled cells higher up, which the carry never reached, are then removed:

    filled   0 1 0 0 1 1        from the top: free, forbidden, free, free, filled, filled
    + 1      0 1 0 1 0 0
    & free   0 0 0 1 0 0        the piece falls through the forbidden cell onto the pile
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from fourfold.rules.notation import Cell
from fourfold.rules.rules import Rules


@dataclass(frozen=True, slots=True)
class Geometry:
    """What every position on one board has in common."""

    columns: int
    rows: int
    stride: int
    """From a cell to its right neighbour."""
    steps: tuple[int, int, int, int]
    """From a cell to the next one along each of the four kinds of line."""
    board: int
    """Every cell, forbidden ones too."""
    bottom: int
    """The lowest cell of every column."""
    column_masks: tuple[int, ...]
    """The cells of each column."""
    forbidden: int
    bonus: int
    """The bonus cell, or 0."""

    def bit(self, cell: Cell) -> int:
        """The int in which only this cell is set."""
        column, row = cell
        return 1 << (column * self.stride + row)

    def cells(self, bits: int) -> tuple[Cell, ...]:
        """The cells that are set, by column and then by row."""
        cells = []
        while bits:
            lowest = bits & -bits
            cells.append(divmod(lowest.bit_length() - 1, self.stride))
            bits ^= lowest
        return tuple(cells)

    def landing_cells(self, filled: int) -> int:
        """The cell of each column that the next piece would land on."""
        return (filled + self.bottom) & ~filled & self.board

    def has_line(self, pieces: int) -> bool:
        """Whether these pieces have four in a line."""
        for step in self.steps:
            pairs = pieces & (pieces >> step)
            if pairs & (pairs >> (2 * step)):
                return True
        return False

    def line_cells(self, pieces: int) -> int:
        """Every cell of every line of four or more."""
        cells = 0
        for step in self.steps:
            pairs = pieces & (pieces >> step)
            starts = pairs & (pairs >> (2 * step))
            for distance in range(4):
                cells |= starts << (distance * step)
        return cells


@lru_cache(maxsize=1024)
def geometry_of(rules: Rules) -> Geometry:
    """The geometry of a board, worked out once."""
    stride = rules.rows + 1
    bottom = sum(1 << (column * stride) for column in range(rules.columns))
    column = (1 << rules.rows) - 1

    def bits(cells: Iterable[Cell]) -> int:
        return sum(1 << (column * stride + row) for column, row in cells)

    return Geometry(
        columns=rules.columns,
        rows=rules.rows,
        stride=stride,
        steps=(1, stride - 1, stride, stride + 1),
        board=bottom * column,
        bottom=bottom,
        column_masks=tuple(column << (place * stride) for place in range(rules.columns)),
        forbidden=bits(rules.forbidden),
        bonus=0 if rules.bonus is None else bits([rules.bonus]),
    )
