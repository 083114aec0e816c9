"""Positions on every kind of rules, for checks of agents: the same ones on every run."""

from collections.abc import Callable, Iterator
from functools import cache

from fourfold.agents.tactics import winning_columns
from fourfold.rules import Position, Rules
from fourfold.rules.splitmix import SplitMix64


def any_rules(chance: SplitMix64) -> Rules:
    """Draw rules of any size, with none to many forbidden cells; every other time a bonus cell."""
    columns, rows = 4 + chance.below(9), 4 + chance.below(9)
    cells = [(column, row) for column in range(columns) for row in range(rows)]
    most = (1, 2, 6, len(cells) // 2)[chance.below(4)]
    forbidden = {cells[chance.below(len(cells))] for _ in range(chance.below(most + 1))}
    bonus = cells[chance.below(len(cells))] if chance.below(2) else None
    return Rules(columns, rows, sorted(forbidden - {bonus}), bonus)


def games(seed: int) -> Iterator[list[Position]]:
    """Yield the unfinished positions of random games, each on rules of its own, without end."""
    chance = SplitMix64(seed)
    while True:
        position = Position(any_rules(chance))
        seen = []
        while position.outcome is None:
            seen.append(position)
            legal = position.legal_columns
            position = position.play(legal[chance.below(len(legal))])
        if seen:
            yield seen


def collect(seed: int, count: int, wanted: Callable[[Position], bool]) -> tuple[Position, ...]:
    """Return this many positions that are wanted, no two from the same game."""
    chance = SplitMix64(seed)
    found: list[Position] = []
    for game in games(seed):
        fitting = [position for position in game if wanted(position)]
        if fitting:
            found.append(fitting[chance.below(len(fitting))])
            if len(found) == count:
                break
    return tuple(found)


def can_win(position: Position) -> bool:
    """Return True if the side to move wins at once."""
    return not position.must_ban and bool(winning_columns(position, position.turn))


def is_single_threat(position: Position) -> bool:
    """Return True if the opponent would win in one column only, and a piece or ban prevents it."""
    if can_win(position):
        return False
    threats = winning_columns(position, position.turn.other)
    return len(threats) == 1 and is_safe(position, threats[0])


def is_safe(position: Position, column: int) -> bool:
    """Return True if the opponent has no win at once after this column, and the ban it may owe."""
    after = position.play(column)
    if after.outcome is not None:
        return after.outcome.winner in (None, position.turn)
    if after.turn is position.turn:
        return any(is_safe(after, ban) for ban in after.legal_columns)
    return not can_win(after)


@cache
def all_kinds() -> tuple[Position, ...]:
    """Return hundreds of positions, on as many rules."""
    return collect(1, 240, lambda position: True) + collect(2, 40, lambda p: p.must_ban)


@cache
def with_a_win() -> tuple[Position, ...]:
    """Return positions in which the side to move wins at once."""
    return collect(3, 60, can_win)


@cache
def with_a_single_threat() -> tuple[Position, ...]:
    """Return positions in which the opponent threatens to win, and can be stopped."""

    def piece(position: Position) -> bool:
        return not position.must_ban and is_single_threat(position)

    def ban(position: Position) -> bool:
        return position.must_ban and is_single_threat(position)

    return collect(4, 60, piece) + collect(5, 15, ban)


@cache
def near_the_end() -> tuple[Position, ...]:
    """Return positions with few cells left, which every agent should be able to think through."""
    return collect(6, 24, lambda p: 4 <= p.rules.playable_cells - p.ply <= 12)


@cache
def near_the_beginning() -> tuple[Position, ...]:
    """Return positions with at least 30 free cells."""
    return collect(7, 16, lambda p: p.rules.playable_cells - p.ply >= 30)


LAST_CELLS = (
    "4x4:243421221313431",
    "5x4-be4:1534141122443223553",  # the last cell is the bonus cell: no room for a ban
    "5x4-be3:1521224344343123155",  # the last cell is for a ban
)
"""Positions with one free cell, as texts."""

WIDE = ("12x12:", "12x11-xf1-bg6:gfe", "9x8:")
"""Positions, as texts, that offer enough to think about for ever."""
