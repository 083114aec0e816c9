"""Accuracy: its bounds, what it grows and falls with, and streaks."""

from hypothesis import given
from hypothesis import strategies as st

from fourfold import Position
from fourfold.analysis.review import Label, PlyReview
from fourfold.analysis.review.accuracy import accuracy, longest_streak

START = Position()
points = st.floats(0, 1)


def ply(lost: float = 0.0, at_stake: float = 1.0, label: Label = Label.BEST) -> PlyReview:
    return PlyReview(START, 3, label, 1.0, 1.0 - lost, at_stake)


@st.composite
def played(draw: st.DrawFn) -> PlyReview:
    at_stake = draw(points)
    return ply(draw(st.floats(0, at_stake)), at_stake)


@given(st.lists(played(), min_size=1))
def test_it_lies_between_0_and_100(plies: list[PlyReview]) -> None:
    found = accuracy(plies)
    at_stake = sum(each.points_at_stake for each in plies)
    assert (found is None) == (at_stake == 0)
    assert found is None or 0 <= found <= 100


@given(st.lists(played(), min_size=1), st.floats(0.01, 1))
def test_one_more_fault_lowers_it(plies: list[PlyReview], lost: float) -> None:
    before = accuracy([*plies, ply(0.0)])
    after = accuracy([*plies, ply(lost)])
    assert before is not None
    assert after is not None
    assert after < before


def test_perfect_play_and_the_worst() -> None:
    assert accuracy([ply(0.0), ply(0.0, 0.5)]) == 100
    assert accuracy([ply(1.0), ply(0.5, 0.5)]) == 0


def test_plies_with_nothing_at_stake_do_not_count() -> None:
    assert accuracy([ply(0.5, 1.0)]) == accuracy([ply(0.5, 1.0), ply(0.0, 0.0)]) == 50
    assert accuracy([]) is accuracy([ply(0.0, 0.0)]) is None


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
