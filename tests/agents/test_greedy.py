"""The agent `greedy`: win, else block, else the most central column."""

import pytest

import fourfold as ff
from fourfold import Position
from fourfold.agents.greedy import Greedy


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ("7x6:121212", 0, "wins in column 1"),  # and does not block column 2
        ("7x6:445566", 2, "wins in column 3"),  # of two wins the more central one
        ("7x6:12121", 0, "blocks column 1"),
        (
            "7x6:33445",
            1,
            "blocks column 2",
        ),  # of two equally far the left one, though it is too late
        ("7x6:", 3, "plays column 4, the most central with room"),
        ("7x6:444444", 2, "plays column 3, the most central with room"),  # of two the left one
        ("6x5:", 2, "plays column 3, the most central with room"),
        ("12x12:", 5, "plays column f, the most central with room"),
        ("12x12:lalala", 11, "wins in column l"),
        ("7x6-bd1:4", 3, "places the ban in column 4, the most central with room"),
        ("7x6-xd1-xd2-xd3-xd4-xd5-xd6:", 2, "plays column 3, the most central with room"),
    ],
)
def test_choices(text: str, column: int, reason: str) -> None:
    decision = ff.agent("greedy").choose(Position.parse(text))
    assert (decision.column, decision.reason) == (column, reason)
    assert decision.line == (column,)


def test_a_ban_blocks() -> None:
    position = Position.parse("7x6-bg1:212127")
    assert position.must_ban
    decision = ff.agent("greedy").choose(position)
    assert (decision.column, decision.reason) == (1, "blocks column 2 by the ban")


def test_a_ban_wins_nothing() -> None:
    """The one who owes the ban has three in column 1, and had better leave it alone."""
    position = Position.parse("7x6-bg1:1212137")
    assert position.must_ban
    decision = ff.agent("greedy").choose(position)
    reason = "places the ban in column 4, the most central with room"
    assert (decision.column, decision.reason) == (3, reason)


def test_it_has_no_options() -> None:
    with pytest.raises(ff.InvalidAgent, match="it has none"):
        ff.agent("greedy:depth=3")


def test_a_text_is_taken_for_a_position() -> None:
    assert Greedy().choose("7x6:121212").column == 0
    with pytest.raises(ff.InvalidOption, match="a position is None, but must be a Position"):
        Greedy().choose(None)  # type: ignore[arg-type]
