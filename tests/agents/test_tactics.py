"""Who wins at once, against the rules themselves."""

import pytest
from hypothesis import given

from fourfold import FIRST, SECOND, Position
from fourfold.agents.tactics import winning_columns

from ..rules.strategies import positions


@given(positions())
def test_for_the_side_to_move_it_is_what_playing_shows(position: Position) -> None:
    if position.must_ban:
        return
    children = {column: position.play(column).outcome for column in position.legal_columns}
    wins = [c for c, outcome in children.items() if outcome and outcome.winner is position.turn]
    assert winning_columns(position, position.turn) == tuple(wins)


@given(positions())
def test_for_the_other_side_it_is_what_it_could_play_next_elsewhere(position: Position) -> None:
    """A ply in another column leaves a threat as it was, so that the opponent can carry it out."""
    opponent = position.turn.other
    threats = set(winning_columns(position, opponent))
    for column in position.legal_columns:
        after = position.play(column)
        if after.outcome is None and after.turn is opponent:
            assert set(winning_columns(after, opponent)) - {column} == threats - {column}


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        ("7x6:", (), ()),
        ("7x6:121212", (0,), (1,)),
        ("7x6:445566", (2, 6), ()),  # three in line, open on both sides
        ("7x6:112244", (2,), ()),  # the gap in 1 2 _ 4
        ("7x6-xc1:112244", (), (2,)),  # the piece lands a row higher there
        ("7x6-xd1:112233", (), (3,)),  # no line runs through a forbidden cell
        ("7x6:1212121", (), ()),  # over
        ("7x6-bg1:1212137", (0,), ()),  # asked while a ban is due
        ("7x6-bg1:12121371", (), ()),  # and it went on top of the three
        ("12x12:ababab", (0,), (1,)),
    ],
)
def test_examples(text: str, first: tuple[int, ...], second: tuple[int, ...]) -> None:
    position = Position.parse(text)
    assert winning_columns(position, FIRST) == first
    assert winning_columns(position, SECOND) == second
