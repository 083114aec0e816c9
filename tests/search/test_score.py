"""Scores: what they say, and how they follow from values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourfold import Limit, Result, Score, Unproven
from fourfold.errors import FourfoldError, InvalidOption
from fourfold.search.score import Bounds, outcome_of, score_of

from ..rules.strategies import strangers

free_and_empty = st.integers(1, 144).flatmap(
    lambda free: st.tuples(st.just(free), st.integers(0, free - 1))
)


@given(free_and_empty)
def test_the_contract_in_its_own_words(drawn: tuple[int, int]) -> None:
    free, empty = drawn
    won = score_of(1 + empty, free)
    assert won == Score(1 + empty // 2, Result.WIN, free - empty)
    lost = score_of(-1 - empty, free)
    assert lost == Score(-(1 + empty // 2), Result.LOSS, free - empty)
    assert score_of(0, free) == Score(0, Result.DRAW, free)


@pytest.mark.parametrize("pieces", range(4, 22))
def test_the_usual_number_on_the_classic_board(pieces: int) -> None:
    """The score is 22 minus the number of the winner's pieces, for either player."""
    for plies in (2 * pieces - 1, 2 * pieces):
        assert score_of(1 + 42 - plies, 42).score == 22 - pieces
        assert score_of(1 + 42 - plies, 42).plies == plies


@given(st.integers(1, 144), st.integers(), st.integers())
def test_a_greater_value_ranks_higher(free: int, one: int, other: int) -> None:
    low, high = sorted([one % (2 * free + 1) - free, other % (2 * free + 1) - free])
    assert score_of(low, free).score <= score_of(high, free).score
    assert (score_of(low, free).rank < score_of(high, free).rank) == (low < high)


def test_win_draw_or_loss_only() -> None:
    assert [outcome_of(sign) for sign in (1, 0, -1)] == [
        Score(1, Result.WIN, None),
        Score(0, Result.DRAW, None),
        Score(-1, Result.LOSS, None),
    ]
    assert outcome_of(1).rank > outcome_of(0).rank > outcome_of(-1).rank


def test_scores_in_words() -> None:
    assert str(score_of(41, 41)) == "win in 1 ply (score 21)"
    assert str(score_of(-1, 7)) == "loss in 7 plies (score -1)"
    assert str(score_of(0, 9)) == "draw in 9 plies (score 0)"
    assert str(outcome_of(-1)) == "loss"
    assert score_of(3, 7).outcome == "win"


def test_bounds_that_meet_are_a_proof() -> None:
    low, high = score_of(-3, 9), score_of(3, 9)
    assert Bounds(low, high).proven is None
    assert Bounds(low, low).proven is low


def test_unproven_is_an_error_of_ours() -> None:
    error = Unproven("not yet", Bounds(score_of(0, 9), score_of(3, 9)))
    assert isinstance(error, FourfoldError)
    assert not isinstance(error, ValueError)
    assert error.bounds is not None
    assert error.bounds.upper.score == 2


def test_limits() -> None:
    assert Limit() == Limit(None, None, None)
    assert Limit(seconds=1).seconds == 1
    assert Limit(0.5, nodes=10, depth=3).depth == 3
    assert hash(Limit(nodes=3)) == hash(Limit(nodes=3))


@given(strangers.filter(lambda value: value is not None) | st.integers(max_value=0))
def test_bad_limits(value: object) -> None:
    for name in ("nodes", "depth"):
        with pytest.raises(InvalidOption, match=rf"a limit of {name} is .* must be"):
            Limit(**{name: value})  # type: ignore[arg-type]
    if type(value) is not float or not 0 < value < float("inf"):
        with pytest.raises(InvalidOption, match=r"a limit of seconds is .* above 0"):
            Limit(seconds=value)  # type: ignore[arg-type]


def test_a_score_shows_itself() -> None:
    score = Score(18, Result.WIN, 7)
    assert repr(score) == "Score(score=18, outcome=Result.WIN, plies=7)"
    assert "win in 7 plies (score 18)" in score.to_badge()
    assert score.to_badge() in score._repr_html_()
