"""The 63-bit layout of the classic board."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourfold import FIRST, SECOND, InvalidNotation, InvalidRules, Position
from fourfold.search.book.exchange_layout import Board, decode, encode

columns = st.lists(st.sampled_from([FIRST, SECOND]), max_size=6).map(tuple)
boards = st.tuples(*[columns] * 7).map(Board)


def test_an_example_bit_by_bit() -> None:
    board = Board.of(Position.parse("7x6:4455"))
    assert board.columns == ((), (), (), (FIRST, SECOND), (FIRST, SECOND), (), ())
    # Columns d and e: a 1 at the bottom, and two pieces high.
    pieces = 1 << 3 * 6 | 1 << 4 * 6
    heights = 2 << 42 + 3 * 3 | 2 << 42 + 4 * 3
    assert encode(board) == pieces | heights


@given(boards)
def test_round_trip_of_boards(board: Board) -> None:
    bits = encode(board)
    assert 0 <= bits < 2**63
    assert decode(bits) == board


@given(st.lists(st.integers(0, 6), max_size=42))
def test_round_trip_of_games(choices: list[int]) -> None:
    position = Position()
    for choice in choices:
        if position.outcome is None:
            legal = position.legal_columns
            position = position.play(legal[choice % len(legal)])
    board = decode(encode(Board.of(position)))
    for column, pieces in enumerate(board.columns):
        for row in range(6):
            content = position.cell(column, row)
            assert (pieces[row].name if row < len(pieces) else None) == (content and content.name)


@given(boards, st.integers(0, 62))
def test_no_two_boards_share_their_bits(board: Board, bit: int) -> None:
    changed = encode(board) ^ 1 << bit
    try:
        other = decode(changed)
    except InvalidNotation:
        return
    assert other != board
    assert encode(other) == changed


@pytest.mark.parametrize(
    "bits", [-1, 2**63, 7 << 42, 1, 2 << 6 | 1 << 45, True, "0", None, 10**400]
)
def test_what_is_no_board(bits: object) -> None:
    with pytest.raises(InvalidNotation, match="board"):
        decode(bits)  # type: ignore[arg-type]


def test_only_the_classic_board() -> None:
    with pytest.raises(InvalidRules, match="for the rules 7x6, not for 7x7"):
        Board.of(Position.parse("7x7:4"))
