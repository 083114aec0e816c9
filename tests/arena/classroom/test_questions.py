"""Every question has the answers that it says, by a search that knows nothing of the exam."""

import pytest

from fourfold.arena.classroom.questions import PHASES, Kind, make_questions, phase_of
from fourfold.rules import Position, Rules
from fourfold.search import Solver


def wins_at_once(position: Position) -> set[int]:
    return {
        column
        for column in position.legal_columns
        if (outcome := position.play(column).outcome) is not None
        and outcome.winner is position.turn
    }


@pytest.mark.parametrize("rules", ["7x6", "5x4-bc2"])
def test_the_right_columns_are_right(rules: str) -> None:
    board = Rules.parse(rules)
    questions = make_questions(board, 3, seed=1)
    assert {question.kind for question in questions} >= {Kind.WIN, Kind.BLOCK, Kind.END}
    solver = Solver(memory_mb=16)
    for question in questions:
        position = question.position
        assert position.rules == board
        assert not position.must_ban
        assert question.right < set(position.legal_columns)
        if question.kind is Kind.WIN:
            assert question.right == wins_at_once(position)
        elif question.kind is Kind.BLOCK:
            assert not wins_at_once(position)
            for column in position.legal_columns:
                loses = bool(wins_at_once(position.play(column)))
                same_turn = position.play(column).turn is position.turn  # a ban is due first
                assert same_turn or loses == (column not in question.right)
        else:
            scores = solver.columns(position, wdl=True)
            best = max(score.score for score in scores.values())
            assert question.right == {c for c, score in scores.items() if score.score == best}
            assert phase_of(position) is question.kind


def test_the_exam_is_the_same_again_and_different_for_another_seed() -> None:
    board = Rules.parse("7x6")
    exam = make_questions(board, 1, seed=5)
    assert make_questions(board, 1, seed=5) == exam
    assert make_questions(board, 1, seed=6) != exam
    assert [question.kind for question in exam] == list(Kind)


@pytest.mark.parametrize(("ply", "phase"), [(0, 0), (13, 0), (14, 1), (27, 1), (28, 2), (35, 2)])
def test_phases_are_thirds_of_the_game(ply: int, phase: int) -> None:
    game = "23223173174165632431324642517777144"  # a random one, still open after 35 plies
    assert phase_of(Position.parse(game[:ply])) is PHASES[phase]
