"""Positions as values, and the game on plain boards."""

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourfold import (
    FIRST,
    SECOND,
    IllegalMove,
    InvalidNotation,
    InvalidOption,
    InvalidRules,
    Player,
    Position,
    Rules,
)
from fourfold.rules import Content, as_position

from .strategies import positions, strangers


def test_the_empty_board() -> None:
    position = Position(Rules())
    assert position == Position()
    assert position.rules == Rules()
    assert position.turn is FIRST
    assert position.ply == 0
    assert position.moves == ()
    assert position.legal_columns == (0, 1, 2, 3, 4, 5, 6)
    assert position.must_ban is False
    assert position.outcome is None
    assert position.winning_cells == ()
    assert position.last_cell is None


def test_playing_makes_a_new_position() -> None:
    empty = Position()
    after = empty.play(3)
    assert empty == Position()
    assert after.moves == (3,)
    assert after.turn is SECOND
    assert after.ply == 1
    assert after.cell(3, 0) is Content.FIRST
    assert after.cell(3, 1) is None
    assert after.landing_row(3) == 1
    assert after.last_cell == (3, 0)


def test_players() -> None:
    assert FIRST is Player.FIRST
    assert FIRST.other is SECOND
    assert SECOND.other is FIRST
    assert [str(player) for player in Player] == ["FIRST", "SECOND"]


# Values


@given(positions())
def test_positions_are_values(position: Position) -> None:
    same = Position(position.rules, position.moves)
    assert position == same
    assert hash(position) == hash(same)
    assert position.key == same.key
    assert pickle.loads(pickle.dumps(position)) == position
    assert copy.copy(position) == copy.deepcopy(position) == position
    assert eval(repr(position)) == position


def test_equality_is_by_game_and_key_by_board() -> None:
    one, other = Position.parse("152"), Position.parse("251")
    assert one != other
    assert one.key == other.key
    assert len({one, other, Position.parse("152")}) == 2
    assert Position.parse("7x6:") != Position.parse("7x7:")
    assert Position() != "7x6:"


def test_key_tells_apart_whose_turn_and_which_ply() -> None:
    due, done = Position.parse("6x6-bc1:3"), Position.parse("6x6-ba6:3")
    assert due.must_ban
    assert due.key != done.key
    # The same cells are filled, but with a ban here and with a piece there.
    assert Position.parse("6x6-bc1:34").key != Position.parse("6x6:34").key


@pytest.mark.parametrize(
    "name",
    [
        *("rules", "turn", "ply", "moves", "legal_columns", "must_ban", "outcome"),
        *("winning_cells", "key", "last_cell", "colour"),
    ],
)
def test_positions_do_not_change(name: str) -> None:
    position = Position.parse("4455")
    with pytest.raises(AttributeError):
        setattr(position, name, None)
    assert position == Position.parse("4455")


def test_repr() -> None:
    assert repr(Position.parse("dd")) == "Position.parse('7x6:44')"


@given(strangers | st.integers())
def test_a_position_needs_rules(rules: Any) -> None:
    with pytest.raises(InvalidRules):
        Position(rules)


@given(positions())
def test_mirror(position: Position) -> None:
    mirrored = position.mirror()
    assert mirrored.mirror() == position
    last = position.rules.columns - 1
    assert mirrored.rules == position.rules.mirror()
    assert mirrored.legal_columns == tuple(last - c for c in reversed(position.legal_columns))
    assert {(last - c, r) for c, r in mirrored.winning_cells} == set(position.winning_cells)
    assert (mirrored.turn, mirrored.must_ban) == (position.turn, position.must_ban)
    assert mirrored.outcome == position.outcome


# Illegal moves


@given(positions(), strangers | st.integers() | st.just(10**5000))
def test_only_a_legal_column_can_be_played(position: Position, column: Any) -> None:
    before = (position.key, position.moves, position.outcome, str(position))
    if type(column) is int and column in position.legal_columns:
        assert position.play(column).moves == (*position.moves, column)
    else:
        with pytest.raises(IllegalMove):
            position.play(column)
    assert before == (position.key, position.moves, position.outcome, str(position))


