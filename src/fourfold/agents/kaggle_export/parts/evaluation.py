"""Evaluations: guesses at how good a position is for a player, without searching.

An evaluation is a sum of counts, each times its weight. A window is any four cells in line; a
threat is a free cell that would complete a line. `mine` are the pieces of whoever evaluates.
"""

from typing import Protocol

from fourfold.agents.kaggle_export.parts.board import Board


class Evaluation(Protocol):
    """An evaluation on one board, for one player."""

    def __call__(self, mine: int, theirs: int) -> int:
        """Evaluate a position in which nobody has a line."""


class WindowCounter:
    """Counts windows by their pieces, all at once: pairs first, then pairs of pairs."""

    def __init__(self, board: Board) -> None:
        self.directions = []
        for step in board.steps:
            pairs = board.playable & (board.playable >> step)
            self.directions.append((step, 2 * step, pairs & (pairs >> 2 * step)))

    def weigh(
        self, mine: int, theirs: int, weights: "tuple[int, int, int, int]"
    ) -> "tuple[int, int, int]":
        """Weigh the windows, and find the cells that complete one.

        weights: for three pieces and a free cell, and two and two, of mine, then of theirs.
        Return the sum, and the cells that complete a window of mine and of theirs, occupied ones
        among them.
        """
        three, two, their_three, their_two = weights
        total = my_cells = their_cells = 0
        for step, two_steps, starts in self.directions:
            later = mine >> step
            odd, both = mine ^ later, mine & later
            any_mine = odd | both
            any_mine |= any_mine >> two_steps
            later = theirs >> step
            their_odd, their_both = theirs ^ later, theirs & later
            any_theirs = their_odd | their_both
            any_theirs |= any_theirs >> two_steps
            open_to_me = starts & any_mine & ~any_theirs
            if open_to_me:
                odd_later, both_later = odd >> two_steps, both >> two_steps
                one_odd, one_full = odd ^ odd_later, (both ^ both_later) & open_to_me
                threes = one_full & one_odd
                total += two * ((one_full & ~one_odd) | (odd & odd_later & open_to_me)).bit_count()
                if threes:
                    total += three * threes.bit_count()
                    pairs = threes | (threes << step)
                    my_cells |= pairs | (pairs << two_steps)
            open_to_them = starts & any_theirs & ~any_mine
            if open_to_them:
                odd_later, both_later = their_odd >> two_steps, their_both >> two_steps
                one_odd, one_full = their_odd ^ odd_later, (their_both ^ both_later) & open_to_them
                threes = one_full & one_odd
                twos = (one_full & ~one_odd) | (their_odd & odd_later & open_to_them)
                total += their_two * twos.bit_count()
                if threes:
                    total += their_three * threes.bit_count()
                    pairs = threes | (threes << step)
                    their_cells |= pairs | (pairs << two_steps)
        return total, my_cells, their_cells


def window_weights(weights: "dict[str, int]") -> "tuple[int, int, int, int]":
    """Return the weights of windows in the order of `WindowCounter.weigh`."""
    return weights["three"], weights["two"], weights["their_three"], weights["their_two"]


def columns_at(board: Board, distance: int) -> int:
    """Return the cells of the columns so far from the centre; an even width has two centres."""
    return sum(
        board.column_cells[column]
        for column in range(board.columns)
        if abs(2 * column - (board.columns - 1)) // 2 == distance
    )


class ClassicEvaluation:
    """Windows of four and the centre."""

    def __init__(self, board: Board, is_first: bool, weights: "dict[str, int]") -> None:
        self.windows = WindowCounter(board)
        self.window_weights = window_weights(weights)
        self.centre = columns_at(board, 0)
        self.centre_weight = weights["centre"]

    def __call__(self, mine: int, theirs: int) -> int:
        """Evaluate a position in which nobody has a line."""
        total = self.windows.weigh(mine, theirs, self.window_weights)[0]
        return total + self.centre_weight * (mine & self.centre).bit_count()


class HardEvaluation:
    """Windows of four, the centre, double threats and threes on the bottom row."""

    def __init__(self, board: Board, is_first: bool, weights: "dict[str, int]") -> None:
        self.board = board
        self.windows = WindowCounter(board)
        self.window_weights = window_weights(weights)
        self.centre = columns_at(board, 0)
        self.weights = weights

    def __call__(self, mine: int, theirs: int) -> int:
        """Evaluate a position in which nobody has a line."""
        board, weights = self.board, self.weights
        total, my_cells, their_cells = self.windows.weigh(mine, theirs, self.window_weights)
        total += weights["centre"] * (mine & self.centre).bit_count()
        occupied = mine | theirs
        landing = (occupied + board.bottom) & board.playable
        if (my_cells & landing).bit_count() >= 2:
            total += weights["double_threat"]
        if (their_cells & landing).bit_count() >= 2:
            total += weights["their_double_threat"]
        stride = board.stride
        row = mine & board.bottom
        threes = row & (row >> stride) & (row >> 2 * stride)
        if threes:
            free = board.bottom & ~occupied
            open_at_an_end = threes & ((free << stride) | (free >> 3 * stride))
            total += weights["bottom_three"] * open_at_an_end.bit_count()
        return total
