"""Threats: compared with a search through every four of the board, and with plain counting."""

from collections.abc import Iterator

import pytest

import fourfold as ff
from fourfold.analysis.threats import Threats, threat_cells, threats
from fourfold.rules import FIRST, SECOND, Player, Position, Rules
from fourfold.rules.notation import Cell
from fourfold.rules.position import Content
from tests.analysis.coach_positions import any_positions, count_or, small_positions

CONTENT = {FIRST: Content.FIRST, SECOND: Content.SECOND}


def fours(rules: Rules) -> Iterator[tuple[Cell, ...]]:
    """Yield every four cells in line on a board, without forbidden cells."""
    for column in range(rules.columns):
        for row in range(rules.rows):
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                line = tuple((column + i * right, row + i * up) for i in range(4))
                last_column, last_row = line[-1]
                is_on = last_column < rules.columns and 0 <= last_row < rules.rows
                if is_on and not set(line) & set(rules.forbidden):
                    yield line


def playable_above(position: Position, cell: Cell) -> list[Cell]:
    column, row = cell
    cells = [(column, above) for above in range(row + 1, position.rules.rows)]
    return [each for each in cells if each not in position.rules.forbidden]


def free_cells(position: Position) -> list[Cell]:
    rules = position.rules
    cells = [(c, r) for c in range(rules.columns) for r in range(rules.rows)]
    return [cell for cell in cells if position.cell(*cell) is None]


def by_brute_force(position: Position) -> dict[Player, dict[Cell, set[tuple[Cell, ...]]]]:
    found: dict[Player, dict[Cell, set[tuple[Cell, ...]]]] = {FIRST: {}, SECOND: {}}
    for line in fours(position.rules):
        contents = [position.cell(*cell) for cell in line]
        for player in Player:
            if contents.count(CONTENT[player]) == 3 and contents.count(None) == 1:
                cell = line[contents.index(None)]
                found[player].setdefault(cell, set()).add(tuple(sorted(line)))
    return found


def check(position: Position) -> Threats:
    """Compare everything that `threats` says with what counting says."""
    told = threats(position)
    expected = by_brute_force(position)
    free = free_cells(position)
    mover, before = position.turn, len(free)
    if position.must_ban:
        mover, before = mover.other, before - 1
    for player in Player:
        assert {
            each.cell: {tuple(sorted(line)) for line in each.lines} for each in told.of(player)
        } == expected[player]
        assert threat_cells(position)[player] == tuple(sorted(expected[player]))
        for each in told.of(player):
            assert each.player is player
            assert each.is_landing == (position.landing_row(each.cell[0]) == each.cell[1])
            assert each.is_odd == ((each.cell[1] + 1) % 2 == 1)
            filled = before - len(playable_above(position, each.cell)) - 1
            assert each.favours is (mover if filled % 2 == 0 else mover.other)
    pairs = {
        (player, cell, playable_above(position, cell)[0])
        for player in Player
        for cell in expected[player]
        if playable_above(position, cell)[:1]
        and playable_above(position, cell)[0] in expected[player]
    }
    assert {(low.player, low.cell, high.cell) for low, high in told.stacked} == pairs
    check_unsafe(position, told)
    check_zugzwang(position, told, expected)
    return told


def check_unsafe(position: Position, told: Threats) -> None:
    """A column is unsafe for the mover if the opponent can win in it on the next ply."""
    unsafe = told.unsafe_columns(position.turn)
    for column in position.legal_columns:
        after = position.play(column)
        is_lost = False
        if after.outcome is None and not after.must_ban and column in after.legal_columns:
            answer = after.play(column)
            is_lost = answer.outcome is not None and answer.outcome.winner is after.turn
        if after.must_ban:
            is_lost = False
        assert (column in unsafe) == is_lost, (position, column)


def check_zugzwang(
    position: Position,
    told: Threats,
    expected: dict[Player, dict[Cell, set[tuple[Cell, ...]]]],
) -> None:
    bonus = position.rules.bonus
    may_ban = position.must_ban or (bonus is not None and position.cell(*bonus) is None)
    every = sorted({*expected[FIRST], *expected[SECOND]})
    can_play_one = any(position.landing_row(column) == row for column, row in every)
    if may_ban or can_play_one or not every:
        assert told.zugzwang is None
        return
    assert told.zugzwang is not None
    columns = {column for column, _ in every}
    quiet = 0
    for column in range(position.rules.columns):
        free = [cell for cell in free_cells(position) if cell[0] == column]
        if column in columns:
            lowest = min(cell for cell in every if cell[0] == column)
            quiet += free.index(lowest) - 1  # all but the cell right below it
        else:
            quiet += len(free)
    assert told.zugzwang.columns == tuple(sorted(columns))
    assert told.zugzwang.quiet_cells == quiet
    assert told.zugzwang.player is (position.turn if quiet % 2 == 0 else position.turn.other)


def test_threats_of_random_positions_of_random_rules() -> None:
    found = [check(position) for position in any_positions(count_or(200), seed=11)]
    found += [check(position) for position in small_positions(count_or(200), seed=12)]
    assert any(each.stacked for each in found)
    assert any(each.closed_columns for each in found)
    assert any(each.zugzwang for each in found)
    assert any(each.position.must_ban for each in found)
    assert any(each.plans for each in found)


def test_a_threat_with_its_line() -> None:
    (threat,) = ff.threats("7x6:51617").of(FIRST)
    assert threat.cell == (3, 0)
    assert threat.lines == (((3, 0), (4, 0), (5, 0), (6, 0)),)
    assert threat.is_landing
    assert threat.is_odd
    assert threat.is_favourable


def test_nothing_can_be_played_once_the_game_is_over() -> None:
    told = threats(Position.parse("7x6:4151617"))
    assert told.zugzwang is None
    assert told.plans == ()
    assert told.closed_columns == ()
    assert not any(each.is_landing for player in Player for each in told.of(player))


def test_other_things_than_positions_are_refused() -> None:
    with pytest.raises(ff.FourfoldError, match="must be a Position or its text"):
        ff.threats(7)  # type: ignore[arg-type]
