"""Keys: one for each position and its mirror image, and for nothing else."""

from collections.abc import Hashable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourfold import InvalidOption, Position, Rules
from fourfold.search.book.key import KeyMaker, deepest
from fourfold.search.book.positions import layers

from ...rules.strategies import rules as any_rules

BOARDS = ["4x4", "5x4", "5x4-xc1", "4x5-xa3-xd3", "4x4-xb1", "4x4-bb1", "5x4-bc1", "4x4-xa1-bb2"]


def play(rules: Rules, choices: list[int], plies: int) -> Position:
    position = Position(rules)
    for choice in choices[:plies]:
        if position.outcome is None:
            legal = position.legal_columns
            position = position.play(legal[choice % len(legal)])
    return position


@given(any_rules(), st.lists(st.integers(0, 11), max_size=12))
def test_a_symmetric_board_has_one_key_for_both_sides(rules: Rules, choices: list[int]) -> None:
    plies = min(12, deepest(rules))
    maker = KeyMaker(rules, plies)
    position = play(rules, choices, plies)
    assert 0 <= maker.key(position) < 2**64
    if rules.is_symmetric:
        assert maker.key(position) == maker.key(position.mirror())


@pytest.mark.parametrize("text", BOARDS)
def test_the_key_tells_all_positions_of_a_ply_apart(text: str) -> None:
    rules = Rules.parse(text)
    plies = 6
    maker = KeyMaker(rules, plies)
    here = {Position(rules)}
    for _ in range(plies):
        by_board: dict[Hashable, int] = {}
        for position in here:
            by_board[position.key] = maker.key(position)
        if rules.is_symmetric:
            twins = {position.key: position.mirror().key for position in here}
            classes = {frozenset({board, twins[board]}) for board in by_board}
            assert len(set(by_board.values())) == len(classes)
        else:
            assert len(set(by_board.values())) == len(by_board)
        one_each = {position.key: position for position in here}
        here = {
            position.play(column)
            for position in one_each.values()
            for column in position.legal_columns
        }


def test_the_example_in_the_drawing() -> None:
    assert KeyMaker(Rules(), 8).key(Position.parse("7x6:4455")) == 1260


def test_the_number_of_positions_on_the_classic_board() -> None:
    """As published: the positions of each ply, a mirror image not counted twice."""
    assert [len(layer) for layer in layers(Rules(), 6)] == [1, 4, 25, 121, 568, 2144, 8231]


@pytest.mark.parametrize("text", BOARDS)
def test_layers_hold_every_unfinished_position(text: str) -> None:
    rules = Rules.parse(text)
    plies = 5
    maker = KeyMaker(rules, plies)
    for ply, layer in enumerate(layers(rules, plies)):
        for key, moves in layer.items():
            position = Position(rules, moves)
            assert (position.ply, position.outcome) == (ply, None)
            assert maker.key(position) == key
    everywhere = {Position(rules)}
    for ply in range(plies + 1):
        keys = {maker.key(position) for position in everywhere if position.outcome is None}
        assert keys == set(layers(rules, plies)[ply])
        everywhere = {
            position.play(column) for position in everywhere for column in position.legal_columns
        }


def test_how_deep_a_book_can_be() -> None:
    assert deepest(Rules()) == 34  # 3 ** 40 is the last power of 3 below 2 ** 64
    assert deepest(Rules(4, 4)) == 15
    assert deepest(Rules(12, 12)) < deepest(Rules(4, 12))
    with pytest.raises(InvalidOption, match=r"plies of a book on 4x4 is 16, .* from 0 to 15"):
        KeyMaker(Rules(4, 4), 16)
    with pytest.raises(InvalidOption, match="is -1"):
        KeyMaker(Rules(), -1)
    with pytest.raises(InvalidOption, match="is True"):
        KeyMaker(Rules(), True)
