"""Opening books without keys: the best column of every position that the book's player can reach.

The player's own moves are those of the book, and the opponent's can be any. So the positions
follow from the columns alone: they are walked from the empty board, ply after ply in a fixed
order, once as FIRST and once as SECOND, and the next column belongs to the next position.
"""

from base64 import b85decode
from collections.abc import Callable
from zlib import decompress

from fourfold.agents.kaggle_export.parts.board import Board, Position, board_of_size


def walk_openings(
    board: Board, plies: int, choose: "Callable[[tuple[int, ...]], int]"
) -> "dict[int, int]":
    """Return the column of every position that a player by `choose` can reach, by its key.

    plies: how many pieces there are at most.
    choose: returns the column for the position after these moves.
    """
    columns: dict[int, int] = {}
    for own_turn in (0, 1):  # the player is FIRST, then SECOND
        layer: dict[int, tuple[int, int, tuple[int, ...]]] = {0: (0, 0, ())}
        for ply in range(plies + 1):
            following: dict[int, tuple[int, int, tuple[int, ...]]] = {}
            for key, (mine, theirs, moves) in layer.items():
                if ply % 2 == own_turn:
                    columns[key] = choose(moves)
                    replies = [columns[key]]
                else:
                    replies = board.legal_columns(mine | theirs)
                landing = board.landing_cells(mine | theirs)
                wins = board.completing_cells(mine) & landing
                for column in replies:
                    cell = landing & board.column_cells[column]
                    if cell & ~wins:
                        after = mine | cell
                        following.setdefault(
                            theirs + (theirs | after), (theirs, after, (*moves, column))
                        )
            layer = following
    return columns


class OpeningBook:
    """The best columns of the first plies on one board."""

    def __init__(self, columns: int, rows: int, plies: int, text: str) -> None:
        """Read a book from its text: digits, compressed, in base 85."""
        self.board = board_of_size(columns, rows)
        self.plies = plies
        digits = iter(decompress(b85decode(text)))
        self.columns = walk_openings(self.board, plies, lambda _: next(digits) - ord("0"))

    def column(self, position: Position) -> "int | None":
        """Return the best column; None if the book does not know the position."""
        if position.ply > self.plies or position.board is not self.board:
            return None
        return self.columns.get(position.mine + position.occupied)
