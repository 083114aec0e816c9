"""What is known of a position, from its columns and from the position after the ply."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fourfold import Position, Result, Solver
from fourfold.analysis.review.prospects import Prospect, best_column, position_prospect
from fourfold.search.score import score_of
from tests.analysis.review.games import POINTS, random_game

SOLVER = Solver(memory_mb=16, book=False)
WIN = Prospect(score_of(5, 9), Result.WIN, 1.0)
WON = Prospect(None, Result.WIN, 1.0)
DRAW = Prospect(score_of(0, 9), Result.DRAW, 0.5)
GUESS = Prospect(None, None, 0.4)


def solved(position: Position) -> Prospect:
    if position.outcome is not None:
        return Prospect.of_finished(position)
    score = SOLVER.solve(position)
    return Prospect(score, score.outcome, POINTS[score.outcome])


@settings(max_examples=40)
@given(rules=st.sampled_from(["4x4", "5x4-xc2", "4x5-bb2", "4x4-bd1"]), seed=st.integers(0, 999))
def test_a_ply_earlier_is_what_the_solver_says_of_the_column(rules: str, seed: int) -> None:
    game = random_game(rules, seed)
    for ply in range(min(6, game.ply), game.ply):
        before = Position(game.rules, game.moves[:ply])
        after = before.play(game.moves[ply])
        seen = solved(after).before_ply(after.turn is before.turn)
        score = SOLVER.columns(before)[game.moves[ply]]
        assert seen == Prospect(score, score.outcome, POINTS[score.outcome])


@pytest.mark.parametrize(
    ("one", "two", "taken"),
    [(WIN, WON, WIN), (WON, WIN, WIN), (WON, GUESS, WON), (GUESS, WON, WON), (GUESS, DRAW, DRAW)],
)
def test_what_is_proven_further_is_taken(one: Prospect, two: Prospect, taken: Prospect) -> None:
    assert one.or_else(two) == taken


def test_of_two_estimates_the_first_is_taken() -> None:
    assert GUESS.or_else(Prospect(None, None, 0.6)) == GUESS


def test_of_equals_the_favourite_is_best() -> None:
    assert best_column({1: DRAW, 2: DRAW, 3: GUESS}, 2) == 2
    assert best_column({1: DRAW, 2: GUESS}, 2) == 1


def test_a_win_is_proven_whatever_else_there_is() -> None:
    whole = position_prospect({0: WIN, 1: GUESS}, 0)
    assert (whole.outcome, whole.score) == (Result.WIN, None)  # the other may win more quickly


def test_a_win_at_once_is_the_score_whatever_else_there_is() -> None:
    at_once = Prospect(score_of(9, 9), Result.WIN, 1.0)
    assert position_prospect({0: at_once, 1: GUESS}, 0) == at_once


def test_a_draw_is_not_proven_while_another_column_may_win() -> None:
    whole = position_prospect({0: DRAW, 1: GUESS}, 0)
    assert (whole.outcome, whole.score, whole.points) == (None, None, 0.5)
    assert position_prospect({0: DRAW, 1: DRAW}, 0) == DRAW
