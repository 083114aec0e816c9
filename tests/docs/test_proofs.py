"""The static proofs of docs/solver.md are drawn as they are, and true of random positions."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

import fourfold as ff
from fourfold import _native
from fourfold.rules.splitmix import SplitMix64
from fourfold.search.score import score_of

from .pages import ROOT, fenced

Proof = tuple[int, set[tuple[int, int]], set[tuple[int, int]]]
"""What X scores at least, the cells that O may get, and X's winning cells that matter."""


@cache
def documented_proofs() -> Callable[[ff.Position], dict[str, Proof]]:
    names: dict[str, Any] = {}
    for _, code in fenced(ROOT / "docs/solver.md", "python"):
        exec(code, names)
    found: Callable[[ff.Position], dict[str, Proof]] = names["proofs"]
    return found


def drawn(position: ff.Position, proof: Proof) -> str:
    """A board in the manner of docs/solver.md: pieces by their owner, and who gets which cell."""
    _, reach, wins = proof
    columns = range(position.rules.columns)

    def sign(column: int, row: int) -> str:
        content = position.cell(column, row)
        if content is not None:
            return "O" if content.name == position.turn.name else "X"
        if (column, row) in wins:
            return "!"
        if (column, row) in reach:
            return "o"
        return ":" if any(c == column and r < row for c, r in wins) else "x"

    lines = [
        f"{row + 1:2}  " + "  ".join(sign(column, row) for column in columns)
        for row in reversed(range(position.rules.rows))
    ]
    return "\n".join([*lines, "    " + "  ".join("abcdefghijkl"[column] for column in columns)])


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("7x6:52144676422132447527217345", "P"),
        ("7x6:211111154474427234534222", "P"),
        ("7x6:33241272332433142247", "P"),
        ("7x6:4314116656574765331642654557747", "Q"),
        ("7x6:777524633133176172765442653135244", "N"),
    ],
)
def test_boards_of_the_proofs_are_as_drawn(text: str, name: str) -> None:
    position = ff.Position.parse(text)
    document = (ROOT / "docs/solver.md").read_text("utf-8")
    assert f"`{text}`" in document
    assert f"```\n{drawn(position, documented_proofs()(position)[name])}\n```" in document


def late_positions(rules: ff.Rules, chance: SplitMix64) -> Iterator[ff.Position]:
    """The end of a random game: those positions where O cannot win at once, and no ban can come."""
    position = ff.Position(rules)
    while position.outcome is None:
        children = [position.play(column) for column in position.legal_columns]
        settled = rules.bonus is None or position.cell(*rules.bonus) is not None
        if rules.playable_cells - position.ply <= 14 and settled and not position.must_ban:
            outcomes = [child.outcome for child in children if child.outcome is not None]
            if any(outcome.winner is not None for outcome in outcomes):
                return
            yield position
        position = children[chance.below(len(children))]


def test_the_proofs_hold_on_random_boards() -> None:
    chance = SplitMix64(3)
    seen = dict.fromkeys("PQN", 0)
    for _ in range(150):
        columns, rows = 4 + chance.below(4), 4 + chance.below(4)
        cells = [(c, r) for c in range(columns) for r in range(rows)]
        forbidden = {cells[chance.below(len(cells))] for _ in range(chance.below(5))}
        bonus = cells[chance.below(len(cells))] if chance.below(3) == 0 else None
        rules = ff.Rules(columns, rows, sorted(forbidden - {bonus}), bonus)
        solver = _native.Solver(
            _native.Rules(columns, rows, rules.forbidden, rules.bonus),
            16,
            1,
            _native.ProofSwitches(follow_up=False, tempo=False, no_lines_left=False),
        )
        for position in late_positions(rules, chance):
            value = solver.solve(position.moves).lower
            score = -score_of(value, rules.playable_cells - position.ply).score
            for name, (bound, _, _) in documented_proofs()(position).items():
                seen[name] += 1
                assert bound <= score, f"{name}: {position.to_text()}"
    assert min(seen.values()) >= 10, seen
