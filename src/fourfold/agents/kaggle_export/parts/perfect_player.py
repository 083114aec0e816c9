"""The player `perfect`: a best move where it can be proven in time, and else a likely one.

The proof takes up to four fifths of the time. Without one, the search of `threat` chooses among
the columns that are not proven worse. Positions that are hard to prove come in the middle of a
game, so a move may use an eighth of what is left in the bank of seconds.
"""

from typing import Any

from fourfold.agents.kaggle_export.parts.board import read_position
from fourfold.agents.kaggle_export.parts.clock import Clock
from fourfold.agents.kaggle_export.parts.opening import OpeningBook
from fourfold.agents.kaggle_export.parts.solver import ScoreTable, Solver
from fourfold.agents.kaggle_export.parts.threat_player import threat_search

PROOF_SHARE = 0.8
BANK_SHARE = 0.125


class PerfectPlayer:
    """Plays by the book, else by a proof, else by the best guess."""

    def __init__(
        self, seconds: "float | None", book: OpeningBook, weights: "dict[str, int]"
    ) -> None:
        self.seconds = seconds
        self.book = book
        self.weights = weights
        self._table = ScoreTable()
        self._size = (0, 0)

    def play(self, observation: Any, configuration: Any) -> int:
        """Return the column to play."""
        clock = Clock(observation, configuration, self.seconds, BANK_SHARE)
        position = read_position(observation, configuration)
        board = position.board
        if self._size != (board.columns, board.rows):
            self._table, self._size = ScoreTable(), (board.columns, board.rows)
        known = self.book.column(position)
        if known is not None:
            return known
        solver = Solver(position, self._table)
        proven = solver.solve(clock.end(PROOF_SHARE))
        if proven is not None:
            return proven
        likely = solver.likely_columns()
        return threat_search(position, self.weights).search(position.free, clock.end(), likely)
