"""The sentences about plies."""

from typing import Any

import pytest

from fourfold import Limit, Position, Result, Review, review
from fourfold.analysis.analyst import Analyst
from fourfold.analysis.review import Label, PlyReview, words
from fourfold.search.score import score_of


@pytest.fixture(scope="module")
def found() -> Review:
    return review(
        "7x6:445566", Analyst(memory_mb=16), Limit(120), explainer=lambda position, column: ()
    )


def test_verdicts(found: Review) -> None:
    assert [words.verdict(ply) for ply in found.plies] == [
        "Still wins, in 41 plies.",
        "Loses anyway, in 40 plies.",
        "Gives away a win: now a loss in 38 plies.",
        "Gives away a win: now a loss in 4 plies.",
        "Still wins, in 3 plies.",
        "Loses anyway, in 2 plies.",
    ]


def test_what_was_better_and_what_refutes_it(found: Review) -> None:
    ply = found.plies[3]
    assert words.move(ply) == "4. SECOND in column 5"
    assert words.better(ply).startswith("Better: column 3, a win in 37 plies: 3344")
    assert words.refutation(ply) == "The refutation: 342."
    assert words.better(found.plies[0]) == words.refutation(found.plies[0]) == ""


def ply(label: Label, before: Result | None, after: Result | None, **known: Any) -> PlyReview:
    return PlyReview(
        Position(), 3, label, 0.75, 0.5, 0, 1, outcome_before=before, outcome_after=after, **known
    )


@pytest.mark.parametrize(
    ("review", "said"),
    [
        (
            ply(
                Label.INACCURACY,
                Result.WIN,
                Result.WIN,
                score_after=score_of(30, 42),
                plies_lost=10,
            ),
            "Still wins, in 13 plies, 10 plies later than needed.",
        ),
        (
            ply(Label.GOOD, Result.LOSS, Result.LOSS, score_after=score_of(-40, 42), plies_lost=1),
            "Loses anyway, in 3 plies, 1 ply earlier than needed.",
        ),
        (ply(Label.BEST, Result.DRAW, Result.DRAW), "Still a draw."),
        (ply(Label.GOOD, Result.WIN, Result.WIN), "Still wins."),
        (ply(Label.FORCED, None, None), "No other column can be played."),
        (ply(Label.MISTAKE, None, None), "Win chance 50 % instead of 75 % (estimate)."),
        (ply(Label.MISTAKE, Result.WIN, Result.DRAW), "Gives away a win: now a draw."),
    ],
)
def test_other_verdicts(review: PlyReview, said: str) -> None:
    assert words.verdict(review) == said


def test_the_last_ply() -> None:
    analyst = Analyst(memory_mb=16, seed=1)
    won = review("4x4:1212121", analyst, explainer=lambda position, column: ())
    assert words.verdict(won.plies[-1]) == "Completes four."
    drawn = review("4x4:1212212134344343", analyst, explainer=lambda position, column: ())
    assert words.verdict(drawn.plies[-1]) == "No other column can be played."


def test_accuracies() -> None:
    assert [words.accuracy(rating) for rating in (None, 0.0, 99.6, 100.0)] == [
        "–",
        "0 %",
        "99 %",
        "100 %",
    ]
