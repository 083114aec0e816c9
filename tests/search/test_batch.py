"""Batches against positions, and what they refuse."""

import gc
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fourfold as ff
from fourfold import IllegalMove, InvalidOption, InvalidRules, Position, Rules
from fourfold.agents.tactics import winning_columns
from fourfold.search.batch import Batch
from tests.cross.twins import native_levels, native_module, native_rules, random_rules
from tests.rules.test_arrays import check_arrays

np = pytest.importorskip("numpy", reason="batches: the package NumPy is missing")

RULES = ["7x6", "4x4", "9x8-xd3", "6x6-bc2", "10x11-xj11-xe1-be2", "12x12", "12x12-xa1-bb1"]


def check_board(batch: Batch, board: int, position: Position) -> None:
    """Compare everything that a batch says of a board with the position."""
    outcome = position.outcome
    winner = None if outcome is None else outcome.winner
    assert batch.position(board) == position
    assert (batch.cells[board] == position.array()).all()
    assert (batch.legal_mask[board] == position.legal_mask()).all()
    assert batch.turn[board] == position.turn.value
    assert batch.ply[board] == position.ply
    assert batch.must_ban[board] == position.must_ban
    assert batch.finished[board] == (outcome is not None)
    assert batch.winner[board] == (-1 if winner is None else winner.value)
    assert batch.moves[board].tolist()[: position.ply] == list(position.moves)
    assert (batch.moves[board, position.ply :] == -1).all()


def check_observations(batch: Batch, positions: list[Position]) -> None:
    seen, planes, wins = batch.array(mover=True), batch.planes(), batch.winning_mask()
    threats = batch.threat_mask()
    for board, position in enumerate(positions):
        assert (seen[board] == position.array(mover=True)).all()
        assert (planes[board] == position.planes()).all()
        for column in range(batch.rules.columns):
            after = position.play(column) if column in position.legal_columns else position
            won = after is not position and after.outcome and after.outcome.winner is not None
            assert wins[board, column] == bool(won)
        columns = np.flatnonzero(threats[board])
        assert tuple(columns) == winning_columns(position, position.turn.other)


@given(st.integers(0, 2**32))
@settings(max_examples=60)
def test_random_games_of_random_rules_agree_with_positions(seed: int) -> None:
    chance = random.Random(seed)
    batch = Batch(random_rules(chance), 3, seed=seed)
    positions = [Position(batch.rules)] * 3
    look = chance.randint(1, 9)
    while not batch.finished.all():
        columns = batch.random_columns().tolist()
        rewards, finished = batch.step(columns)
        for board, position in enumerate(positions):
            if position.outcome is not None:
                assert rewards[board].tolist() == [0, 0]
                continue
            player = position.turn.value
            positions[board] = position = position.play(columns[board])
            won = position.outcome is not None and position.outcome.winner is not None
            assert rewards[board, player] == won
            assert rewards[board, 1 - player] == -won
            assert finished[board] == (position.outcome is not None)
            check_board(batch, board, position)
        if batch.ply.max() % look == 0:
            check_observations(batch, positions)
    check_observations(batch, positions)


@pytest.mark.parametrize("text", RULES)
def test_each_kind_of_rules(text: str) -> None:
    batch = Batch(text, 4, seed=3, autoreset=True)
    batch.step_random(150)  # several games one after another
    positions = batch.positions()
    for board, position in enumerate(positions):
        check_board(batch, board, position)
        check_arrays(position)
    check_observations(batch, positions)
    check_observations(Batch.from_positions(positions), positions)


@pytest.mark.parametrize("text", RULES)
def test_the_threads_change_nothing(text: str) -> None:
    one, two = Batch(text, 4200, seed=7), Batch(text, 4200, seed=7, threads=2)
    for batch in (one, two):
        batch.step_random(9)
        batch.step(batch.random_columns())
    assert (one.cells == two.cells).all()
    assert (one.planes() == two.planes()).all()
    assert (one.array(mover=True) == two.array(mover=True)).all()
    assert (one.winning_mask() == two.winning_mask()).all()
    assert (one.playouts(2) == two.playouts(2)).all()
    assert (one.play_out() == two.play_out()).all()
    assert (one.moves == two.moves).all()


