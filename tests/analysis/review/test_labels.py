"""Labels by hand-made prospects: the order of the questions, and the thresholds of estimates."""

import pytest

from fourfold import Result
from fourfold.analysis.review.labels import Label, label_of, plies_lost
from fourfold.analysis.review.prospects import Prospect
from fourfold.search.score import score_of

FREE = 30


def win(plies: int) -> Prospect:
    return Prospect(score_of(1 + FREE - plies, FREE), Result.WIN, 1.0)


def loss(plies: int) -> Prospect:
    return Prospect(score_of(-(1 + FREE - plies), FREE), Result.LOSS, 0.0)


def chance(points: float) -> Prospect:
    return Prospect(None, None, points)


DRAW = Prospect(score_of(0, FREE), Result.DRAW, 0.5)
WON = Prospect(None, Result.WIN, 1.0)


@pytest.mark.parametrize(
    ("label", "played", "others"),
    [
        (Label.FORCED, loss(2), []),
        (Label.BLUNDER, loss(8), [win(1), DRAW]),
        (Label.MISTAKE, DRAW, [win(1), loss(2)]),
        (Label.MISTAKE, loss(30), [DRAW, loss(2)]),
        (Label.MISSED_WIN, win(3), [win(1)]),
        (Label.MISSED_WIN, win(29), [win(1), loss(2)]),
        (Label.ONLY_MOVE, win(1), [DRAW, loss(2)]),
        (Label.ONLY_MOVE, DRAW, [loss(28), loss(2)]),
        (Label.BEST, win(3), [win(3), loss(2)]),
        (Label.BEST, win(1), [win(3)]),
        (Label.BEST, DRAW, [DRAW, loss(2)]),
        (Label.BEST, loss(8), [loss(2), loss(8)]),
        (Label.GOOD, win(9), [win(3), DRAW]),
        (Label.GOOD, loss(4), [loss(10)]),
        (Label.INACCURACY, win(11), [win(3), DRAW]),
        (Label.INACCURACY, loss(2), [loss(10)]),
        (Label.GOOD, WON, [win(3)]),  # how much slower is not known
        # Estimates
        (Label.BLUNDER, chance(0.1), [chance(0.85)]),
        (Label.MISTAKE, chance(0.15), [chance(0.85)]),
        (Label.MISTAKE, chance(0.25), [chance(0.5)]),
        (Label.MISSED_WIN, chance(0.9), [win(1)]),
        (Label.ONLY_MOVE, chance(0.7), [chance(0.4), loss(2)]),
        (Label.BEST, chance(0.7), [chance(0.6)]),
        (Label.BEST, chance(0.59), [chance(0.6)]),
        (Label.GOOD, chance(0.55), [chance(0.6)]),
        (Label.INACCURACY, chance(0.5), [chance(0.625)]),
        (Label.INACCURACY, chance(0.375), [DRAW, chance(0.3)]),
    ],
)
def test_each_label(label: Label, played: Prospect, others: list[Prospect]) -> None:
    columns = dict(enumerate([played, *others]))
    best = max(columns, key=lambda column: columns[column].rank)
    assert label_of(columns, best, 0) is label


@pytest.mark.parametrize(
    ("plies", "top", "chosen"),
    [
        (0, win(3), win(3)),
        (8, win(3), win(11)),
        (6, loss(10), loss(4)),
        (0, DRAW, DRAW),
        (0, win(3), DRAW),
        (None, win(3), WON),
        (None, chance(0.6), win(3)),
    ],
)
def test_plies_lost(plies: int | None, top: Prospect, chosen: Prospect) -> None:
    assert plies_lost(top, chosen) == plies


def test_letters_differ() -> None:
    assert len({label.letter for label in Label}) == len(Label)


def test_mistakes_and_blunders_are_what_changes_the_outcome() -> None:
    changing = {label for label in Label if label.changes_outcome}
    assert changing == {Label.MISTAKE, Label.BLUNDER}
    assert not any(label.is_best for label in changing)
