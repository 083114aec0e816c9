"""Boards as bits: a column is `rows + 1` bits from the bottom up, the top one of which stays 0.

6 13 20 27 34 41 48     never a cell: stops lines from wrapping, catches carries
5 12 19 26 33 40 47
..
0  7 14 21 28 35 42     a line: 1 apart upwards, rows + 1 across, rows or rows + 2 slanting
"""

from functools import lru_cache
from typing import Any


class Board:
    """The cells of a board, as sets of bits, and what holds for all positions on it."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows
        self.cells = columns * rows
        self.stride = stride = rows + 1
        self.bottom = sum(1 << column * stride for column in range(columns))
        self.column_cells = [((1 << rows) - 1) << column * stride for column in range(columns)]
        self.playable = sum(self.column_cells)
        self.steps = (1, stride - 1, stride, stride + 1)
        self.steps_twice = tuple((step, 2 * step) for step in self.steps)
        self.steps_twice_thrice = tuple((step, 2 * step, 3 * step) for step in self.steps[1:])
        self.centre_first = sorted(range(columns), key=lambda c: (abs(2 * c - (columns - 1)), c))
        """The order in which equal columns are preferred: of two equally far ones the left."""
        self.column_order = [self.column_cells[column] for column in self.centre_first]

    def landing_cells(self, occupied: int) -> int:
        """Return the lowest free cell of every column that has one."""
        return (occupied + self.bottom) & self.playable

    def has_line(self, pieces: int) -> bool:
        """Return True if four of these pieces are in line."""
        for step, two in self.steps_twice:
            pairs = pieces & (pieces >> step)
            if pairs & (pairs >> two):
                return True
        return False

    def legal_columns(self, occupied: int) -> list[int]:
        """Return the columns with room, ascending."""
        landing = self.landing_cells(occupied)
        return [c for c in range(self.columns) if landing & self.column_cells[c]]

    def column_of(self, cell: int) -> int:
        """Return the column of one cell."""
        return (cell.bit_length() - 1) // self.stride

    def completing_cells(self, pieces: int) -> int:
        """Return the cells, free or not, that complete a line of four with these pieces."""
        found = (pieces << 1) & (pieces << 2) & (pieces << 3)
        for step, two, three in self.steps_twice_thrice:
            after, before = pieces << step, pieces >> step
            pair = after & (pieces << two)
            if pair:
                found |= pair & ((pieces << three) | before)
            pair = before & (pieces >> two)
            if pair:
                found |= pair & ((pieces >> three) | after)
        return found & self.playable


@lru_cache(maxsize=4)
def board_of_size(columns: int, rows: int) -> Board:
    """Return the board of a size, the same one each time."""
    return Board(columns, rows)


class Position:
    """What Kaggle tells about a move: the pieces of the mover (`mine`) and of the opponent."""

    def __init__(self, board: Board, mine: int, theirs: int, mark: int) -> None:
        self.board = board
        self.mine = mine
        self.theirs = theirs
        self.is_first = mark == 1
        self.occupied = mine | theirs
        self.ply = self.occupied.bit_count()
        self.free = board.cells - self.ply

    @property
    def legal_columns(self) -> list[int]:
        """The columns with room, ascending."""
        return self.board.legal_columns(self.occupied)

    def winning_columns(self, pieces: int) -> list[int]:
        """Return where one more of these pieces would complete a line, the most central first."""
        board = self.board
        cells = board.completing_cells(pieces) & board.landing_cells(self.occupied)
        return [c for c in board.centre_first if cells & board.column_cells[c]]

    def win_or_block(self) -> "int | None":
        """Return the column that wins at once, else one that blocks; None if there is neither."""
        urgent = self.winning_columns(self.mine) or self.winning_columns(self.theirs)
        return urgent[0] if urgent else None


def read_position(observation: Any, configuration: Any) -> Position:
    """Read Kaggle's board: a list, row by row from the top, of 0 (free), 1 and 2."""
    if configuration.inarow != 4:
        raise ValueError(f"this agent plays four in a row, not {configuration.inarow}")
    board = board_of_size(configuration.columns, configuration.rows)
    pieces = [0, 0, 0]
    for index, mark in enumerate(observation.board):
        row, column = divmod(index, board.columns)
        pieces[mark] |= 1 << (column * board.stride + board.rows - 1 - row)
    mark = observation.mark
    return Position(board, pieces[mark], pieces[3 - mark], mark)
