"""Reviews of whole games: compared with the solver, stopped, watched, and of odd games."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fourfold import (
    FIRST,
    SECOND,
    Game,
    InvalidOption,
    Limit,
    Player,
    Position,
    Record,
    Solver,
    Stop,
)
from fourfold.analysis.analyst import Analysis, Analyst, ColumnAnalysis
from fourfold.analysis.review import Label, Review, review, reviewer
from fourfold.game import Ending, EndReason
from tests.analysis.review.games import POINTS, expected_label, perfect_game, random_game

SOLVER = Solver(memory_mb=16, book=False)
ANALYST = Analyst(memory_mb=16, seed=1)
BOARDS = ["4x4", "5x4", "4x6", "5x4-xc2", "4x5-xa1-xd3", "4x5-bb2", "5x4-bc1", "4x4-xa1-bc2"]


def reviewed(game: Record | Game | Position | str, limit: Limit | None = None) -> Review:
    return review(game, ANALYST, limit or Limit(60), explainer=lambda analysis, column: ())


@settings(max_examples=30)
@given(rules=st.sampled_from(BOARDS), seed=st.integers(0, 9999))
def test_every_ply_is_what_the_solver_says(rules: str, seed: int) -> None:
    game = random_game(rules, seed)
    found = reviewed(game)
    assert found.is_complete
    assert found.proven
    assert [ply.column for ply in found.plies] == list(game.moves)
    for ply in found.plies:
        scores = SOLVER.columns(ply.before)
        best = SOLVER.solve(ply.before)
        assert ply.label is expected_label(ply.before, ply.column, SOLVER)
        assert (ply.score_before, ply.score_after) == (best, scores[ply.column])
        assert ply.changes_outcome == (best.outcome is not scores[ply.column].outcome)
        assert ply.points_lost == POINTS[best.outcome] - POINTS[scores[ply.column].outcome]
        assert (ply.cost == 0) == (ply.better is None)
        assert ply.points_lost / 2 <= ply.cost <= ply.stake <= 1
        if ply.better is None:
            assert scores[ply.column].rank == best.rank
        else:
            assert scores[ply.better].rank == best.rank > scores[ply.column].rank
            assert ply.better_line[0] == ply.better


@settings(max_examples=10)
@given(rules=st.sampled_from(BOARDS), seed=st.integers(0, 9999), plies=st.integers(0, 5))
def test_a_perfect_game_has_no_fault(rules: str, seed: int, plies: int) -> None:
    opening = random_game(rules, seed, plies)
    end = perfect_game(opening, SOLVER)
    whole = Record.from_position(end)
    found = reviewed(replace(whole, opening=opening.moves, plies=whole.plies[opening.ply :]))
    assert {ply.label for ply in found.plies} <= {Label.BEST, Label.ONLY_MOVE, Label.FORCED}
    assert set(found.accuracy.values()) <= {100.0, None}
    assert found.turning_points == ()
    assert len(set(found.win_chances)) == 1
    for player in Player:
        chosen = [ply for ply in found.plies_of(player) if ply.label is not Label.FORCED]
        assert found.longest_streak[player] == len(chosen)


@settings(max_examples=10)
@given(rules=st.sampled_from(BOARDS), seed=st.integers(0, 9999))
def test_the_mirrored_game_has_the_same_labels(rules: str, seed: int) -> None:
    game = random_game(rules, seed)
    one, two = reviewed(game), reviewed(game.mirror())
    assert [ply.label for ply in one.plies] == [ply.label for ply in two.plies]
    assert one.accuracy == two.accuracy
    assert one.win_chances == two.win_chances


def test_the_standard_board_by_the_book() -> None:
    found = reviewed("7x6:445566")
    assert [str(ply.label) for ply in found.plies] == [
        "only move",
        "best",
        "blunder",
        "blunder",
        "best",
        "best",
    ]
    assert found.win_chances == (1.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0)
    first, second = found.turning_points
    assert (first.player, first.column, first.better) == (FIRST, 4, 3)
    assert (second.player, second.column, second.better) == (SECOND, 4, 2)
    assert second.refutation == (2, 3, 1)
    assert found.longest_streak == {FIRST: 1, SECOND: 1}
    assert found.counts[SECOND] == {Label.BEST: 2, Label.BLUNDER: 1}


def test_refutations_and_better_lines_can_be_played() -> None:
    found = reviewed(random_game("5x4-bc1", 7))
    assert found.turning_points
    for ply in found.plies:
        ply.after.play_text("".join(str(column + 1) for column in ply.reply_line))
        ply.before.play_text("".join(str(column + 1) for column in ply.better_line))


def test_both_plies_of_a_bonus_are_the_same_player_s() -> None:
    found = reviewed("5x4-bc1:334")
    assert [(ply.player, ply.is_ban) for ply in found.plies] == [
        (FIRST, False),
        (FIRST, True),
        (SECOND, False),
    ]


def test_a_game_without_plies() -> None:
    found = reviewed("4x4:")
    assert (found.plies, found.is_complete, found.turning_points) == ((), True, ())
    assert found.accuracy == {FIRST: None, SECOND: None}
    assert found.longest_streak == {FIRST: 0, SECOND: 0}
    assert found.win_chances == (0.5,)


def test_a_game_that_was_resigned() -> None:
    record = replace(Record.from_text("4x4:1122"), ending=Ending(FIRST, EndReason.RESIGNATION))
    found = reviewed(record)
    assert (found.game, len(found.plies), len(found.win_chances)) == (record, 4, 5)


def test_a_game_and_its_record_and_its_text_are_one() -> None:
    game = Game(Position.parse("4x4:").rules)
    for column in (0, 1, 1):
        game.play(column)
    labels = [
        [ply.label for ply in reviewed(each).plies] for each in (game, game.record, "4x4:122")
    ]
    assert labels[0] == labels[1] == labels[2]


def test_an_opening_is_not_reviewed() -> None:
    whole = Record.from_text("4x4:12233")
    found = reviewed(replace(whole, opening=(0, 1), plies=whole.plies[2:]))
    assert [ply.number for ply in found.plies] == [3, 4, 5]
    assert len(found.win_chances) == 4
    assert found.is_complete


def test_other_things_are_refused() -> None:
    with pytest.raises(InvalidOption, match=r"a review needs a Record, .* not 12"):
        review(12)  # type: ignore[arg-type]


def test_watchers_see_it_grow_from_the_end() -> None:
    seen: list[Review] = []
    found = review("4x4:122334", ANALYST, watch=seen.append)
    assert [len(each.plies) for each in seen] == list(range(7))
    assert [each.is_complete for each in seen] == [False] * 6 + [True]
    for each in seen:
        assert each.plies == found.plies[6 - len(each.plies) :]
        assert each.win_chances == found.win_chances[6 - len(each.plies) :]
    assert seen[-1].plies == found.plies


def test_it_stops_with_what_is_known() -> None:
    stop = Stop()

    def stop_after_two(now: Review) -> None:
        if len(now.plies) == 2:
            stop.request()

    found = review("4x4:122334", ANALYST, stop=stop, watch=stop_after_two)
    assert [ply.number for ply in found.plies] == [5, 6]
    assert not found.is_complete


def test_a_stop_before_it_begins() -> None:
    stop = Stop()
    stop.request()
    found = review("4x4:122334", ANALYST, stop=stop)
    assert (found.plies, found.win_chances, found.is_complete) == ((), (), False)


def test_a_board_that_is_too_large_is_judged_by_win_chances() -> None:
    game = random_game("10x10", 3, plies=12)
    found = reviewed(game, Limit(nodes=200_000))
    assert found.is_complete
    assert not found.proven
    assert found.nodes <= 300_000
    for ply in found.plies:
        assert 0 <= ply.points_after <= ply.points_before <= 1
        assert 0 <= ply.cost <= ply.stake <= 1
        assert not ply.proven or ply.outcome_before is not None
    for rating in found.accuracy.values():
        assert rating is not None
        assert 0 <= rating <= 100


def test_a_win_at_once_is_missed_on_any_board() -> None:
    found = reviewed("10x10:ajajajb", Limit(nodes=100_000))
    assert found.plies[-1].better == 0
    assert found.plies[-1].label in (Label.MISSED_WIN, Label.MISTAKE, Label.BLUNDER)
    assert found.plies[-1].points_before == 1.0


class _Hurried(Analyst):
    """Proves nothing the first time it sees a position that is not nearly full."""

    def __init__(self) -> None:
        super().__init__(memory_mb=16, seed=1)
        self.seen: list[Position] = []

    def analyse(self, position: Any, *arguments: Any, **named: Any) -> Analysis:
        found = super().analyse(position, *arguments, **named)
        self.seen.append(position)
        if self.seen.count(position) > 1 or position.ply > 3:
            return found
        unknown = {column: ColumnAnalysis(win_chance=0.5) for column in found.columns}
        return replace(found, columns=unknown)


def test_time_that_is_left_goes_to_what_is_not_proven() -> None:
    seen: list[Review] = []
    hurried = _Hurried()
    found = review("4x4:122334", hurried, Limit(60), watch=seen.append, explainer=lambda p, c: ())
    assert found.proven
    scores = [(ply.label, ply.score_before, ply.score_after) for ply in found.plies]
    usual = reviewed("4x4:122334").plies
    assert scores == [(ply.label, ply.score_before, ply.score_after) for ply in usual]
    assert [hurried.seen.count(ply.before) for ply in found.plies] == [2, 2, 2, 2, 1, 1]
    assert [each.is_complete for each in seen] == [False] * 6 + [True] * 5
    assert [each.proven for each in seen[-5:]] == [False] * 4 + [True]


def test_without_time_left_a_position_is_seen_once() -> None:
    hurried = _Hurried()
    found = review("4x4:122334", hurried, Limit(nodes=9_000), explainer=lambda p, c: ())
    assert len(hurried.seen) == 7
    assert not found.proven


def test_the_explainer_gives_the_sentences() -> None:
    found = review(
        "4x4:12",
        ANALYST,
        explainer=lambda analysis, column: [f"{analysis.position.ply} then {column}"],
    )
    assert [ply.sentences for ply in found.plies] == [("0 then 0",), ("1 then 1",)]


def test_the_time_between_two_steps_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(reviewer, "time", SimpleNamespace(monotonic=lambda: now))
    steps = reviewer.Reviewer(
        Record.from_text("4x4:1234"), ANALYST, lambda position, column: (), Limit(60), None
    )
    while steps.step():
        now += 1_000
    assert steps.review().is_complete
    assert steps.review().proven
    assert steps.review().seconds == 0
