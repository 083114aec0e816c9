"""BitBully, a solver by other people, to compare answers and speed with. It is optional."""

from typing import Any

try:
    import bitbully
except ImportError:
    bitbully = None

BITBULLY = bitbully is not None
"""Whether it is installed."""


class BitBully:
    """BitBully without its opening book, and with an empty table."""

    def __init__(self) -> None:
        self._solver = bitbully.BitBully(opening_book=None)
        self.solve = self._solver.mtdf
        """The score of a board, for the side to move."""

    @staticmethod
    def board(columns: list[int]) -> Any:
        return bitbully.Board(columns)

    def columns(self, board: Any) -> dict[int, int]:
        """Return the score of each column that can be played."""
        return dict(sorted(self._solver.score_all_moves(board).items()))
