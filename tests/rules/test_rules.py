"""The rules as a value: what they allow, and what they refuse."""

import copy
import dataclasses
import pickle
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourfold import InvalidRules, Rules

from .strategies import rules, sides, strangers


def test_the_standard_board() -> None:
    board = Rules()
    assert (board.columns, board.rows, board.forbidden, board.bonus) == (7, 6, (), None)
    assert board.playable_cells == 42


@given(sides, sides)
def test_every_size_from_4_to_12(columns: int, rows: int) -> None:
    assert Rules(columns, rows).playable_cells == columns * rows


@given(st.integers() | st.sampled_from([3, 13, 0, -7, 10**5000, -(10**5000)]))
def test_other_sizes_are_refused(size: int) -> None:
    if not 4 <= size <= 12:
        with pytest.raises(InvalidRules, match="columns"):
            Rules(columns=size)
        with pytest.raises(InvalidRules, match="rows"):
            Rules(rows=size)


@given(strangers)
def test_a_size_is_an_int_and_nothing_else(size: Any) -> None:
    with pytest.raises(InvalidRules):
        Rules(columns=size)
    with pytest.raises(InvalidRules):
        Rules(rows=size)


def test_a_whole_number_is_anything_with_an_index() -> None:
    class Five:
        def __index__(self) -> int:
            return 5

    six = Rules(6, Five(), forbidden=[(Five(), 0)])  # type: ignore[list-item]
    assert six == Rules(6, 5, forbidden=[(5, 0)])
    assert str(six) == "6x5-xf1"
    assert Rules.random(Five()) == Rules.random(5)


def test_forbidden_cells_are_sorted_and_without_duplicates() -> None:
    board = Rules(forbidden=[(3, 2), (0, 5), (3, 0), (3, 2)])
    assert board.forbidden == ((0, 5), (3, 0), (3, 2))
    assert board.playable_cells == 39
    assert board == Rules(forbidden={(3, 0), (0, 5), (3, 2)})
    assert board == Rules(forbidden=(cell for cell in ([3, 0], [3, 2], [0, 5])))  # type: ignore[misc]


numbers = st.integers() | strangers | st.just(10**5000)
bad_cells = st.one_of(
    strangers.filter(lambda value: value is not None),
    st.integers(),
    st.tuples(),
    st.tuples(st.integers(0, 3)),
    st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 3)),
    st.tuples(strangers, st.integers(0, 3)),
    st.tuples(st.integers(0, 3), strangers),
    st.tuples(st.integers(max_value=-1) | st.integers(min_value=7), st.integers()),
    st.tuples(st.integers(), st.integers(max_value=-1) | st.integers(min_value=6)),
    st.just((10**5000, 0)),
)


@given(bad_cells)
def test_a_bad_cell_is_refused(cell: Any) -> None:
    if isinstance(cell, list) and len(cell) == 2 and 0 <= cell[0] < 7 and 0 <= cell[1] < 6:
        return
    with pytest.raises(InvalidRules):
        Rules(forbidden=[cell])
    with pytest.raises(InvalidRules):
        Rules(forbidden=[(0, 0), cell])
    with pytest.raises(InvalidRules):
        Rules(bonus=cell)


@given(strangers.filter(lambda value: value not in ([], {})) | st.integers())
def test_forbidden_must_be_a_collection_of_cells(forbidden: Any) -> None:
    with pytest.raises(InvalidRules):
        Rules(forbidden=forbidden)


@pytest.mark.parametrize("forbidden", ["", b"", {}, {(0, 0): 1}, (0, 0), None, 3])
def test_what_only_looks_like_a_collection_of_cells_is_refused(forbidden: Any) -> None:
    with pytest.raises(InvalidRules, match="forbidden"):
        Rules(forbidden=forbidden)


def test_the_bonus_cell_is_not_forbidden() -> None:
    with pytest.raises(InvalidRules, match=r"\(3, 2\) is also forbidden"):
        Rules(forbidden=[(3, 2)], bonus=(3, 2))


