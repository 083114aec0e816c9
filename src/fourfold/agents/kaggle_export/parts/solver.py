"""The exact search: proves what the columns of a position lead to, as far as the time reaches.

A score is for the side to move: 0 for a draw, `1 + e // 2` for a win that leaves e cells free,
the same below 0 for a loss. A node is asked one question: is its score above a bound?
"""

from time import perf_counter

from fourfold.agents.kaggle_export.parts.board import Position
from fourfold.agents.kaggle_export.parts.clock import OutOfTime


class ScoreTable:
    """What is proven of positions, by their keys; kept from move to move."""

    def __init__(self, most: int = 1_500_000) -> None:
        """most: how many facts are kept; when there are more, all are forgotten."""
        self.at_least: dict[int, int] = {}
        self.at_most: dict[int, int] = {}
        self._most = most

    def make_room(self) -> None:
        """Forget everything if there is too much."""
        if len(self.at_least) + len(self.at_most) > self._most:
            self.at_least.clear()
            self.at_most.clear()


class Solver:
    """The search of one position."""

    def __init__(self, position: Position, table: ScoreTable) -> None:
        self.position = position
        self.board = position.board
        self.nodes = 0
        self.bounds: dict[int, tuple[int, int]] = {}
        """What is proven of each column: the least and the greatest score that it can have."""
        self._table = table
        self._end = 0.0
        rows = self.board.rows
        # The cells with an even number of cells above: the upper ones of pairs from the top.
        self._upper = sum(self.board.bottom << row for row in range(rows - 1, -1, -2))
        most = (position.free + 1) // 2
        landing = self.board.landing_cells(position.occupied)
        wins = self.board.completing_cells(position.mine) & landing
        for column in self.board.centre_first:
            cell = landing & self.board.column_cells[column]
            if cell:
                self.bounds[column] = (most, most) if cell & wins else (-most, most - 1)

    def solve(self, end: float) -> "int | None":
        """Return the best column, of equals the most central; None if time ends the proof first.

        end: when to end, on the scale of `perf_counter`.
        """
        self._end = end
        self._table.make_room()
        try:
            for bound in (0, -1):  # is there a win, or else a draw?
                if self._best <= bound:
                    any(self._ask(column, bound) for column in self.bounds)
            while any(greatest > self._best for _, greatest in self.bounds.values()):
                best = self._best
                for column in self.bounds:
                    self._ask(column, best)
            return next(c for c in self.bounds if self._ask(c, self._best - 1))
        except OutOfTime:
            return None

    @property
    def _best(self) -> int:
        return max(least for least, _ in self.bounds.values())

    def likely_columns(self) -> "list[int]":
        """Return the columns to choose from: a proven win or draw, else what is not proven lost."""
        best = self._best
        sure = [column for column, (least, _) in self.bounds.items() if least == best]
        if best >= 0:
            return sure
        return [column for column, (_, greatest) in self.bounds.items() if greatest > best] or sure

    def _ask(self, column: int, bound: int) -> bool:
        """Return True if the score of a column is above a bound, and remember it."""
        least, greatest = self.bounds[column]
        if least <= bound < greatest:
            position, board = self.position, self.board
            cell = board.landing_cells(position.occupied) & board.column_cells[column]
            mine, free = position.mine | cell, position.free - 1
            reply = board.completing_cells(position.theirs) & board.landing_cells(
                position.occupied | cell
            )
            if reply:  # the opponent wins at once
                is_above = -((free + 1) // 2) > bound
            elif not free:
                is_above = bound < 0
            else:
                threats = board.completing_cells(mine) & ~position.theirs
                is_above = not self._is_above(position.theirs, mine, threats, free, -bound - 1)
            least, greatest = (bound + 1, greatest) if is_above else (least, bound)
            self.bounds[column] = least, greatest
        return least > bound

    def _cannot_win(self, mine: int, theirs: int, occupied: int, bound: int) -> bool:
        """Return True if the side to move is proven to score no more than a bound of 0 or -1.

        Where every column has an even number of free cells, the opponent can answer every piece in
        the same column. Then the lower cell of each pair is one's own, the upper the opponent's.
        """
        board = self.board
        free = board.playable & ~occupied
        if bound >= 0 and not board.has_line(board.playable & ~theirs):
            return True
        landing = (occupied + board.bottom) & free
        if bound < -1 or landing & self._upper or board.has_line(mine | (free & ~self._upper)):
            return False
        return bound >= 0 or board.has_line(theirs | (free & self._upper))

    def _is_above(self, mine: int, theirs: int, threats: int, free: int, bound: int) -> bool:
        """Return True if the score of a position is above a bound.

        The side to move must have no win at once. threats: where the opponent completes a line.
        """
        # 1. The opponent's threats: one that can be played must be blocked, and nobody plays below
        #    one. If that leaves nothing, the opponent wins with the next piece.
        board = self.board
        occupied = mine | theirs
        moves = (occupied + board.bottom) & board.playable
        threats &= ~occupied
        if threats:
            forced = moves & threats
            if forced:
                if forced & (forced - 1):
                    return -(free // 2) > bound
                moves = forced
            moves &= ~(threats >> 1)
            if not moves:
                return -(free // 2) > bound
        if free <= 2:
            return bound < 0
        # 2. What is possible at all: nobody wins with the next piece.
        if (free - 1) // 2 <= bound:
            return False
        if -((free - 2) // 2) > bound:
            return True
        # 3. What is known.
        key = mine + occupied
        table = self._table
        if table.at_least.get(key, -100) > bound:
            return True
        if table.at_most.get(key, 100) <= bound:
            return False
        if self._cannot_win(mine, theirs, occupied, bound):
            table.at_most[key] = bound
            return False
        self.nodes += 1
        if self.nodes & 127 == 0 and perf_counter() > self._end:
            raise OutOfTime
        # 4. Each of the moves, those first that make most threats.
        free_after = board.playable & ~occupied
        ordered = []
        for column in board.column_order:
            cell = moves & column
            if cell:
                after = mine | cell
                made = board.completing_cells(after)
                ordered.append(((made & free_after).bit_count(), after, made))
        if len(ordered) > 1:
            ordered.sort(key=_threat_count, reverse=True)
        for _, after, made in ordered:
            if not self._is_above(theirs, after, made, free - 1, -bound - 1):
                table.at_least[key] = bound + 1
                return True
        table.at_most[key] = bound
        return False


def _threat_count(move: "tuple[int, int, int]") -> int:
    return move[0]
