"""The evaluation of `threat`: windows of four, and threats by parity and place."""

from fourfold.agents.kaggle_export.parts.board import Board
from fourfold.agents.kaggle_export.parts.evaluation import (
    WindowCounter,
    columns_at,
    window_weights,
)


class ThreatEvaluation:
    """Windows of four, the centre, and threats by parity, place and what reaches them."""

    def __init__(self, board: Board, is_first: bool, weights: "dict[str, int]") -> None:
        self.board = board
        self.windows = WindowCounter(board)
        self.window_weights = window_weights(weights)
        self.centre = columns_at(board, 0)
        self.adjacent = columns_at(board, 1)
        self.weights = weights
        # A cell with an even number of cells above it favours SECOND if the board has an even
        # number of cells, else FIRST; the other cells favour the other player.
        even = sum(board.bottom << row for row in range(board.rows - 1, -1, -2))
        favours_second = even if board.cells % 2 == 0 else board.playable & ~even
        self.favourable = board.playable & ~favours_second if is_first else favours_second

    def __call__(self, mine: int, theirs: int) -> int:
        """Evaluate a position in which nobody has a line."""
        board, weights = self.board, self.weights
        total, my_cells, their_cells = self.windows.weigh(mine, theirs, self.window_weights)
        total += weights["centre"] * (mine & self.centre).bit_count()
        total += weights["adjacent"] * (mine & self.adjacent).bit_count()
        occupied = mine | theirs
        landing = (occupied + board.bottom) & board.playable
        free = board.playable & ~occupied
        my_cells &= free
        their_cells &= free
        if my_cells:
            total += weights["playable"] * (my_cells & landing).bit_count()
            later = my_cells & ~landing
            favourable = later & self.favourable
            total += weights["favourable"] * favourable.bit_count()
            total += weights["unfavourable"] * (later & ~favourable).bit_count()
            total += weights["stacked"] * (my_cells & (my_cells >> 1)).bit_count()
            total += weights["opens_mine"] * (my_cells & (landing << 1)).bit_count()
            while favourable:
                cell = favourable & -favourable
                favourable ^= cell
                below = free & (cell - 1) & board.column_cells[board.column_of(cell)]
                if below.bit_count() % 2 == 0 and not below & their_cells:
                    total += weights["controlled"]
        if their_cells:
            total += weights["their_playable"] * (their_cells & landing).bit_count()
            later = their_cells & ~landing
            favourable = later & ~self.favourable
            total += weights["their_favourable"] * favourable.bit_count()
            total += weights["their_unfavourable"] * (later & ~favourable).bit_count()
            total += weights["their_stacked"] * (their_cells & (their_cells >> 1)).bit_count()
            total += weights["opens_theirs"] * (their_cells & (landing << 1)).bit_count()
        return total
