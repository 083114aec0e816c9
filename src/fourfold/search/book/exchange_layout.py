"""A classic position in 63 bits, as the description of the perfect player lays it out.

    bit   62 60 ... 47 45 44 42 | 41 36 ... 11   6  5   0
          height    height      | column    column  column
          of g      of b  of a  | g         b       a

The lower 42 bits are pieces, six for each column from the bottom up: 1 for FIRST, 0 for SECOND
and for a free cell. The upper 21 are the heights of the columns, three bits each, which tell free
cells from SECOND's. The searches use layouts that are faster; this one is for exchange.
"""

from dataclasses import dataclass

from fourfold.errors import InvalidNotation, InvalidRules
from fourfold.rules import FIRST, SECOND, STANDARD, Player, Position
from fourfold.rules.notation import column_label
from fourfold.support.checks import whole_number

_COLUMNS, _ROWS = STANDARD.columns, STANDARD.rows
_PIECES = _COLUMNS * _ROWS
_HEIGHT_BITS = 3
_BITS = _PIECES + _COLUMNS * _HEIGHT_BITS


@dataclass(frozen=True, slots=True)
class Board:
    """The pieces of each column of a 7x6 board, from the bottom up, without their history."""

    columns: tuple[tuple[Player, ...], ...]

    @classmethod
    def of(cls, position: Position) -> "Board":
        """Return the board of a position."""
        if position.rules != STANDARD:
            raise InvalidRules(
                f"the 63-bit layout is for the rules {STANDARD}, not for {position.rules}"
            )
        columns: list[list[Player]] = [[] for _ in range(_COLUMNS)]
        for ply, column in enumerate(position.moves):
            columns[column].append(FIRST if ply % 2 == 0 else SECOND)
        return cls(tuple(map(tuple, columns)))


def encode(board: Board) -> int:
    """Return the 63 bits of a board."""
    bits = 0
    for column, pieces in enumerate(board.columns):
        bits |= len(pieces) << (_PIECES + column * _HEIGHT_BITS)
        for row, player in enumerate(pieces):
            if player is FIRST:
                bits |= 1 << (column * _ROWS + row)
    return bits


def decode(bits: int) -> Board:
    """Return the board of 63 bits; the inverse of `encode`."""
    bits = whole_number(f"a board of {_BITS} bits", bits, 0, 2**_BITS - 1, error=InvalidNotation)
    columns = []
    for column in range(_COLUMNS):
        height = bits >> (_PIECES + column * _HEIGHT_BITS) & (1 << _HEIGHT_BITS) - 1
        pieces = bits >> (column * _ROWS) & (1 << _ROWS) - 1
        if height > _ROWS or pieces >> height:
            raise InvalidNotation(
                f"column {column_label(column, _COLUMNS)} of the board {bits:#x} has height "
                f"{height} and pieces {pieces:#08b}, but a column is at most {_ROWS} high, "
                "and empty above its height"
            )
        columns.append(tuple(FIRST if pieces >> row & 1 else SECOND for row in range(height)))
    return Board(tuple(columns))
