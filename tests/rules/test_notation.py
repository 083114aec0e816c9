"""The notation: every good text is read and written back, every bad one gets its error."""

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from fourfold import IllegalMove, InvalidNotation, InvalidRules, Position, Rules
from fourfold.rules import notation

from .strategies import awkward_text, mutated, positions, rules, strangers

# Good texts


@given(rules())
def test_rules_round_trip(board: Rules) -> None:
    assert Rules.parse(str(board)) == board
    assert Rules.parse(f" {board}\n") == board


@given(positions())
def test_positions_round_trip(position: Position) -> None:
    text = position.to_text()
    _, _, moves = text.partition(":")
    assert Position.parse(text) == position
    assert Position.parse(text, position.rules) == position
    assert Position.parse(moves, position.rules) == position
    assert Position.parse(moves.upper(), position.rules) == position
    assert Position.parse(f"\t{text} ") == position


@given(positions(), st.randoms(use_true_random=False))
def test_digits_and_letters_may_be_mixed(position: Position, random: Any) -> None:
    letters = "abcdefghijkl"
    mixed = "".join(
        random.choice([letters[c], letters[c].upper(), *([str(c + 1)] if c < 9 else [])])
        for c in position.moves
    )
    assert Position.parse(mixed, position.rules) == position


@given(rules(), st.randoms(use_true_random=False))
def test_forbidden_cells_may_come_in_any_order(board: Rules, random: Any) -> None:
    size, *marks = str(board).split("-")
    forbidden = [mark for mark in marks if mark.startswith("x")]
    random.shuffle(forbidden)
    bonus = [mark for mark in marks if mark.startswith("b")]
    assert Rules.parse("-".join([size, *forbidden, *bonus])) == board


@given(st.integers(0, 11), st.integers(0, 11))
def test_cells_round_trip(column: int, row: int) -> None:
    assert notation.parse_cell(notation.format_cell((column, row))) == (column, row)


@pytest.mark.parametrize(
    ("text", "board"),
    [
        ("7x6", Rules()),
        ("9x8-xd3", Rules(9, 8, forbidden=[(3, 2)])),
        ("6x6-bc2", Rules(6, 6, bonus=(2, 1))),
        ("12x12-xa1-bl12", Rules(12, 12, forbidden=[(0, 0)], bonus=(11, 11))),
        ("4x12-xa2-xa10-xb1", Rules(4, 12, forbidden=[(1, 0), (0, 9), (0, 1)])),
    ],
)
def test_rules_as_written(text: str, board: Rules) -> None:
    assert Rules.parse(text) == board
    assert str(board) == text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("", "7x6:"),
        ("7x6:", "7x6:"),
        ("4455", "7x6:4455"),
        ("dDeE", "7x6:4455"),
        ("9x4:9i", "9x4:99"),
        ("10x4:19jJ", "10x4:aijj"),
        ("12x4:lkL1", "12x4:lkla"),
    ],
)
def test_positions_as_written(text: str, written: str) -> None:
    assert Position.parse(text).to_text() == written


# Bad texts


@given(awkward_text | mutated(rules().map(str)))
@example("7X6")
@example("7x6-bb2-xa1")
def test_any_text_is_rules_or_one_of_two_errors(text: str) -> None:
    try:
        board = Rules.parse(text)
    except (InvalidNotation, InvalidRules) as error:
        assert_one_sentence(error)
    else:
        # The order of forbidden cells is the only freedom that a text has.
        assert sorted(str(board).split("-")) == sorted(text.strip().split("-"))


@given(awkward_text | mutated(positions().map(Position.to_text)), st.none() | rules())
def test_any_text_is_a_position_or_one_of_three_errors(text: str, board: Rules | None) -> None:
    try:
        position = Position.parse(text, board)
    except (InvalidNotation, InvalidRules, IllegalMove) as error:
        assert_one_sentence(error)
    else:
        assert Position.parse(position.to_text()) == position
        assert position.ply == len(text.strip().rpartition(":")[2])


@given(st.text() | mutated(st.sampled_from(["a1", "d3", "l12"])))
def test_any_text_is_a_cell_or_an_error(text: str) -> None:
    try:
        cell = notation.parse_cell(text)
    except InvalidNotation as error:
        assert_one_sentence(error)
    else:
        assert cell[0] in range(12)
        assert cell[1] >= 0


@given(strangers.filter(lambda value: not isinstance(value, str)) | st.integers())
def test_only_a_text_can_be_read(value: Any) -> None:
    for read in (Rules.parse, Position.parse, Position().play_text, notation.parse_cell):
        with pytest.raises(InvalidNotation, match="must be a text"):
            read(value)


