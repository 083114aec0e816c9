"""A position drawn with plain characters.

6  .  .  .  .  .  .  .
5  .  .  .  .  .  .  .
4  .  .  .  X  .  .  .      O  a piece of FIRST       X  forbidden
3  .  .  .  .  .  .  .      @  a piece of SECOND      *  the bonus cell, while it is free
2  .  *  .  @  .  .  .      #  a ban                  .  free
1  .  .  .  O (O) .  .     ( ) the last move         [ ] a line that wins
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
    """The board with its labels, and a line that says how things stand."""
    rules = position.rules
    winning = set(position.winning_cells)

    def drawn(column: int, row: int) -> str:
        content = position.cell(column, row)
        if content is not None:
            symbol = _SYMBOLS[content.name]
        else:
            symbol = _BONUS if (column, row) == rules.bonus else _FREE
        if (column, row) in winning:
            return f"[{symbol}]"
        return f"({symbol})" if (column, row) == position.last_cell else f" {symbol} "

    lines = [
        f"{notation.row_label(row):>2} " + "".join(drawn(c, row) for c in range(rules.columns))
        for row in reversed(range(rules.rows))
    ]
    lines.append(
        "   "
        + "".join(f" {notation.column_label(c, rules.columns)} " for c in range(rules.columns))
    )
    lines.append(status(position))
    return "\n".join(line.rstrip() for line in lines)


def status(position: "Position") -> str:
    """How things stand, in one line that also says which symbol is whose."""
    words = status_in_words(position)
    if position.outcome is not None:
        return words
    name = str(position.turn)
    return words.replace(name, f"{name} ({symbol(position.turn)})").replace("a ban", "a ban (#)")


def status_in_words(position: "Position") -> str:
    """How things stand: the outcome, or whose turn it is and for what."""
    if position.outcome is not None:
        return f"{position.outcome}: {position.outcome.reason}"
    if position.must_ban:
        return f"{position.turn} must drop a ban"
    return f"{position.turn} to move"


def symbol(player: Player) -> str:
    """The character that draws a player's pieces."""
    return _SYMBOLS[player.name]
