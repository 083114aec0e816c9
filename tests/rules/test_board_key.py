"""Keys of boards: the same for every order of the moves, and for the mirror image."""

from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourfold import IllegalMove, Position
from fourfold.rules.board_key import board_key, board_keys

from .strategies import positions


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("6x5:", "6x5:///// f"),
        ("6x5:443", "6x5://f/fs// s"),
        ("6x5:334", "6x5://f/fs// s"),
        ("6x5-xa1:11", "6x5-xa1:fs///// f"),
        ("6x5-xf1:66", "6x5-xa1:fs///// f"),
        ("6x5-bc1:3", "6x5-bc1://f/// f!"),
        ("6x5-bc1:34", "6x5-bc1://f/b// s"),
    ],
)
def test_keys(text: str, key: str) -> None:
    assert board_key(Position.parse(text)).text == key


@given(positions(), st.randoms(use_true_random=False))
def test_the_same_board_has_the_same_key(position: Position, chance: Random) -> None:
    key, is_mirrored, is_symmetric = board_key(position)
    other_key, is_other_mirrored, is_other_symmetric = board_key(position.mirror())
    assert key == other_key
    assert (is_mirrored == is_other_mirrored) == is_symmetric == is_other_symmetric
    moves = list(position.moves)
    chance.shuffle(moves)
    with suppress(IllegalMove):
        other = Position(position.rules, moves)
        assert (board_key(other) == board_key(position)) == (other.key == position.key)


@pytest.mark.parametrize(
    ("text", "is_symmetric"),
    [("7x6:", True), ("7x6:44", True), ("7x6:17", False), ("6x5:", True), ("7x6-xa1:44", False)],
)
def test_boards_that_are_their_own_mirror_image(text: str, is_symmetric: bool) -> None:
    assert board_key(Position.parse(text)).is_symmetric == is_symmetric


@given(positions())
def test_the_keys_of_a_whole_game(position: Position) -> None:
    rules, moves = position.rules, position.moves
    boards = [Position(rules, moves[:ply]) for ply in range(len(moves))]
    assert list(board_keys(rules, moves)) == [board_key(board) for board in boards]