def test_messages_say_what_is_wrong_and_what_was_allowed() -> None:
    with pytest.raises(InvalidRules) as caught:
        Rules(forbidden=[(7, 2)])
    assert str(caught.value) == (
        "the forbidden cell (7, 2) is off the board, whose cells are (0, 0) to (6, 5)"
    )


def test_an_input_that_cannot_be_shown_is_still_refused() -> None:
    class Shy:
        def __repr__(self) -> str:
            raise RuntimeError

    with pytest.raises(InvalidRules, match="an unprintable Shy"):
        Rules(columns=Shy())  # type: ignore[arg-type]


@given(rules())
def test_rules_are_values(board: Rules) -> None:
    same = Rules(board.columns, board.rows, reversed(board.forbidden), board.bonus)
    assert board == same
    assert hash(board) == hash(same)
    assert pickle.loads(pickle.dumps(board)) == board
    assert copy.copy(board) == copy.deepcopy(board) == board
    assert dataclasses.replace(board) == board
    assert eval(repr(board)) == board


@pytest.mark.parametrize("name", ["columns", "rows", "forbidden", "bonus", "colour"])
def test_rules_do_not_change(name: str) -> None:
    board = Rules()
    with pytest.raises((AttributeError, TypeError)):
        setattr(board, name, 5)
    with pytest.raises((AttributeError, TypeError)):
        delattr(board, name)
    assert board == Rules()


@given(rules())
def test_mirroring_twice_changes_nothing(board: Rules) -> None:
    assert board.mirror().mirror() == board
    assert board.mirror().playable_cells == board.playable_cells
    assert board.is_symmetric == (board.mirror() == board)


def test_symmetry() -> None:
    assert Rules().is_symmetric
    assert Rules(forbidden=[(3, 4)]).is_symmetric
    assert Rules(forbidden=[(0, 1), (6, 1)], bonus=(3, 0)).is_symmetric
    assert not Rules(forbidden=[(0, 1)]).is_symmetric
    assert not Rules(bonus=(2, 0)).is_symmetric
    assert not Rules(columns=6, bonus=(3, 0)).is_symmetric


# Random rules. The texts are written down here: a seed must give the same board for ever.


@pytest.mark.parametrize(
    ("seed", "plain", "bonus"),
    [
        (0, "11x4-xf4", "11x4-bf4"),
        (1, "9x11-xg1", "9x11-bg1"),
        (7, "7x10-xf7", "7x10-bf7"),
        (2**64 - 1, "12x10-xa2", "12x10-ba2"),
    ],
)
def test_random_rules_are_the_same_for_ever(seed: int, plain: str, bonus: str) -> None:
    assert str(Rules.random(seed)) == plain
    assert str(Rules.random(seed=seed, bonus=True)) == bonus


def test_random_rules_have_one_mark() -> None:
    for seed in range(200):
        plain, bonus = Rules.random(seed), Rules.random(seed, bonus=True)
        assert len(plain.forbidden) == 1
        assert plain.bonus is None
        assert bonus.forbidden == ()
        assert bonus.bonus == plain.forbidden[0]


def test_random_sizes_are_uniform() -> None:
    boards = [Rules.random(seed) for seed in range(9000)]
    for counts in (Counter(b.columns for b in boards), Counter(b.rows for b in boards)):
        assert set(counts) == set(range(4, 13))
        assert all(850 < count < 1150 for count in counts.values())  # 1000 expected, 30 a sigma


def test_random_cells_are_uniform() -> None:
    cells = Counter(Rules.random(seed).forbidden[0] == (0, 0) for seed in range(9000))
    expected = 9000 * sum(1 / (columns * rows) for columns in range(4, 13) for rows in range(4, 13))
    assert abs(cells[True] - expected / 81) < 60


@given(strangers | st.integers(max_value=-1) | st.integers(min_value=2**64) | st.just(10**5000))
def test_a_seed_is_a_64_bit_number(seed: Any) -> None:
    with pytest.raises(InvalidRules, match="seed"):
        Rules.random(seed)
