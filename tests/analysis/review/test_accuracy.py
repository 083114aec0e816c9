"""Accuracy: its bounds, what it grows and falls with, and streaks."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourfold import Position, Result
from fourfold.analysis.review import Label, PlyReview
from fourfold.analysis.review.accuracy import accuracy, cost_and_stake, longest_streak
from fourfold.analysis.review.prospects import Prospect
from fourfold.search.score import score_of

START = Position()
points = st.floats(0, 1)


def ply(cost: float = 0.0, stake: float = 1.0, label: Label = Label.BEST) -> PlyReview:
    return PlyReview(START, 3, label, 1.0, 1.0, cost, stake)


@st.composite
def played(draw: st.DrawFn) -> PlyReview:
    stake = draw(points)
    return ply(draw(st.floats(0, stake)), stake)


@given(st.lists(played(), min_size=1))
def test_it_lies_between_0_and_100(plies: list[PlyReview]) -> None:
    found = accuracy(plies)
    assert (found is None) == all(each.stake == 0 for each in plies)
    assert found is None or 0 <= found <= 100


@given(st.lists(played(), min_size=1), st.floats(0.01, 1))
def test_one_more_fault_lowers_it(plies: list[PlyReview], cost: float) -> None:
    before = accuracy([*plies, ply(0.0)])
    after = accuracy([*plies, ply(cost)])
    assert before is not None
    assert after is not None
    assert after < before


def test_perfect_play_and_the_worst() -> None:
    assert accuracy([ply(0.0), ply(0.0, 0.5)]) == 100
    assert accuracy([ply(1.0), ply(0.5, 0.5)]) == 0


def test_plies_without_a_stake_do_not_count() -> None:
    assert accuracy([ply(0.5, 1.0)]) == accuracy([ply(0.5, 1.0), ply(0.0, 0.0)]) == 50
    assert accuracy([]) is accuracy([ply(0.0, 0.0)]) is None


def win(plies: int) -> Prospect:
    return Prospect(score_of(1 + 20 - plies, 20), Result.WIN, 1.0)


def loss(plies: int) -> Prospect:
    return Prospect(score_of(-(1 + 20 - plies), 20), Result.LOSS, 0.0)


DRAW = Prospect(score_of(0, 20), Result.DRAW, 0.5)
GUESS = Prospect(None, None, 0.4)


def test_time_counts_less_than_any_change_of_the_outcome() -> None:
    columns = dict(enumerate([win(1), win(19), DRAW, loss(20), loss(2)]))
    costs = [cost_and_stake(columns, column, 20)[0] for column in columns]
    assert costs == sorted(costs)
    assert costs[0] == 0
    assert all(after - before > 0.2 for before, after in pairwise(costs))
    assert cost_and_stake(columns, 0, 20)[1] == costs[-1]


def test_a_slower_loss_costs_less() -> None:
    columns = {0: loss(20), 1: loss(10), 2: loss(2)}
    costs = [cost_and_stake(columns, column, 20)[0] for column in columns]
    assert costs == pytest.approx([0, 0.125, 0.225])


def test_time_does_not_count_where_it_is_not_known() -> None:
    columns = {0: win(1), 1: win(19), 2: GUESS}
    assert cost_and_stake(columns, 1, 20) == (0, 0.6)


def test_streaks() -> None:
    def streak(letters: str) -> int:
        labels = {label.letter: label for label in Label}
        return longest_streak(ply(label=labels[letter]) for letter in letters)

    assert [streak(text) for text in ("", "G", "B", "BOGB", "GBFBFO", "FFF", "BXBBM")] == [
        0,
        0,
        1,
        2,
        3,
        0,
        2,
    ]