def test_every_native_module_plays_the_same_games() -> None:
    games = []
    for level in native_levels():
        native = native_module(level)
        batch = native.Batch(native_rules(native, Rules.parse("12x12-xa1-bb1")), 50, 4, 1, False)
        batch.play_out()
        games.append((batch.moves().copy(), batch.planes().copy(), batch.playouts(2).copy()))
    for game in games[1:]:
        assert all((one == other).all() for one, other in zip(games[0], game, strict=True))


@pytest.mark.parametrize("boards", [[True, False, True], [0, 2]])
def test_only_the_chosen_boards_are_played(boards: list[int]) -> None:
    batch = Batch("7x6", 3, autoreset=True)
    batch.set_position(1, "7x6:1212121")  # over, and would begin anew
    batch.step([3, 99, 4], boards)  # nobody looks at the column of a board that stays
    assert batch.ply.tolist() == [1, 7, 1]
    assert not batch.rewards.any()
    with pytest.raises(IllegalMove, match=r"board 2 \(counted from 0\)"):
        batch.step([3, 99, 7], boards)
    assert batch.ply.tolist() == [1, 7, 1]


def test_step_random_plays_what_random_columns_draws() -> None:
    drawn = Batch("6x6-bc2", 20, seed=5, autoreset=True)
    stepped = Batch("6x6-bc2", 20, seed=5, autoreset=True)
    for _ in range(80):
        drawn.step(drawn.random_columns())
    stepped.step_random(80)
    assert (drawn.moves == stepped.moves).all()
    assert (drawn.rewards == stepped.rewards).all()


def test_another_seed_gives_other_games_and_the_same_gives_them_again() -> None:
    batch = Batch("7x6", 8, seed=1)
    batch.play_out()
    first = batch.moves.copy()
    batch.reset()
    batch.play_out()
    assert (batch.moves != first).any()
    batch.reset(seed=1)
    batch.play_out()
    assert (batch.moves == first).all()


def test_random_columns_are_uniform_over_the_legal_ones() -> None:
    batch = Batch("7x6", 7000, seed=2)
    batch.step(np.full(7000, 3))
    counts = np.bincount(batch.random_columns(), minlength=7)
    assert (abs(counts - 1000) < 150).all()  # five standard deviations


def test_playouts_count_all_games_and_leave_the_boards() -> None:
    batch = Batch.from_positions(["7x6:444", "7x6:1212121"], seed=1)
    before = batch.cells.copy()
    counts = batch.playouts(400)
    assert counts.sum(axis=1).tolist() == [400] * 2
    assert counts[1].tolist() == [400, 0, 0]  # FIRST has won already
    assert (batch.cells == before).all()


def test_playouts_end_as_random_games_do() -> None:
    """Of 200,000 random games of 7x6 FIRST wins 55.5 % (benchmarks/playouts.py)."""
    first, drawn, second = Batch("7x6", 100, seed=3).playouts(100).sum(axis=0)
    assert abs(first - 5552) < 200  # four standard deviations
    assert first + drawn + second == 10_000
    assert drawn < 80


def test_the_arrays_are_views_of_the_same_memory_and_read_only() -> None:
    batch = Batch("7x6", 4)
    cells, mask = batch.cells, batch.legal_mask
    address = cells.__array_interface__["data"][0]
    batch.step([3, 3, 3, 3])
    assert batch.cells is cells
    assert cells[:, 0, 3].tolist() == [1] * 4
    for call in (batch.planes, batch.winning_mask, batch.random_columns):
        first = call().__array_interface__["data"][0]
        batch.step_random()
        assert call().__array_interface__["data"][0] == first
    assert batch.array().__array_interface__["data"][0] == address
    assert batch.array(mover=True).base is not None
    for array in (cells, mask, batch.planes(), batch.rewards, batch.turn):
        assert not array.flags.owndata
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_a_view_keeps_the_memory_alive() -> None:
    batch = Batch("7x6", 1000)
    batch.step(np.zeros(1000, int))
    cells = batch.cells
    del batch
    gc.collect()
    assert (cells[:, 0, 0] == 1).all()


