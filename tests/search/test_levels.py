"""One value for a position, whichever static proofs are on and whichever native module searches.

Boards of six rows, as the standard one, because the proofs go by the parity of the cells above;
plain ones and with a forbidden cell. Without the proofs a search is slow, so that only late
positions are tried.

On boards of more than 64 bits the modules differ the most: some look at all children of a position
side by side, others at one after the other. There the nodes are compared too.
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

WIDE_BOARDS = ["10x6", "9x7", "12x5-xd2-xg1-xk5", "8x8-xc4-xf1-xf2", "10x11-xb3-xe9", "5x12-xc7"]
WIDE_FREE = 30
WIDE_POSITIONS = 40  # for each board
WIDE_NODES = 2_000
"""The search of a hard position ends after so many nodes, the same on every level."""

PROOFS = ("follow_up", "tempo", "no_lines_left")


def boards(columns: int) -> list[Rules]:
    """The plain board and some with one forbidden cell."""
    chance = SplitMix64(columns)
    cells = [(chance.below(columns), chance.below(ROWS)) for _ in range(FORBIDDEN_BOARDS)]
    return [Rules(columns, ROWS), *(Rules(columns, ROWS, [cell]) for cell in cells)]


def positions(
    rules: Rules, seed: int, number: int = POSITIONS, most_free: int = FREE
) -> list[list[int]]:
    """Late positions of random games, neither finished nor won on the move."""
    chance = SplitMix64(seed)
    found: list[list[int]] = []
    while len(found) < number:
        plies = max(0, rules.playable_cells - most_free) + chance.below(most_free - 4)
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


@pytest.mark.parametrize("board", WIDE_BOARDS)
def test_same_values_and_nodes_on_every_level_of_wide_boards(board: str) -> None:
    rules = Rules.parse(board)
    solvers = {level: solver(native_module(level), rules) for level in native_levels()}
    for moves in positions(rules, seed=1, number=WIDE_POSITIONS, most_free=WIDE_FREE):
        found = {level: each.solve(moves, nodes=WIDE_NODES) for level, each in solvers.items()}
        results = {(solved.lower, solved.upper, solved.nodes) for solved in found.values()}
        assert len(results) == 1, f"{rules}: {moves}: {found}"
