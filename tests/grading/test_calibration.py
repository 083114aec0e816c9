"""Calibration: the numbers of hand-made answers, and laws that hold for all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fourfold as ff
from fourfold.grading.answers import Answer
from fourfold.grading.benchmark import SolvedPosition, load_benchmark
from fourfold.grading.calibration import calibration_of, ordering
from fourfold.search import Result

from . import players

SOLVED: dict[Result, SolvedPosition] = {
    outcome: next(each for each in load_benchmark() if each.outcome is outcome)
    for outcome in Result
}


def answer(outcome: Result, **said: object) -> Answer:
    """Return an answer with the best column of a position that ends so."""
    solved = SOLVED[outcome]
    column = max(solved.columns, key=lambda each: solved.columns[each].rank)
    return Answer(solved, column, **said)  # type: ignore[arg-type]


def test_by_hand() -> None:
    found = calibration_of(
        [
            answer(Result.WIN, win_chance=0.9),
            answer(Result.WIN, win_chance=0.95),
            answer(Result.DRAW, win_chance=0.5),
            answer(Result.LOSS, win_chance=0.55),
            answer(Result.LOSS),  # says nothing
        ]
    )
    assert found.estimates == found.evaluations == 4
    assert found.brier == pytest.approx((0.01 + 0.0025 + 0 + 0.3025) / 4)
    mean = (1 + 1 + 0.5 + 0) / 4
    assert found.reference == pytest.approx((2 * (1 - mean) ** 2 + (0.5 - mean) ** 2 + mean**2) / 4)
    assert found.bias == pytest.approx((-0.1 - 0.05 + 0 + 0.55) / 4)
    assert [(each.low, each.moves) for each in found.buckets] == [(0.5, 2), (0.9, 2)]
    assert found.buckets[0].expected == pytest.approx(0.525)
    assert found.buckets[0].actual == pytest.approx(0.25)
    assert found.error == pytest.approx((2 * 0.275 + 2 * 0.075) / 4)
    assert found.ordering == pytest.approx(4 / 5)  # only draw against loss is wrong
    assert (found.proofs, found.wrong_proofs) == (0, 0)


def test_proofs_are_apart_from_estimates() -> None:
    found = calibration_of(
        [
            answer(Result.WIN, proof=Result.WIN, win_chance=1.0),
            answer(Result.LOSS, proof=Result.DRAW),
            answer(Result.DRAW, evaluation=3.0),
        ]
    )
    assert (found.proofs, found.wrong_proofs) == (2, 1)
    assert (found.estimates, found.brier, found.buckets) == (0, None, ())
    assert (found.evaluations, found.ordering) == (1, None)


def test_faults_say_nothing() -> None:
    solved = SOLVED[Result.WIN]
    assert not calibration_of([Answer(solved, None, "raised an error", win_chance=0.5)])


def test_who_knows_everything_has_a_brier_score_of_0() -> None:
    found = ff.grade(players.certain, quick=True).calibration
    assert found.estimates == 200
    assert found.brier == found.bias == found.error == 0.0
    assert found.ordering == 1.0


def test_nonsense_is_left_out() -> None:
    grade = ff.grade(players.talks_nonsense, quick=True)
    assert grade.perfect_rate == 1.0
    assert grade.calibration.estimates == 0
    assert grade.calibration.proofs == 0


def test_uct_tells_its_win_chance() -> None:
    decision = ff.agent("uct:simulations=50,seed=1,memory=8").choose(ff.Position())
    assert decision.win_chance == decision.evaluation
    found = ff.grade("uct:simulations=50,memory=8", quick=True).calibration
    assert found.estimates > 50
    assert found.brier is not None
    assert found.reference is not None
    assert found.brier < found.reference  # it knows something
    assert found.ordering is not None
    assert found.ordering > 0.6
    assert found.wrong_proofs == 0


LEVELS = st.lists(st.tuples(st.integers(-3, 3).map(float), st.sampled_from([0.0, 0.5, 1.0])))


@given(LEVELS)
def test_the_ordering_is_that_of_all_pairs(levels: list[tuple[float, float]]) -> None:
    shares = [
        1.0 if high > low else 0.5 if high == low else 0.0
        for high, better in levels
        for low, worse in levels
        if better > worse
    ]
    expected = sum(shares) / len(shares) if shares else None
    assert ordering(levels) == pytest.approx(expected)


CHANCES = st.lists(
    st.tuples(st.sampled_from(list(Result)), st.floats(0, 1)), min_size=1, max_size=30
)


@given(CHANCES)
def test_laws_of_the_estimates(said: list[tuple[Result, float]]) -> None:
    found = calibration_of([answer(outcome, win_chance=chance) for outcome, chance in said])
    assert sum(each.moves for each in found.buckets) == found.estimates == len(said)
    assert found.brier is not None
    assert found.bias is not None
    assert found.error is not None
    assert 0 <= found.brier <= 1
    assert abs(found.bias) <= found.error + 1e-9
    assert found.error**2 <= found.brier + 1e-9  # a mean of squares is at least the squared mean
    for each in found.buckets:
        assert each.low <= each.expected + 1e-9
        assert each.expected <= each.high + 1e-9
