"""The parts of exported agents that prove things: the solver, the opening book, the tree search."""

import math
import random

import pytest

import fourfold as ff
from fourfold import Position, Rules
from fourfold.agents.external.kaggle import configuration_of, load_agent, observation_of
from fourfold.agents.kaggle_export.book import book_text
from fourfold.agents.kaggle_export.exports import export_kaggle
from fourfold.agents.kaggle_export.parts import board as parts_board
from fourfold.agents.kaggle_export.parts.board import board_of_size, read_position
from fourfold.agents.kaggle_export.parts.opening import OpeningBook
from fourfold.agents.kaggle_export.parts.solver import ScoreTable, Solver

from .kaggle_rules import column_of


def part_of(position: Position) -> parts_board.Position:
    return read_position(observation_of(position), configuration_of(position.rules))


def random_late_position(rules: Rules, free: int, chance: random.Random) -> Position:
    """An unfinished position with so many free cells, after random moves."""
    while True:
        position = Position(rules)
        while position.outcome is None and rules.playable_cells - position.ply > free:
            position = position.play(chance.choice(position.legal_columns))
        if position.outcome is None:
            return position


@pytest.mark.parametrize(
    ("rules", "free", "count"),
    [("7x6", 16, 30), ("7x6", 21, 10), ("4x4", 14, 10), ("5x5", 15, 20), ("6x7", 17, 10)],
)
def test_the_solver_agrees_with_ours(rules: str, free: int, count: int) -> None:
    chance = random.Random(11)
    own = ff.Solver(memory_mb=16, book=False)
    table = ScoreTable()  # one for all, as from move to move
    for _ in range(count):
        position = random_late_position(Rules.parse(rules), free, chance)
        solver = Solver(part_of(position), table)
        assert solver.solve(math.inf) == own.search(position).column, str(position)
        for column, score in own.columns(position).items():
            least, greatest = solver.bounds[column]
            assert least <= score.score <= greatest, str(position)


def test_a_solver_without_time_knows_only_what_is_sure() -> None:
    solver = Solver(part_of(Position.parse("7x6:3445")), ScoreTable())
    assert solver.solve(0.0) is None
    own = ff.Solver().columns(Position.parse("7x6:3445"))
    for column, (least, greatest) in solver.bounds.items():
        assert least <= own[column].score <= greatest
    assert set(solver.likely_columns()) <= set(own)


def test_the_table_forgets_when_it_is_full() -> None:
    table = ScoreTable(most=10)
    position = part_of(Position.parse("4x4:1234"))
    first = Solver(position, table).solve(math.inf)
    assert len(table.at_least) + len(table.at_most) > 10
    table.make_room()
    assert not table.at_least
    assert Solver(position, table).solve(math.inf) == first


def test_the_opening_book_is_that_of_perfect() -> None:
    plies, text = book_text()
    book = OpeningBook(7, 6, plies, text)
    own, solver, chance = ff.agent("perfect"), ff.Solver(), random.Random(3)
    for game in range(24):
        position = Position()
        while position.ply <= plies and position.outcome is None:
            if position.ply % 2 == game % 2:
                column = book.column(part_of(position))
                assert column is not None, str(position)
                if position.ply < 8:  # equal columns: the most central
                    assert column == own.choose(position).column, str(position)
                elif game < 4:
                    scores = solver.columns(position)
                    assert scores[column].rank == max(s.rank for s in scores.values())
                position = position.play(column)
            else:
                position = position.play(chance.choice(position.legal_columns))
    assert book.column(part_of(Position.parse("7x5:"))) is None
    assert book.column(part_of(Position.parse("7x6:17"))) is None  # it begins in the centre


def test_the_book_knows_the_position_by_its_board() -> None:
    plies, text = book_text()
    book = OpeningBook(7, 6, plies, text)
    assert book.board is board_of_size(7, 6)
    assert book.column(part_of(Position.parse("7x6:4142"))) == book.column(
        part_of(Position.parse("7x6:4241"))
    )


@pytest.mark.parametrize("policy", ["strong", "plain"])
def test_uct_wins_and_blocks(policy: str) -> None:
    exported = load_agent(export_kaggle(f"uct:simulations=300,seed=1,policy={policy}"))
    for text, columns in (("7x6:121212", {0}), ("7x6:12121", {0}), ("7x6:445566", {2, 6})):
        assert column_of(exported, Position.parse(text), 1000) in columns


def test_uct_proves_small_boards() -> None:
    exported = load_agent(export_kaggle("uct:simulations=100000,seed=1"))
    chance, solver = random.Random(2), ff.Solver(memory_mb=16)
    for _ in range(10):
        position = random_late_position(Rules(5, 4), 9, chance)
        scores = solver.columns(position)
        best = max(scores.values(), key=lambda score: score.rank)
        chosen = scores[column_of(exported, position, 1000)]
        assert chosen.outcome == best.outcome, str(position)
