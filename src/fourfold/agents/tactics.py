"""What can be seen without a search: who wins at once, and where.

Slow and plain, for agents that think in Python and for tests of those that do not.
"""

from fourfold.rules import FIRST, SECOND, Player, Position
from fourfold.rules.position import Content

_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
_PIECE = {FIRST: Content.FIRST, SECOND: Content.SECOND}


def winning_columns(position: Position, player: Player) -> tuple[int, ...]:
    """List the columns in which a player's next piece would complete a line, ascending.

    That is asked of either player, whoever is to move, and also while a ban is due, although a
    ban wins nothing. None once the game is over.
    """
    return tuple(c for c in position.legal_columns if _completes_line(position, player, c))


def _completes_line(position: Position, player: Player, column: int) -> bool:
    row = position.landing_row(column)
    assert row is not None  # the column is legal
    return any(
        1
        + _run(position, player, (column, row), step)
        + _run(position, player, (column, row), back)
        >= 4
        for step in _DIRECTIONS
        for back in [(-step[0], -step[1])]
    )


def _run(position: Position, player: Player, cell: tuple[int, int], step: tuple[int, int]) -> int:
    """How many of the player's pieces follow one another beyond a cell, counted to three."""
    rules = position.rules
    for distance in range(1, 4):
        column, row = cell[0] + distance * step[0], cell[1] + distance * step[1]
        on_board = 0 <= column < rules.columns and 0 <= row < rules.rows
        if not on_board or position.cell(column, row) is not _PIECE[player]:
            return distance - 1
    return 3