def assert_one_sentence(error: ValueError) -> None:
    message = str(error)
    assert message
    assert "\n" not in message
    assert len(message) < 400


@pytest.mark.parametrize(
    "text",
    [
        *("", "7", "x", "7x", "x6", "7x6-", "7x6--xa1", "7x6-x", "7x6-b", "7x6-a1", "-xa1"),
        *("7X6", "7x6-Xa1", "7x6-xA1", "7x6-BA1", "7*6", "7x6:", "7x6x5"),
        *("07x6", "7x06", "0x6", "+7x6", "7x-6", "7.0x6", "7_0x6", "1e1x6"),
        *("7 x6", "7x6 -xa1", "7x6-x a1", "7x6-xa 1", "7x6-xa1 -bb1"),
        *("7x6-xa0", "7x6-xa01", "7x6-xm1", "7x6-xaa1", "7x6-x11"),
        *("7x6-xa1-xa1", "7x6-ba1-xb1", "7x6-ba1-bb1", "7x6-ba1-ba1"),
        *("٧x٦", "7x²", "７x６", "7×6", "7x6-xa٣", "7x6-xа1"),
    ],
)
def test_texts_that_are_not_of_the_form_of_rules(text: str) -> None:
    with pytest.raises(InvalidNotation):
        Rules.parse(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3x6", "columns is 3, but must be a whole number from 4 to 12"),
        ("7x13", "rows is 13"),
        ("13x4", "columns is 13"),
        ("1x1", "columns is 1"),
        ("9" * 23 + "x6", f"columns is {'9' * 23}, but must be a whole number from 4 to 12"),
        ("7x" + "8" * 23, f"rows is {'8' * 23}, but"),
        ("9" * 5000 + "x6", rf"columns is {'9' * 57}\.\.\., but"),
        ("7x6-xh1", "forbidden cell 'h1' is off the board, whose cells are 'a1' to 'g6'"),
        ("7x6-xa7", "forbidden cell 'a7' is off the board"),
        ("7x6-xa" + "9" * 23, f"forbidden cell 'a{'9' * 23}' is off the board"),
        ("7x6-xa" + "9" * 5000, rf"forbidden cell 'a{'9' * 55}\.\.\. is off the board"),
        ("7x6-bl12", "bonus cell 'l12' is off the board"),
        ("7x6-xd3-bd3", "bonus cell 'd3' is also forbidden"),
    ],
)
def test_rules_that_are_well_written_but_cannot_be(text: str, message: str) -> None:
    with pytest.raises(InvalidRules, match=message):
        Rules.parse(text)
    with pytest.raises(InvalidRules, match=message):
        Position.parse(f"{text}:1")


@pytest.mark.parametrize(
    "text",
    [
        *("0", "m", "4 4", "44-55", "7x6", "x", "4,4", "44\n55", "٣", "²", "４", "ａ"),
        *(":", ":44", "7x6::", "7x6:44:", "7x6 :44", "7x6: 44", " : ", "7x6:0", "7x6:m", "07x6:4"),
    ],
)
def test_texts_that_are_not_of_the_form_of_a_position(text: str) -> None:
    with pytest.raises(InvalidNotation):
        Position.parse(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("448", "ply 3 is '8', but column 8 is not on the board, whose columns are 1 to 7"),
        ("44K", "ply 3 is 'k', but column k is not on the board, whose columns are 1 to 7"),
        ("10x4:al", "ply 2 is 'l', but column l is not on the board, whose columns are a to j"),
        ("1111111", "ply 7 is '1', but column 1 has no room; .* are 2, 3, 4, 5, 6, 7$"),
        ("12121211", "ply 8 is '1', but column 1 cannot be played: the game is over, FIRST wins"),
        ("4x4-xa1-xa2-xa3-xa4:1", "ply 1 is '1', but column 1 has no room"),
    ],
)
def test_moves_that_are_well_written_but_illegal(text: str, message: str) -> None:
    with pytest.raises(IllegalMove, match=message):
        Position.parse(text)


def test_rules_given_twice_must_agree() -> None:
    assert Position.parse("9x8-xd3:44", Rules.parse("9x8-xd3")).ply == 2
    with pytest.raises(InvalidNotation, match="is for 9x8-xd3, but a position for 7x6"):
        Position.parse("9x8-xd3:44", Rules())


def test_messages_name_the_place() -> None:
    with pytest.raises(InvalidNotation) as caught:
        Position.parse("44?5")
    assert str(caught.value) == (
        "moves '44?5' have '?' at ply 3, but a move is '1' to '9' or 'a' to 'l'"
    )


def test_a_long_line_is_cut() -> None:
    assert notation.format_line([3, 3, 4], 7) == "445"
    assert notation.format_line([3] * 4, 7, at_most=2) == "44…"
