"""Which positions a data set has."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fourfold.dataset.selection import (
    ALL,
    UCI,
    Selection,
    find_positions,
    is_forced,
    parse_plies,
)
from fourfold.errors import FourfoldError, InvalidOption, RecordError
from fourfold.game import Record
from fourfold.game.files import save
from fourfold.rules import Position, Rules
from fourfold.rules.board_key import board_key

SMALL = Rules.parse("4x4")


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 2**64 - 1), st.sampled_from(["7x6", "5x4-xb2", "4x5-bc1"]), st.booleans())
def test_random_play_gives_different_unfinished_boards(
    seed: int, rules_text: str, mirrors: bool
) -> None:
    rules = Rules.parse(rules_text)
    selection = Selection(rules=rules, plies=(5, 9), count=20, seed=seed, mirrors=mirrors)
    found = find_positions(selection)
    assert found == find_positions(selection)
    assert all(position.outcome is None and 5 <= position.ply <= 9 for position in found)
    assert len({position.key for position in found}) == 20
    if rules.is_symmetric and not mirrors:
        assert len({board_key(position).text for position in found}) == 20


def test_a_longer_selection_begins_with_a_shorter_one() -> None:
    long = find_positions(Selection(count=50, seed=3, plies=(4, 20)))
    assert find_positions(Selection(count=20, seed=3, plies=(4, 20))) == long[:20]
    assert find_positions(Selection(count=20, seed=4, plies=(4, 20))) != long[:20]


def test_every_ply_is_drawn_equally_often() -> None:
    found = find_positions(Selection(count=600, seed=1, plies=(20, 22)))
    for ply in (20, 21, 22):
        assert 150 < sum(position.ply == ply for position in found) < 250


@pytest.mark.parametrize(("ply", "boards"), [(1, 7), (2, 49), (3, 238), (4, 1120)])
def test_all_positions_of_a_ply(ply: int, boards: int) -> None:
    """The counts are known: OEIS A212693."""
    found = find_positions(Selection(ALL, plies=(ply, ply), mirrors=True))
    assert len(found) == boards
    folded = find_positions(Selection(ALL, plies=(ply, ply)))
    assert len(folded) == len({board_key(position).text for position in found})


def test_some_of_all_positions_are_drawn_from_the_seed() -> None:
    every = find_positions(Selection(ALL, SMALL, (0, 6)))
    some = find_positions(Selection(ALL, SMALL, (0, 6), count=30, seed=5))
    assert len(some) == 30
    assert [position for position in every if position in set(some)] == some
    assert some != find_positions(Selection(ALL, SMALL, (0, 6), count=30, seed=6))


def test_unforced_positions() -> None:
    assert is_forced(Position.parse("7x6:112233"))  # FIRST wins at once
    assert is_forced(Position.parse("7x6:11223"))  # SECOND has to block
    assert not is_forced(Position.parse("7x6:1122"))
    every = find_positions(Selection(ALL, SMALL, (6, 6)))
    unforced = find_positions(Selection(ALL, SMALL, (6, 6), unforced=True))
    assert unforced == [position for position in every if not is_forced(position)]


def test_a_file_of_positions(tmp_path: Path) -> None:
    path = tmp_path / "positions.txt"
    path.write_text("# mine\n44\n7x6:45\n44\n4x4:12\n6x5-xc2:3322\n")
    texts = [position.to_text() for position in find_positions(Selection(path))]
    assert texts == ["7x6:44", "7x6:45", "4x4:12", "6x5-xc2:3322"]
    assert len(find_positions(Selection(path, plies=(3, 9)))) == 1


def test_a_file_of_games(tmp_path: Path) -> None:
    path = tmp_path / "some.games"
    save(path, [Record.from_position("4x4:1212121"), Record.from_position("4x4:1234")])
    found = find_positions(Selection(path))
    # The mirror image of 4x4:1 is left out, and so is the finished position.
    assert [position.to_text() for position in found][:3] == ["4x4:", "4x4:1", "4x4:12"]
    assert len(found) == 9
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(RecordError):
        find_positions(Selection(path))


@pytest.mark.parametrize(
    ("selection", "sentence"),
    [
        (Selection(rules=SMALL, plies=(0, 16)), "the greatest ply on 4x4 is 16"),
        (Selection(rules=SMALL, plies=(0, 1), count=9), "only 3 of 9 different positions"),
        (Selection(count=0), "the number of positions is 0"),
        (Selection(UCI, SMALL), "are those of 7x6 with 8 plies"),
        (Selection(Path("/nowhere/x")), "cannot be read"),
    ],
)
def test_what_cannot_be_found_is_refused(selection: Selection, sentence: str) -> None:
    with pytest.raises(FourfoldError, match=sentence):
        find_positions(selection)


def test_plies_in_text() -> None:
    assert parse_plies("8") == (8, 8)
    assert parse_plies("12-30") == (12, 30)
    for text in ("", "-", "8-", "-8", "a-b", "1-2-3"):
        with pytest.raises(InvalidOption, match="must be N or LEAST-MOST"):
            parse_plies(text)
