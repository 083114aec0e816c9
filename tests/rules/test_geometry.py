"""Cells as bits of one number: what the masks of a board say of single cells."""

import pytest
from hypothesis import given

from fourfold import Position
from fourfold.rules.geometry import geometry_of

from .strategies import positions


@given(positions())
def test_cells_above_a_cell(position: Position) -> None:
    geometry = geometry_of(position.rules)
    for mask in geometry.column_masks:
        cells = [geometry.bit(cell) for cell in geometry.cells(mask)]
        for cell in cells:
            above = [each for each in cells if each > cell and each & geometry.playable]
            assert geometry.above(cell) == sum(above)
            assert geometry.next_above(cell) == (min(above) if above else 0)


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("7x6:112233", ((3, 0),)),
        ("7x6:1", ()),
        ("7x6:121212", ((0, 3),)),
        ("7x6:223344", ((0, 0), (4, 0))),
    ],
)
def test_cells_that_complete_four(text: str, cells: tuple[tuple[int, int], ...]) -> None:
    position = Position.parse(text)
    geometry = geometry_of(position.rules)
    completing = geometry.completing_cells(position.pieces(position.turn))
    assert geometry.cells(completing & geometry.playable) == cells
