"""Draws a position with plain characters.

6  .  .  .  .  .  .  .
5  .  .  .  .  .  .  .
4  .  .  .  X  .  .  .      O  a piece of FIRST       X  forbidden
3  .  .  .  .  .  .  .      @  a piece of SECOND      *  the bonus cell, while it is free
2  .  *  .  @  .  .  .      #  a ban                  .  free
1  .  .  .  O (O) .  .     ( ) the last move         [ ] the winning line
   1  2  3  4  5  6  7
SECOND (@) to move
"""

from typing import TYPE_CHECKING

from fourfold.rules import notation
from fourfold.rules.outcome import Player

if TYPE_CHECKING:
    from fourfold.rules.position import Position

_SYMBOLS = {"FIRST": "O", "SECOND": "@", "BAN": "#", "FORBIDDEN": "X"}
_FREE = "."
_BONUS = "*"


def draw(position: "Position") -> str:
    """Return the board with its labels, and the status in the last line."""
    rules = position.rules
    winning = set(position.winning_cells)

    def cell_text(column: int, row: int) -> str:
        content = position.cell(column, row)
        if content is not None:
            symbol = _SYMBOLS[content.name]
        else:
            symbol = _BONUS if (column, row) == rules.bonus else _FREE
        if (column, row) in winning:
            return f"[{symbol}]"
        return f"({symbol})" if (column, row) == position.last_cell else f" {symbol} "

    lines = [
        f"{notation.row_label(row):>2} " + "".join(cell_text(c, row) for c in range(rules.columns))
        for row in reversed(range(rules.rows))
    ]
    lines.append(
        "   "
        + "".join(f" {notation.column_label(c, rules.columns)} " for c in range(rules.columns))
    )
    lines.append(status(position))
    return "\n".join(line.rstrip() for line in lines)


def status(position: "Position") -> str:
    """Return the status in one line that also shows the symbol of the player to move."""
    words = status_in_words(position)
    if position.outcome is not None:
        return words
    name = str(position.turn)
    return words.replace(name, f"{name} ({symbol(position.turn)})").replace("a ban", "a ban (#)")


def status_in_words(position: "Position") -> str:
    """Return the outcome, or whose turn it is and whether they must drop a ban."""
    if position.outcome is not None:
        return f"{position.outcome}: {position.outcome.reason}"
    if position.must_ban:
        return f"{position.turn} must drop a ban"
    return f"{position.turn} to move"


def symbol(player: Player) -> str:
    """Return the character that stands for a player's pieces."""
    return _SYMBOLS[player.name]
