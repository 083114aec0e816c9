"""The depth-limited search: minimax with alpha-beta over an evaluation.

    a player completes a line      +-(win + remaining depth): quick wins, slow losses
    the board is full              0
    the remaining depth is 0       the evaluation, for the player who is to move at the root

At a given depth the answer is the same as without pruning, table and ordering.
"""

from collections.abc import Iterable
from time import perf_counter

from fourfold.agents.kaggle_export.parts.board import Position
from fourfold.agents.kaggle_export.parts.clock import OutOfTime
from fourfold.agents.kaggle_export.parts.evaluation import Evaluation

INFINITY = 1 << 40
EXACT, AT_LEAST, AT_MOST = 0, 1, 2


class AlphaBeta:
    """A search of one position."""

    def __init__(self, position: Position, evaluate: Evaluation, win: int) -> None:
        self.position = position
        self.board = position.board
        self.evaluate = evaluate
        self.win = win
        self.values: dict[int, int] = {}
        """The columns' values at the deepest depth that was completed."""
        self.depth = 0
        self.nodes = 0
        self._end: float | None = None
        self._table: dict[int, tuple[int, int]] = {}  # of this depth: value and kind of bound
        self._hints: dict[int, int] = {}  # the cell that was best, also at earlier depths
        self._history: dict[int, int] = {}

    def search(
        self, depth: int, end: float, columns: Iterable[int] = (), best_only: bool = True
    ) -> int:
        """Return the best column by a search to a depth, or to a lower one if time ends it.

        end: when to end, on the scale of `perf_counter`; two plies are searched in any case.
        columns: those to search, if not all.
        best_only: the values of columns that are not the best may be too high.
        """
        legal = self.position.legal_columns
        wanted = set(columns) or set(legal)
        order = [c for c in self.board.centre_first if c in legal and c in wanted]
        depth = min(depth, self.position.free)
        for plies in range(1, depth + 1):
            self._end = end if plies > 2 else None
            self._table = {}
            try:
                values = self._root(order, plies, best_only)
            except OutOfTime:
                break
            self.values, self.depth = values, plies
            if best_only and self._is_settled(values):
                break
        # The first of equals: they are in the order in which they are preferred.
        return max(self.values, key=lambda column: self.values[column])

    def _is_settled(self, values: "dict[int, int]") -> bool:
        """Return True if no deeper search can change the best column."""
        lost = sum(value <= -self.win for value in values.values())
        return max(values.values()) >= self.win or lost + 1 >= len(values)

    def _root(self, order: "list[int]", depth: int, best_only: bool) -> "dict[int, int]":
        position, board = self.position, self.board
        landing = board.landing_cells(position.occupied)
        wins = board.completing_cells(position.mine) & landing
        values: dict[int, int] = {}
        alpha = -INFINITY
        for column in order:
            cell = landing & board.column_cells[column]
            if cell & wins:
                value = self.win + depth - 1
            else:
                mine = position.mine | cell
                value = self._child(mine, position.theirs, position.free, depth, alpha, INFINITY, 1)
            values[column] = value
            if best_only and value > alpha:
                alpha = value
        return values

    def _child(
        self, mine: int, theirs: int, free: int, depth: int, alpha: int, beta: int, sign: int
    ) -> int:
        """Return the value for the player who has just made a move that is no win.

        free: before the move. sign: 1 if it is the root's player, else -1.
        """
        self.nodes += 1
        if free == 1:
            return 0
        if depth == 1:
            guess = self.evaluate(mine, theirs) if sign > 0 else -self.evaluate(theirs, mine)
            return max(1 - self.win, min(self.win - 1, guess))
        return -self._value(theirs, mine, free - 1, depth - 1, -beta, -alpha, -sign)

    def _value(
        self, mine: int, theirs: int, free: int, depth: int, alpha: int, beta: int, sign: int
    ) -> int:
        """Return the value for the side to move; a bound if it is outside alpha to beta."""
        board = self.board
        occupied = mine | theirs
        landing = (occupied + board.bottom) & board.playable
        # 1. A win at once: nothing is better.
        if board.completing_cells(mine) & landing:
            return self.win + depth - 1
        # 2. With a ply more to look at, what does not block loses, and nothing is worse.
        blocks = board.completing_cells(theirs) & landing
        if blocks and depth > 1:
            if blocks & (blocks - 1):
                return 2 - self.win - depth
            cells = [blocks]
        else:
            cells = [cell for column in board.column_order if (cell := landing & column)]
        # 3. What the table knows.
        key = mine + occupied
        if depth > 1:
            if self._end is not None and perf_counter() > self._end:
                raise OutOfTime
            known = self._table.get(key)
            if known is not None:
                value, kind = known
                if (
                    kind == EXACT
                    or (kind == AT_LEAST and value >= beta)
                    or (kind == AT_MOST and value <= alpha)
                ):
                    return value
            if len(cells) > 1:
                history = self._history
                cells.sort(key=lambda cell: -history.get(cell * sign, 0))
                hint = self._hints.get(key)
                if hint is not None:
                    cells.remove(hint)
                    cells.insert(0, hint)
        # 4. Each of the moves.
        best, best_cell, alpha_before = -INFINITY, 0, alpha
        for cell in cells:
            value = self._child(mine | cell, theirs, free, depth, alpha, beta, sign)
            if value > best:
                best, best_cell = value, cell
                if best > alpha:
                    alpha = best
                    if alpha >= beta:
                        if depth > 1:
                            place = cell * sign
                            self._history[place] = self._history.get(place, 0) + depth * depth
                        break
        # 5. For the next time.
        if depth > 1:
            kind = AT_LEAST if best >= beta else AT_MOST if best <= alpha_before else EXACT
            self._table[key] = (best, kind)
            if len(cells) > 1:
                self._hints[key] = best_cell
        return best
