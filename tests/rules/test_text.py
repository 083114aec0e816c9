"""The board in plain characters."""

import pytest
from hypothesis import given

from fourfold import Position
from fourfold.rules import Content

from .strategies import positions


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        (
            "7x6:445",
            """
 6  .  .  .  .  .  .  .
 5  .  .  .  .  .  .  .
 4  .  .  .  .  .  .  .
 3  .  .  .  .  .  .  .
 2  .  .  .  @  .  .  .
 1  .  .  .  O (O) .  .
    1  2  3  4  5  6  7
SECOND (@) to move""",
        ),
        (
            "5x4-xa1-xc3-be1:11225",
            """
 4  .  .  .  .  .
 3  @  .  X  .  .
 2  O  @  .  .  .
 1  X  O  .  . (O)
    1  2  3  4  5
FIRST (O) must drop a ban (#)""",
        ),
        (
            "5x4-xa1-xc3-be1:112254",
            """
 4  .  .  .  .  .
 3  @  .  X  .  .
 2  O  @  .  .  .
 1  X  O  . (#) O
    1  2  3  4  5
SECOND (@) to move""",
        ),
        (
            "12x10-bl10:abacad",
            """
10  .  .  .  .  .  .  .  .  .  .  .  *
 9  .  .  .  .  .  .  .  .  .  .  .  .
 8  .  .  .  .  .  .  .  .  .  .  .  .
 7  .  .  .  .  .  .  .  .  .  .  .  .
 6  .  .  .  .  .  .  .  .  .  .  .  .
 5  .  .  .  .  .  .  .  .  .  .  .  .
 4  .  .  .  .  .  .  .  .  .  .  .  .
 3  O  .  .  .  .  .  .  .  .  .  .  .
 2  O  .  .  .  .  .  .  .  .  .  .  .
 1  O  @  @ (@) .  .  .  .  .  .  .  .
    a  b  c  d  e  f  g  h  i  j  k  l
FIRST (O) to move""",
        ),
        (
            "4x4:1213141",
            """
 4 [O] .  .  .
 3 [O] .  .  .
 2 [O] .  .  .
 1 [O] @  @  @
    1  2  3  4
FIRST wins: four in line""",
        ),
    ],
)
def test_drawn_boards(text: str, drawn: str) -> None:
    assert str(Position.parse(text)) == drawn.removeprefix("\n")


@given(positions())
def test_every_cell_is_drawn(position: Position) -> None:
    lines = str(position).splitlines()
    assert len(lines) == position.rules.rows + 2
    symbols = {Content.FIRST: "O", Content.SECOND: "@", Content.BAN: "#", Content.FORBIDDEN: "X"}
    for row, line in zip(reversed(range(position.rules.rows)), lines, strict=False):
        for column in range(position.rules.columns):
            content = position.cell(column, row)
            free = "*" if (column, row) == position.rules.bonus else "."
            assert line[4 + 3 * column] == (free if content is None else symbols[content])
    assert str(position).isascii()
