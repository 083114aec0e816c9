"""One value for a position, whichever static proofs are on and whichever native module searches.

Boards of six rows, as the standard one, because the proofs go by the parity of the cells above;
plain ones and with a forbidden cell. Without the proofs a search is slow, so that only late
positions are tried.
"""

from types import ModuleType
from typing import Any

import pytest

from fourfold import Position, Rules
from fourfold.rules.splitmix import SplitMix64

from ..cross.twins import native_levels, native_module, native_rules

ROWS = 6
FREE = 20
"""Cells that are still free, at most."""
POSITIONS = 250  # for each board
FORBIDDEN_BOARDS = 3  # for each number of columns

PROOFS = ("follow_up", "tempo", "no_lines_left")


def boards(columns: int) -> list[Rules]:
    """The plain board and some with one forbidden cell."""
    chance = SplitMix64(columns)
    cells = [(chance.below(columns), chance.below(ROWS)) for _ in range(FORBIDDEN_BOARDS)]
    return [Rules(columns, ROWS), *(Rules(columns, ROWS, [cell]) for cell in cells)]


def positions(rules: Rules, seed: int) -> list[list[int]]:
    """Late positions of random games, neither finished nor won on the move."""
    chance = SplitMix64(seed)
    found: list[list[int]] = []
    while len(found) < POSITIONS:
        plies = max(0, rules.playable_cells - FREE) + chance.below(FREE - 4)
        position = Position(rules)
        while position.ply < plies and (quiet := quiet_columns(position)):
            position = position.play(quiet[chance.below(len(quiet))])
        if position.ply == plies:
            found.append(list(position.moves))
    return found


def quiet_columns(position: Position) -> list[int]:
    """Those that end no game."""
    return [c for c in position.legal_columns if position.play(c).outcome is None]


def solver(native: ModuleType, rules: Rules, **switches: bool) -> Any:
    return native.Solver(native_rules(native, rules), 16, 1, native.ProofSwitches(**switches))


@pytest.mark.parametrize("columns", range(4, 8))
def test_same_values_with_and_without_each_proof_on_every_level(columns: int) -> None:
    for number, rules in enumerate(boards(columns)):
        solvers = {}
        for level in native_levels():
            native = native_module(level)
            solvers[level, "all proofs"] = solver(native, rules)
            for proof in PROOFS:
                solvers[level, f"no {proof}"] = solver(native, rules, **{proof: False})
            none = dict.fromkeys(PROOFS, False)
            solvers[level, "no proof"] = solver(native, rules, **none)
        for moves in positions(rules, seed=100 * columns + number):
            found = {name: each.solve(moves) for name, each in solvers.items()}
            assert all(solved.finished for solved in found.values())
            values = {name: solved.lower for name, solved in found.items()}
            assert len(set(values.values())) == 1, f"{rules}: {moves}: {values}"
