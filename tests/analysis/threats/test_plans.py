"""Plans: what they promise is compared with a search that uses no proof, and played out."""

import random

import pytest

import fourfold as ff
from fourfold import _native
from fourfold.analysis.threats import Plan, PlanKind, threats
from fourfold.rules import Player, Position
from fourfold.rules.geometry import geometry_of
from fourfold.search.native_rules import native_rules
from tests.analysis.coach_positions import count_or, small_positions

NO_PROOFS = _native.ProofSwitches(follow_up=False, tempo=False, no_lines_left=False)


def score_for(player: Player, position: Position) -> int:
    """Return the score of a position for a player, by a search without static proofs."""
    solver = _native.Solver(native_rules(position.rules), 16, 1, NO_PROOFS)
    value = solver.solve(position.moves).lower
    score = (1 if value > 0 else -1) * (1 + (abs(value) - 1) // 2) if value else 0
    return score if player is position.turn else -score


def test_plans_keep_what_they_promise() -> None:
    seen = set()
    for position in small_positions(count_or(400), seed=5):
        for plan in threats(position).plans:
            seen.add(plan.kind)
            assert plan.player is position.turn.other
            assert score_for(plan.player, position) >= plan.score_at_least, (position, plan)
    assert seen == set(PlanKind)


@pytest.mark.parametrize(
    ("text", "kind", "score"),
    [
        ("7x6:52144676422132447527217345", PlanKind.ANSWER_ABOVE, 0),
        ("7x6:211111154474427234534222", PlanKind.ANSWER_ABOVE, 1),
        ("7x6:33241272332433142247", PlanKind.ANSWER_ABOVE, 5),
        ("7x6:4314116656574765331642654557747", PlanKind.KEEP_A_TEMPO, 2),
        ("7x6:777524633133176172765442653135244", PlanKind.NO_LINES_LEFT, 0),
    ],
)
def test_the_plans_of_the_page_about_the_solver(text: str, kind: PlanKind, score: int) -> None:
    plans = {plan.kind: plan for plan in ff.threats(text).plans}
    assert plans[kind].score_at_least == score
    assert plans[kind].wins == (score > 0)


def answer(plan: Plan, position: Position, odd: list[int]) -> int:
    """Return the plan's answer to the last move; `odd` are the odd columns that are left."""
    column = position.moves[-1]
    if column in odd:
        odd.remove(column)
        return odd.pop(0)
    assert column in position.legal_columns
    return column


@pytest.mark.parametrize("seed", range(6))
def test_whoever_answers_above_does_not_lose(seed: int) -> None:
    """The opponent plays at random, and the plan's answers are always there."""
    chance = random.Random(seed)
    played = 0
    for position in small_positions(200, seed=seed):
        for plan in threats(position).plans:
            if plan.kind is not PlanKind.ANSWER_ABOVE:
                continue
            played += 1
            odd = list(plan.odd_columns)
            now = position
            while now.outcome is None:
                now = now.play(chance.choice(now.legal_columns))
                if now.outcome is not None:
                    assert now.outcome.winner is not plan.player.other
                    break
                wins = [
                    column
                    for column in now.legal_columns
                    if (end := now.play(column).outcome) and end.winner is plan.player
                ]
                now = now.play(wins[0] if wins else answer(plan, now, odd))
            assert now.outcome is not None
            assert now.outcome.winner is not plan.player.other
            assert now.outcome.winner is plan.player or not plan.wins
    assert played > 5


def test_no_plan_while_a_ban_may_come() -> None:
    assert geometry_of(Position.parse("4x4-bd4:").rules).bonus
    assert threats(Position.parse("4x4-bd4:11")).plans == ()