@given(positions())
def test_what_cannot_be_played_is_refused(position: Position) -> None:
    for column in range(-1, position.rules.columns + 1):
        if column not in position.legal_columns:
            with pytest.raises(IllegalMove):
                position.play(column)


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 7, "column 7 is not on the board, whose columns are 0 to 6$"),
        ("", -1, "column -1 is not on the board"),
        ("", "4", "a column must be a whole number from 0 to 6, not '4'"),
        ("", True, "not True"),
        ("", 3.0, "not 3.0"),
        (
            "111111",
            0,
            r"column 0 \(counted from 0\) has no room; the columns with room are 1, 2, 3, 4, 5, 6$",
        ),
        (
            "1212121",
            3,
            r"column 3 \(counted from 0\) cannot be played: the game is over, FIRST wins",
        ),
    ],
)
def test_messages(text: str, column: Any, message: str) -> None:
    with pytest.raises(IllegalMove, match=message):
        Position.parse(text).play(column)


class Third:
    """Not an int, but a whole number all the same."""

    def __index__(self) -> int:
        return 2


def test_a_column_is_anything_with_an_index() -> None:
    position = Position().play(Third())
    assert position == Position.parse("3")
    assert [type(column) for column in position.moves] == [int]
    assert position.landing_row(Third()) == 1
    assert position.cell(Third(), 0) is Content.FIRST
    assert position.cell(0, Third()) is None
    assert Position(Rules(), [Third(), Third()]) == Position.parse("33")
    with pytest.raises(IllegalMove, match=r"column 2 \(counted from 0\) has no room"):
        Position.parse("333333").play(Third())


def test_a_column_may_be_a_numpy_integer() -> None:
    numpy = pytest.importorskip("numpy")
    for kind in (numpy.int64, numpy.uint8, numpy.array):
        wide = Position(Rules(12, 12), [kind(11), kind(11)])
        assert wide.to_text() == "12x12:ll"
        assert [type(column) for column in wide.moves] == [int, int]
        assert wide.cell(kind(11), kind(1)) is Content.SECOND
        assert wide.landing_row(kind(11)) == 2
    for other in (numpy.bool_(True), numpy.float64(3.0), numpy.array([3])):
        with pytest.raises(IllegalMove, match="a column must be a whole number"):
            Position().play(other)


@given(strangers | st.integers(max_value=-1) | st.integers(min_value=7))
def test_landing_row_needs_a_column_of_the_board(column: Any) -> None:
    with pytest.raises(IllegalMove):
        Position().landing_row(column)


@pytest.mark.parametrize("cell", [(-1, 0), (0, -1), (7, 0), (0, 6)])
def test_a_cell_off_the_board(cell: tuple[int, int]) -> None:
    with pytest.raises(IndexError, match="off the board"):
        Position().cell(*cell)


@given(strangers)
def test_a_cell_is_two_whole_numbers(stranger: Any) -> None:
    for cell in ((stranger, 0), (0, stranger)):
        with pytest.raises(TypeError, match="a cell is two whole numbers"):
            Position().cell(*cell)


# Positions given as such or as text


@given(positions())
def test_a_position_or_its_text(position: Position) -> None:
    assert as_position(position) is position
    assert as_position(position.to_text()) == position


@given((strangers | st.integers()).filter(lambda value: not isinstance(value, str)))
def test_neither_a_position_nor_its_text(value: Any) -> None:
    with pytest.raises(
        InvalidOption, match=r"a position is .*, but must be a Position or its text"
    ):
        as_position(value)


def test_a_text_that_is_no_position() -> None:
    with pytest.raises(InvalidNotation, match="moves '7x6' have 'x' at ply 2"):
        as_position("7x6")
