"""Boards and openings: the same for a seed, undecided, distinct, and read from files."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourfold.arena.openings import boards, draw, identity, is_decided, mixed, read
from fourfold.errors import InvalidNotation, InvalidOption, InvalidRules
from fourfold.rules import FIRST, Position, Rules

from ..rules.strategies import positions

STANDARD = Rules()


def texts(found: list[Position]) -> list[str]:
    return [position.to_text() for position in found]


# Boards


def test_one_board_for_all() -> None:
    assert boards(["7x6"], 3, seed=1) == [STANDARD] * 3


def test_texts_take_turns() -> None:
    found = boards(["7x6", "random:2", "9x8-xd3"], 9, seed=1)
    assert [str(rules) for rules in found[::3]] == ["7x6"] * 3
    assert [str(rules) for rules in found[2::3]] == ["9x8-xd3"] * 3
    one, two, three = found[1::3]
    assert one != two
    assert one == three


def test_random_boards() -> None:
    found = boards(["random"], 50, seed=1)
    assert len(set(found)) > 40
    assert all(len(rules.forbidden) == 1 and rules.bonus is None for rules in found)
    bonus = boards(["random-bonus:50"], 50, seed=1)
    assert all(rules.forbidden == () and rules.bonus is not None for rules in bonus)
    assert found[:20] == boards(["random"], 20, seed=1)
    assert found != boards(["random"], 50, seed=2)


@pytest.mark.parametrize(
    "text", ["random:0", "random:", "random:x", "random:-1", "random:" + "9" * 99]
)
def test_bad_numbers_of_boards(text: str) -> None:
    with pytest.raises(InvalidRules, match=r"boards of the rules 'random:.* is '.*, but must"):
        boards([text], 3, seed=1)


@pytest.mark.parametrize("text", ["randomly", "7x", ""])
def test_texts_that_are_no_rules(text: str) -> None:
    with pytest.raises(InvalidNotation):
        boards([text], 3, seed=1)


# Openings


@given(st.integers(0, 2**64 - 1), st.integers(0, 12))
def test_openings_are_undecided_and_as_long_as_asked_for(seed: int, plies: int) -> None:
    found = draw(boards(["7x6"], 5, seed), plies, seed)
    for position in found:
        assert position.ply == plies
        assert position.outcome is None
        assert not is_decided(position)
    assert texts(found) == texts(draw(boards(["7x6"], 5, seed), plies, seed))
    if plies >= 2:
        assert len({identity(position) for position in found}) == 5


def test_a_longer_match_begins_like_a_shorter_one() -> None:
    long = draw(boards(["7x6", "random"], 20, 3), 4, 3)
    assert texts(long)[:8] == texts(draw(boards(["7x6", "random"], 8, 3), 4, 3))


def test_all_openings_of_a_length_are_found_before_one_comes_twice() -> None:
    # Up to mirror images, 7x6 has 4 positions after one ply.
    found = draw([STANDARD] * 4, 1, seed=5)
    assert {min(p.moves[0], 6 - p.moves[0]) for p in found} == {0, 1, 2, 3}
    assert len(draw([STANDARD] * 9, 1, seed=5)) == 9
    assert texts(draw([STANDARD] * 2, 0, seed=5)) == ["7x6:", "7x6:"]


def test_a_small_board_gets_shorter_openings() -> None:
    # Only three cells can be filled: the game is over before the opening is.
    cells = [(column, row) for column in range(4) for row in range(4)][3:]
    (position,) = draw([Rules(4, 4, cells)], 8, seed=1)
    assert position.outcome is None
    assert position.ply <= 2


def test_a_board_without_room() -> None:
    cells = [(column, row) for column in range(4) for row in range(4)]
    with pytest.raises(InvalidRules, match="no game can be played on '4x4-xa1"):
        draw([Rules(4, 4, cells)], 4, seed=1)


@pytest.mark.parametrize(
    ("text", "decided"),
    [
        ("7x6:", False),
        ("7x6:4455", False),
        ("7x6:445566", True),  # FIRST wins at once
        ("7x6:44556", True),  # SECOND cannot stop 3 and 7
        ("7x6:121212", True),
        ("7x6:12121", False),  # SECOND must stop it, and can
        ("7x6:1212121", True),  # it is over
    ],
)
def test_decided_positions(text: str, decided: bool) -> None:
    assert is_decided(Position.parse(text)) == decided


@given(positions())
def test_decided_is_what_play_shows(position: Position) -> None:
    """Against a plain search of two plies."""
    me = position.turn

    def wins(here: Position, depth: int) -> bool:
        if here.outcome is not None:
            return here.outcome.winner is me
        if depth == 0:
            return False
        after = [wins(here.play(column), depth - 1) for column in here.legal_columns]
        return any(after) if here.turn is me else all(after)

    if position.outcome is None and wins(position, 1):
        assert is_decided(position)
    if position.rules.bonus is None and position.outcome is None and not is_decided(position):
        # Some move does not lose at once.
        assert any(
            not any(
                (out := after.play(reply).outcome) is not None and out.winner is me.other
                for reply in after.legal_columns
            )
            for after in map(position.play, position.legal_columns)
        )


def test_identity_knows_mirror_images() -> None:
    def same(one: str, two: str) -> bool:
        return identity(Position.parse(one)) == identity(Position.parse(two))

    assert same("7x6:12", "7x6:76")
    assert same("7x6:123", "7x6:321")
    assert not same("7x6:12", "7x6:21")
    assert not same("7x6-xa1:12", "7x6-xa1:76")
    assert Position.parse("7x6:12").turn is FIRST


def test_seeds_for_different_purposes_differ() -> None:
    assert len({mixed(0, "a", 1), mixed(0, "a", 2), mixed(0, "b", 1), mixed(1, "a", 1)}) == 4


# Files


def test_openings_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text("# mine\n\n44\n 9x8-xd3:45 \r\n7x6:\n")
    assert texts(read(path)) == ["7x6:44", "9x8-xd3:45", "7x6:"]
    path.write_text("44\n5x4:3\n")
    assert texts(read(path, Rules(5, 4))) == ["5x4:44", "5x4:3"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("44\n4x\n", r"line 2: moves '4x' have 'x' at ply 2"),
        ("\n#\n8\n", r"line 3: ply 1 is '8', but column 8 is not on the board"),
        ("44\n1212121\n", r"line 2: the game of '1212121' is over, FIRST wins"),
        ("\xff\xfe", r"line 1: moves "),
        ("# nothing\n", r"have no position"),
        ("", r"have no position"),
    ],
)
def test_bad_lines_are_named(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "openings.txt"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(InvalidOption, match=f"openings.txt.*{sentence}"):
        read(path)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(InvalidOption, match=r"the openings .*cannot be read: No such file"):
        read(tmp_path / "openings.txt")
