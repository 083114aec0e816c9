"""The agent `perfect` does what its source asks (docs/sources.md), point by point.

Each docstring quotes the point. The solver itself is tested in tests/search/test_solver.py and by
native/tests; here is what the source says of its results.
"""

import random

import pytest

import fourfold as ff
from fourfold import Result, Rules, Solver
from fourfold.search.book.exchange_layout import Board, decode, encode

from .test_perfect import BOARDS, random_position


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(memory_mb=16, book=False)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("text", BOARDS)
def test_always_a_best_move(solver: Solver, text: str, threads: int) -> None:
    """Always a best move: the quickest win, the longest loss. Deterministic: same position, same
    answer, whatever was asked before (ties go to the column nearest the centre, then the left
    one), also with several threads."""
    generator = random.Random(text + "004")
    positions = [random_position(generator, Rules.parse(text)) for _ in range(6)]
    agent = ff.agent(f"perfect:memory=16,threads={threads}")
    forwards = [agent.choose(position).column for position in positions]
    assert [agent.choose(position).column for position in reversed(positions)] == forwards[::-1]
    for position, chosen in zip(positions, forwards, strict=True):
        scores = solver.columns(position)
        lasts = {column: score.plies for column, score in scores.items()}
        won = [c for c, score in scores.items() if score.outcome is Result.WIN]
        drawn = [c for c, score in scores.items() if score.outcome is Result.DRAW]
        lost = [c for c, score in scores.items() if score.outcome is Result.LOSS]
        if won:
            quickest = min(lasts[c] or 0 for c in won)
            best = [c for c in won if lasts[c] == quickest]
        else:
            slowest = max((lasts[c] or 0 for c in lost), default=0)
            best = drawn or [c for c in lost if lasts[c] == slowest]
        middle = (position.rules.columns - 1) / 2
        assert chosen == min(best, key=lambda column: (abs(column - middle), column))


def test_score(solver: Solver) -> None:
    """Negamax score 22 - (winner's pieces at the win) on 7x6."""
    generator = random.Random(4)
    for _ in range(20):
        position = random_position(generator, Rules())
        found = solver.solve(position)
        end = position
        while end.outcome is None:
            end = end.play(solver.best_column(end))
        if end.outcome.winner is None:
            assert found.score == 0
            continue
        winners_pieces = len(end.moves[end.outcome.winner.value :: 2])
        sign = 1 if end.outcome.winner is position.turn else -1
        assert found.score == sign * (22 - winners_pieces)


def test_a_score_is_the_best_of_the_opponents_turned_round(solver: Solver) -> None:
    """Alpha-beta with windows [-beta, -alpha] (what the windows are for: negamax)."""
    generator = random.Random(5)
    for _ in range(20):
        position = random_position(generator, Rules())
        children = [position.play(column) for column in position.legal_columns]
        assert solver.solve(position).score == max(-solver.solve(c).score for c in children)


def test_known_bounds_are_used(solver: Solver) -> None:
    """Lower and upper bounds cached, both used to narrow the window; children's bounds looked up
    before searching them."""
    generator = random.Random(6)
    position = random_position(generator, Rules())
    while solver.bounds(position).nodes < 20_000:
        position = random_position(generator, Rules())
    fresh = Solver(memory_mb=16, book=False)
    first = fresh.bounds(position)
    again = fresh.bounds(position)
    assert again.proven == first.proven
    assert again.nodes * 3 < first.nodes  # its own bounds are known
    parents = Solver(memory_mb=16, book=False)
    for column in position.legal_columns:
        child = position.play(column)
        if child.outcome is None:
            parents.bounds(child)
    assert parents.bounds(position).nodes * 2 < first.nodes  # its children's are


def test_the_whole_position_in_one_word() -> None:
    """The whole position in one machine word where it fits. (The document's 63-bit layout, 42 bits
    of pieces and 7 x 3 bits of heights, is available as a documented encode/decode pair and
    round-trips.)"""
    generator = random.Random(7)
    for _ in range(50):
        position = random_position(generator, Rules())
        word = encode(Board.of(position))
        assert 0 <= word < 2**63
        assert decode(word) == Board.of(position)