def test_an_illegal_column_names_the_board_and_changes_nothing() -> None:
    batch = Batch.from_positions(["7x6:1", "7x6:111111", "7x6:1"])
    before = batch.moves.copy()
    with pytest.raises(
        IllegalMove,
        match=r"^board 1 \(counted from 0\): column 0 \(counted from 0\) has no room; the columns",
    ):
        batch.step([0, 0, 0])
    with pytest.raises(IllegalMove, match=r"^board 2 .*: column 7 is not on the board"):
        batch.step([0, 1, 7])
    with pytest.raises(IllegalMove, match=r"^board 0 .*: column -1 is not on the board"):
        batch.step(np.array([-1, 1, 1], np.int8))
    assert (batch.moves == before).all()


def test_a_finished_board_waits_until_it_is_reset() -> None:
    batch = Batch.from_positions(["7x6:121212", "7x6:4"])
    rewards, finished = batch.step([0, 0])
    assert rewards.tolist() == [[1, -1], [0, 0]]
    assert finished.tolist() == [True, False]
    assert batch.winner.tolist() == [0, -1]
    assert not batch.legal_mask[0].any()
    batch.step([99, 0])
    assert batch.ply.tolist() == [7, 3]
    assert rewards.tolist() == [[0, 0], [0, 0]]
    batch.reset(batch.finished)
    assert batch.ply.tolist() == [0, 3]
    assert batch.legal_mask[0].all()
    batch.reset([1])
    assert batch.ply.tolist() == [0, 0]


def test_autoreset_begins_anew_with_the_next_step() -> None:
    batch = Batch("7x6", 2, autoreset=True)
    batch.set_position(0, "121212")
    batch.step([0, 0])
    assert batch.finished.tolist() == [True, False]
    batch.step([99, 0])
    assert batch.ply.tolist() == [0, 2]
    assert not batch.finished.any()
    assert not batch.rewards.any()
    batch.step([0, 0])
    assert batch.ply.tolist() == [1, 3]


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "int32", "int64", "uint64", ">i4"])
def test_columns_of_any_whole_type_and_layout(dtype: str) -> None:
    batch = Batch("7x6", 3)
    batch.step(np.array([[1, 0], [2, 0], [3, 0]], dtype)[:, 0])
    assert batch.moves[:, 0].tolist() == [1, 2, 3]


@pytest.mark.parametrize("columns", [[1, 2], [[1, 2, 3]], [1.0, 2.0, 3.0], [True] * 3, 3, "abc"])
def test_columns_that_are_none(columns: object) -> None:
    batch = Batch("7x6", 3)
    with pytest.raises(InvalidOption, match=r"must be whole numbers of shape \(3,\)"):
        batch.step(columns)  # type: ignore[arg-type]
    assert not batch.ply.any()


def test_what_a_batch_refuses() -> None:
    with pytest.raises(InvalidOption, match="the number of boards is 0"):
        Batch("7x6", 0)
    with pytest.raises(InvalidOption, match="the number of threads is 0"):
        Batch("7x6", 1, threads=0)
    with pytest.raises(InvalidOption, match="the seed is -1"):
        Batch("7x6", 1, seed=-1)
    with pytest.raises(InvalidOption, match="needs Rules or their text, not 7"):
        Batch(7)  # type: ignore[arg-type]
    with pytest.raises(InvalidRules):
        Batch("3x3")
    with pytest.raises(InvalidOption, match="there is none"):
        Batch.from_positions([])
    with pytest.raises(InvalidOption, match=r"the first is for 7x6 and number 1 .* for 8x7"):
        Batch.from_positions(["7x6:4", "8x7:4"])
    batch = Batch("7x6", 3)
    with pytest.raises(InvalidOption, match="no place for 8x7"):
        batch.set_position(0, "8x7:")
    with pytest.raises(InvalidOption, match="the board is 3, but must be a whole number from 0"):
        batch.position(3)
    with pytest.raises(InvalidOption, match="the board is 5"):
        batch.reset([5])
    with pytest.raises(InvalidOption, match="must be a mask of 3 bools, or board numbers"):
        batch.reset([True, False])
    with pytest.raises(InvalidOption, match="which is no array"):
        batch.step([[1], [2, 3]])
    with pytest.raises(InvalidOption, match="the number of games is -1"):
        batch.playouts(-1)


def test_a_batch_in_words() -> None:
    assert repr(ff.Batch("7x6", 3)) == "<Batch of 3 boards of 7x6>"
    assert repr(ff.Batch()) == "<Batch of 1 board of 7x6>"
    assert len(ff.Batch("7x6", 3)) == 3
