"""Plies are judged by what is proven, with true sentences and refutations."""

import re
import time

import pytest

from fourfold.errors import IllegalMove, InvalidOption
from fourfold.puzzles import Goal, Puzzle, judge, load_puzzles
from fourfold.rules.notation import column_label
from fourfold.search import Result, Solver

from .samples import sample

TWO_THREATS = Puzzle("7x6:4433", Goal.WIN, ("two-threats", "win-in-2"), (4,), 2, 700)


def test_a_right_ply() -> None:
    puzzle = Puzzle("7x6:52543344447462", Goal.WIN, ("two-threats",), (5, 4, 6), 2, 953)
    first = judge(puzzle, 0, 5)
    assert (first.is_right, first.is_solved) == (True, False)
    assert first.replies == (4,)
    assert first.refutation == ()
    assert first.score.outcome is Result.WIN
    assert first.sentences
    last = judge(puzzle, 2, 6)
    assert (last.is_right, last.is_solved, last.replies) == (True, True, ())
    assert last.sentences[0].startswith("Wins at once")


def test_a_wrong_ply_is_refuted() -> None:
    puzzle = next(p for p in load_puzzles() if p.goal is Goal.WIN and "only-defence" in p.themes)
    position = puzzle.start
    wrong = next(c for c in position.legal_columns if c != puzzle.line[0])
    verdict = judge(puzzle, 0, wrong)
    assert not verdict.is_right
    assert not verdict.is_solved
    assert verdict.replies == ()
    assert verdict.score.outcome is Result.LOSS
    assert verdict.sentences
    here = position.play(wrong)
    solver = Solver(memory_mb=16, book=False)
    for column in verdict.refutation:  # best play of both
        assert solver.solve(here).rank == solver.columns(here)[column].rank
        here = here.play(column)
    assert verdict.refutation


@pytest.mark.parametrize("puzzle", sample(12, seed=4), ids=lambda puzzle: puzzle.id)
def test_every_column_of_every_step_can_be_judged(puzzle: Puzzle) -> None:
    for step in puzzle.own_steps:
        for column in puzzle.position_at(step).legal_columns:
            verdict = judge(puzzle, step, column)
            assert verdict.is_right == (column == puzzle.line[step])
            assert bool(verdict.refutation) != verdict.is_right or (
                puzzle.position_at(step).play(column).outcome is not None
            )
            assert 1 <= len(verdict.sentences) <= 3
            if verdict.is_right and not verdict.is_solved:
                following = step + 1 + len(verdict.replies)
                assert following in puzzle.own_steps
                assert puzzle.line[step + 1 : following] == verdict.replies


def test_nothing_that_is_still_to_be_found_is_given_away() -> None:
    spoken = 0
    for puzzle in sample(60, seed=2):
        width = puzzle.start.rules.columns
        for step in puzzle.own_steps:
            right = column_label(puzzle.line[step], width)
            for column in puzzle.position_at(step).legal_columns:
                verdict = judge(puzzle, step, column)
                words = " ".join(verdict.sentences)
                if not verdict.is_right:
                    assert not re.search(rf"\b{right}\b (wins|holds)|with {right}\b", words), words
                    assert "refutation is" not in words
                    spoken += "instead of" in words
                elif not verdict.is_solved:
                    assert not re.search(r"\d \d|Best play", words), words
    assert spoken > 50


def test_judging_is_quick() -> None:
    puzzles = [puzzle for puzzle in sample(60, seed=9) if puzzle.rules == "7x6"]
    began = time.process_time()
    for puzzle in puzzles:
        for column in puzzle.start.legal_columns:
            judge(puzzle, 0, column)
    assert (time.process_time() - began) / len(puzzles) < 0.2  # usually some 0.02 s


def test_what_cannot_be_judged_is_refused() -> None:
    puzzle = TWO_THREATS
    with pytest.raises(InvalidOption, match="the step is 1, but must be one of 0"):
        judge(puzzle, 1, 0)
    with pytest.raises(IllegalMove, match="column 9 is not on the board"):
        judge(puzzle, 0, 9)
