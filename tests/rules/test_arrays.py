"""Positions as NumPy arrays, compared with what the position says cell by cell."""

import builtins
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourfold import FIRST, SECOND, FourfoldError, Position
from fourfold.errors import MissingPackage
from fourfold.rules import Content
from tests.cross.twins import random_rules

np = pytest.importorskip("numpy", reason="arrays: the package NumPy is missing")

VALUES = {None: 0, Content.FIRST: 1, Content.SECOND: -1, Content.BAN: 2, Content.FORBIDDEN: 3}


def random_position(seed: int) -> Position:
    chance = random.Random(seed)
    position = Position(random_rules(chance))
    for _ in range(chance.randint(0, position.rules.playable_cells)):
        if position.outcome is not None:
            break
        position = position.play(chance.choice(position.legal_columns))
    return position


def check_arrays(position: Position) -> None:
    rules = position.rules
    array, seen, planes = position.array(), position.array(mover=True), position.planes()
    assert array.dtype == seen.dtype == np.int8
    assert array.shape == seen.shape == (rules.rows, rules.columns)
    assert planes.dtype == np.bool_
    assert planes.shape == (5, rules.rows, rules.columns)
    mine = 1 if position.turn is FIRST else -1
    for column in range(rules.columns):
        for row in range(rules.rows):
            value = VALUES[position.cell(column, row)]
            assert array[row, column] == value
            assert seen[row, column] == (value if value > 1 else value * mine)
            assert planes[:, row, column].tolist() == [
                value == mine,
                value == -mine,
                value > 1,
                rules.bonus == (column, row) and value == 0,
                position.must_ban,
            ]
    legal = position.legal_mask()
    assert legal.dtype == np.bool_
    assert legal.tolist() == [column in position.legal_columns for column in range(rules.columns)]


@given(st.integers(0, 2**32))
def test_every_cell_is_as_the_position_says(seed: int) -> None:
    check_arrays(random_position(seed))


def test_row_0_is_the_bottom_and_1_is_first() -> None:
    array = Position.parse("7x6:4455").array()
    assert array[0].tolist() == [0, 0, 0, 1, 1, 0, 0]
    assert array[1].tolist() == [0, 0, 0, -1, -1, 0, 0]
    assert not array[2:].any()


def test_the_mover_sees_their_own_pieces_as_1() -> None:
    position = Position.parse("7x6:4")
    assert position.turn is SECOND
    assert position.array()[0, 3] == 1
    assert position.array(mover=True)[0, 3] == -1
    assert position.planes()[:, 0, 3].tolist() == [False, True, False, False, False]


def test_a_ban_that_is_due_and_one_that_lies() -> None:
    due = Position.parse("7x6-bd1:4")
    assert due.planes()[4].all()
    assert not due.planes()[3].any()
    lies = due.play(0)
    assert lies.array()[0, 0] == 2
    assert lies.planes()[2].sum() == 1
    assert not lies.planes()[4].any()


def test_the_arrays_are_the_callers_own() -> None:
    position = Position.parse("7x6:4455")
    array = position.array()
    array[:] = 3
    assert position.array()[0, 0] == 0


def test_without_numpy_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without_numpy(name: str, *arguments: Any) -> Any:
        if name == "numpy":
            raise ImportError(name)
        return real(name, *arguments)

    monkeypatch.setattr(builtins, "__import__", without_numpy)
    with pytest.raises(MissingPackage, match=r"pip install 'fourfold\[numpy\]'") as caught:
        Position().array()
    assert isinstance(caught.value, FourfoldError)
    assert isinstance(caught.value, ImportError)
