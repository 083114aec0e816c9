"""The notation: the only place where columns and rows count from one.

    9x8-xd3-be4:4455
    ─┬─ ─┬─ ─┬─ ─┬──
     │   │   │   └── moves: a column a ply, 1..9 or a..l; a ban is written like a move
     │   │   └────── the bonus cell, at most one
     │   └────────── a forbidden cell; several stand in column-then-row order
     └────────────── columns x rows

Everything here turns text into zero-based numbers or back, and checks only the form of a text.
`Rules` checks that such a board can exist, and `Position` that a move is legal.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from fourfold.errors import InvalidNotation, describe

Cell = tuple[int, int]
"""A cell as (column, row), both counted from 0, row 0 at the bottom."""

_LETTERS = "abcdefghijkl"
_DIGITS = "123456789"
_COLUMN_OF = {
    character: column
    for characters in (_DIGITS, _LETTERS, _LETTERS.upper())
    for column, character in enumerate(characters)
}

_MOST_DIGITS = 1000

_SIZE = re.compile(r"([1-9][0-9]*)x([1-9][0-9]*)")
_MARK = re.compile(r"([xb])([a-l][1-9][0-9]*)")
_CELL = re.compile(r"([a-l])([1-9][0-9]*)")


class RulesParts(NamedTuple):
    """The parts of a rules text; not yet checked whether such a board can exist."""

    columns: int
    rows: int
    forbidden: tuple[Cell, ...]
    bonus: Cell | None


# Cells and labels


def parse_cell(text: str) -> Cell:
    """Read `d3` as (3, 2)."""
    match = _CELL.fullmatch(_checked_text(text, "a cell"))
    if match is None:
        raise InvalidNotation(
            f"cell {describe(text)} is not a column letter 'a' to 'l' and a row number from 1"
        )
    return _LETTERS.index(match[1]), _number(match[2]) - 1


def format_cell(cell: Cell) -> str:
    """Write (3, 2) as `d3`."""
    column, row = cell
    return f"{_LETTERS[column]}{row_label(row)}"


def column_label(column: int, columns: int) -> str:
    """Name a column as moves do on a board this wide: a digit, or a letter beyond 9 columns."""
    # A column beyond a narrow board has no digit, but messages must still name it.
    return (_DIGITS if max(columns, column + 1) <= len(_DIGITS) else _LETTERS)[column]


def row_label(row: int) -> str:
    """Name a row, counted from 1 at the bottom."""
    return str(row + 1)


# Rules


def parse_rules(text: str) -> RulesParts:
    """Read `COLUMNSxROWS`, then `-x` and a cell for each forbidden cell, then `-b` and a cell."""
    text = _checked_text(text, "rules")
    size_text, *marks = text.split("-")
    size = _SIZE.fullmatch(size_text)
    if size is None:
        raise InvalidNotation(
            f"rules {describe(text)} begin with {describe(size_text)}, "
            "which is not a size such as '7x6'"
        )

    forbidden: list[Cell] = []
    bonus: Cell | None = None
    for mark_text in marks:
        where = f"rules {describe(text)} have {describe('-' + mark_text)}"
        mark = _MARK.fullmatch(mark_text)
        if mark is None:
            raise InvalidNotation(
                f"{where}, which is neither a forbidden cell such as '-xd3' "
                "nor a bonus cell such as '-bd3'"
            )
        if bonus is not None:
            raise InvalidNotation(f"{where} after the bonus cell, which must come once and last")
        cell = parse_cell(mark[2])
        if mark[1] == "b":
            bonus = cell
        elif cell in forbidden:
            raise InvalidNotation(f"{where} twice, but a forbidden cell is written once")
        else:
            forbidden.append(cell)
    return RulesParts(_number(size[1]), _number(size[2]), tuple(forbidden), bonus)


def format_rules(parts: RulesParts) -> str:
    """Write rules; the forbidden cells must already be in order."""
    text = f"{parts.columns}x{parts.rows}"
    text += "".join(f"-x{format_cell(cell)}" for cell in parts.forbidden)
    if parts.bonus is not None:
        text += f"-b{format_cell(parts.bonus)}"
    return text


# Moves and positions


def parse_moves(text: str) -> tuple[int, ...]:
    """Read one column a character; digits and letters of either case may be mixed."""
    text = _checked_text(text, "moves")
    try:
        return tuple([_COLUMN_OF[character] for character in text])
    except KeyError:
        ply, bad = next(
            (ply, character)
            for ply, character in enumerate(text, start=1)
            if character not in _COLUMN_OF
        )
        hint = ", and rules before them end with ':'" if bad in "xX" else ""
        raise InvalidNotation(
            f"moves {describe(text)} have {describe(bad)} at ply {ply}, "
            f"but a move is '1' to '9' or 'a' to 'l'{hint}"
        ) from None


def format_moves(moves: Iterable[int], columns: int) -> str:
    """Write moves with digits on boards of up to 9 columns and with letters on wider ones."""
    return "".join([column_label(column, columns) for column in moves])


def format_line(moves: Sequence[int], columns: int, at_most: int = 24) -> str:
    """Write moves as `format_moves` does, but at most so many; dots stand for the rest."""
    dots = "…" if len(moves) > at_most else ""
    return format_moves(moves[:at_most], columns) + dots


def split_position(text: str) -> tuple[str | None, str]:
    """Split `RULES:MOVES` at the colon; a text without one is all moves."""
    text = _checked_text(text, "a position")
    rules, colon, moves = text.partition(":")
    if not colon:
        return None, text
    # The parts are stripped once more when they are read: keep spaces around the colon an error.
    if rules != rules.strip() or moves != moves.strip():
        raise InvalidNotation(
            f"position {describe(text)} has a space beside the ':', but none is allowed there"
        )
    return rules, moves


def format_position(rules: RulesParts, moves: Iterable[int]) -> str:
    """Write `RULES:MOVES`."""
    return f"{format_rules(rules)}:{format_moves(moves, rules.columns)}"


def _checked_text(text: object, what: str) -> str:
    if not isinstance(text, str):
        raise InvalidNotation(f"{what} must be a text, not {describe(text)}")
    return text.strip()


def _number(digits: str) -> int:
    # int() raises an error of its own on very many digits. No message shows as many as are left.
    return int(digits[:_MOST_DIGITS])
