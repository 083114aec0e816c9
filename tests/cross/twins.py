"""The two sets of rules side by side: the native modules, random rules, and what is compared."""

import random
from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

from fourfold import FIRST, Player, Position, Rules, _native

Cell = tuple[int, int]


def native_levels() -> list[str]:
    """The native modules that this build has and this processor runs, from weak to strong."""
    able = _native.LEVELS[: _native.LEVELS.index(_native.cpu_level()) + 1]
    return [level for level in able if _is_built(level)]


def _is_built(level: str) -> bool:
    try:
        native_module(level)
    except ModuleNotFoundError:
        return False
    return True


def native_module(level: str) -> ModuleType:
    return _native._load(level)


def native_rules(native: ModuleType, rules: Rules) -> Any:
    return native.Rules(rules.columns, rules.rows, list(rules.forbidden), rules.bonus)


# Random rules


def random_rules(chance: random.Random) -> Rules:
    """Any size, forbidden cells of every kind, a bonus cell or none: a new draw at each call."""
    columns, rows = chance.randint(4, 12), chance.randint(4, 12)
    cells = [(column, row) for column in range(columns) for row in range(rows)]
    forbidden = chance.choice(_FORBIDDEN)(chance, cells, columns)
    free = [cell for cell in cells if cell not in forbidden]
    bonus = chance.choice(free) if free and chance.random() < 0.5 else None
    return Rules(columns, rows, forbidden, bonus)


def _none(chance: random.Random, cells: list[Cell], columns: int) -> set[Cell]:
    return set()


def _few(chance: random.Random, cells: list[Cell], columns: int) -> set[Cell]:
    return set(chance.sample(cells, chance.randint(1, 8)))


def _whole_columns(chance: random.Random, cells: list[Cell], columns: int) -> set[Cell]:
    blocked = chance.sample(range(columns), chance.randint(1, columns // 2))
    return {cell for cell in cells if cell[0] in blocked} | set(chance.sample(cells, 3))


def _many(chance: random.Random, cells: list[Cell], columns: int) -> set[Cell]:
    return set(chance.sample(cells, chance.randint(0, len(cells))))


_FORBIDDEN: list[Callable[[random.Random, list[Cell], int], set[Cell]]] = [
    _none,
    _few,
    _few,
    _whole_columns,
    _many,
]


# What is compared


class View(NamedTuple):
    """All that both sides say of a position."""

    status: str
    turn: int | None  # while the game goes on
    must_ban: bool
    landing_rows: list[int]  # -1 where a column cannot be played
    winning_cells: list[Cell]


def view_of(position: Position) -> View:
    landing = [position.landing_row(column) for column in range(position.rules.columns)]
    rows = [-1 if row is None else row for row in landing]
    legal = tuple(column for column, row in enumerate(rows) if row >= 0)
    assert position.legal_columns == legal
    return View(
        status_of(position),
        None if position.outcome else position.turn.value,
        position.must_ban,
        rows,
        list(position.winning_cells),
    )


def view_of_snapshot(snapshot: Any) -> View:
    status: str = snapshot.status.name
    return View(
        status,
        snapshot.turn if status == "ongoing" else None,
        snapshot.must_ban,
        snapshot.landing_rows,
        snapshot.line_cells,
    )


def status_of(position: Position) -> str:
    if position.outcome is None:
        return "ongoing"
    return _STATUS[position.outcome.winner]


_STATUS: dict[Player | None, str] = {None: "draw"} | {
    player: "first_wins" if player is FIRST else "second_wins" for player in Player
}


def compare_game(native: ModuleType, rules: Rules, columns: list[int]) -> Position:
    """Follow a game on both sides, fail where they differ, and return the last position."""
    snapshots = native.trace(native_rules(native, rules), columns)
    assert len(snapshots) == len(columns) + 1
    position = Position(rules)
    for ply, snapshot in enumerate(snapshots):
        if ply > 0:
            position = position.play(columns[ply - 1])
        python, twin = view_of(position), view_of_snapshot(snapshot)
        if python != twin:
            raise AssertionError(f"{position.to_text()}:\nPython {python}\nnative {twin}")
    return position
