"""The solver against BitBully, a solver by other people, on random positions of 7x6.

A sample; `python -m benchmarks --only peers` compares ten thousand.
"""

import itertools

import pytest

from benchmarks.bitbully_solver import BitBully
from benchmarks.random_positions import random_positions
from fourfold import Position, Rules, Solver

pytest.importorskip(
    "bitbully", reason="BitBully is not installed: the solver was not compared with it"
)

PLIES = range(12, 42)


def sample(seed: int, count: int) -> list[Position]:
    return list(itertools.islice(random_positions(seed, Rules(7, 6), PLIES), count))


def test_scores_agree() -> None:
    solver, peer = Solver(memory_mb=64, book=False), BitBully()
    for position in sample(seed=11, count=400):
        theirs = peer.solve(peer.board(list(position.moves)))
        assert solver.solve(position).score == theirs, position.to_text()


def test_the_scores_of_all_columns_agree() -> None:
    solver, peer = Solver(memory_mb=64, book=False), BitBully()
    for position in sample(seed=12, count=40):
        ours = {column: score.score for column, score in solver.columns(position).items()}
        theirs = peer.columns(peer.board(list(position.moves)))
        assert ours == theirs, position.to_text()
