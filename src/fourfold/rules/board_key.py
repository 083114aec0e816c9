"""The key of a board: a text that does not depend on the order of its moves.

    6x5:///fs/s/ f      rules, the pieces of each column from the bottom up (f FIRST, s SECOND,
                        b a ban), and who is to move; a ! after it if a ban is due

A board and its mirror image have the same key, also if the rules of one are the mirror image of
those of the other.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from fourfold.rules.outcome import Player
from fourfold.rules.position import Content, Position
from fourfold.rules.rules import Rules

_LETTERS = {Content.FIRST: "f", Content.SECOND: "s", Content.BAN: "b"}
_TURNS = {Player.FIRST: "f", Player.SECOND: "s"}


class BoardKey(NamedTuple):
    """The key of a board, and how it was made."""

    text: str
    is_mirrored: bool
    """Whether the text is that of the mirror image."""
    is_symmetric: bool
    """Whether the board is its own mirror image."""


def board_key(position: Position) -> BoardKey:
    """Return the key of a position."""
    columns = ["".join(_pieces(position, column)) for column in range(position.rules.columns)]
    return _Keys(position.rules).key(columns, _to_move(position))


def board_keys(rules: Rules, moves: Iterable[int]) -> Iterator[BoardKey]:
    """Yield the key before each of the moves of a game, much faster than `board_key` would.

    The moves must be legal: they are not checked.
    """
    keys = _Keys(rules)
    columns = [""] * rules.columns
    if rules.bonus is None:
        for number, column in enumerate(moves):
            letter = "fs"[number % 2]
            yield keys.key(columns, letter)
            columns[column] += letter
        return
    position = Position(rules)
    for column in moves:
        yield keys.key(columns, _to_move(position))
        columns[column] += "b" if position.must_ban else _TURNS[position.turn]
        position = position.play(column)


class _Keys:
    """Makes the keys of boards of the same rules."""

    def __init__(self, rules: Rules) -> None:
        self._rules = str(rules)
        self._mirrored_rules = str(rules.mirror())

    def key(self, columns: Sequence[str], to_move: str) -> BoardKey:
        here = f"{self._rules}:{'/'.join(columns)} {to_move}"
        mirrored = f"{self._mirrored_rules}:{'/'.join(reversed(columns))} {to_move}"
        return BoardKey(min(here, mirrored), mirrored < here, here == mirrored)


def _to_move(position: Position) -> str:
    return _TURNS[position.turn] + ("!" if position.must_ban else "")


def _pieces(position: Position, column: int) -> list[str]:
    contents = (position.cell(column, row) for row in range(position.rules.rows))
    return [_LETTERS[content] for content in contents if content in _LETTERS]
