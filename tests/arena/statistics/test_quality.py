"""Perfect moves and points given away, against the scores of all columns."""

import random
from dataclasses import replace

import pytest

from fourfold import Limit, Position, Record, Rules, Solver
from fourfold.arena.statistics.quality import Phase, PlyCounts, Quality, QualityJudge
from fourfold.rules import FIRST


def random_game(rules: str, seed: int) -> Position:
    choice = random.Random(seed)
    position = Position(Rules.parse(rules))
    while position.outcome is None:
        position = position.play(choice.choice(position.legal_columns))
    return position


def by_columns(game: Position, opening: int, solver: Solver) -> tuple[PlyCounts, PlyCounts]:
    """Judge every ply by the scores of all columns: the slow way."""
    found = [PlyCounts(), PlyCounts()]
    position = Position(game.rules, game.moves[:opening])
    for column in game.moves[opening:]:
        scores = solver.columns(position)
        if len(scores) > 1:
            best = max(scores.values(), key=lambda score: score.rank)
            played = scores[column]
            found[position.turn is not FIRST] += PlyCounts(
                1,
                1,
                int(played.rank == best.rank),
                int(played.outcome is not best.outcome),
                best.score - played.score,
            )
        position = position.play(column)
    return found[0], found[1]


@pytest.mark.parametrize("rules", ["5x4", "4x5-xb2", "5x4-bc2", "4x4-ba1", "4x4-xc1-bb3"])
def test_against_the_scores_of_all_columns(rules: str) -> None:
    solver = Solver(memory_mb=16)
    judge = QualityJudge(solver, limit=None)
    for seed in range(6):
        game = random_game(rules, seed)
        opening = seed % 3
        whole = Record.from_position(game)
        record = replace(whole, opening=game.moves[:opening], plies=whole.plies[opening:])
        found = judge.judge(record)
        assert tuple(each.total for each in found) == by_columns(game, opening, solver)
        assert all(each.games == 1 for each in found)
        assert judge.judge(record) == found


def test_perfect_play_gives_nothing_away() -> None:
    solver = Solver(memory_mb=16)
    position = Position.parse("5x5:3")
    while position.outcome is None:
        position = position.play(solver.best_column(position))
    record = Record.from_position(position)
    for quality in QualityJudge(solver).judge(
        replace(record, opening=(2,), plies=record.plies[1:])
    ):
        assert quality.perfect_rate == 1
        assert quality.points_per_game == 0
        assert quality.total.mistakes == 0
        assert quality.total.judged == quality.total.plies > 0


def test_a_missed_win_by_hand() -> None:
    # FIRST could win with column 4 at once, leaving 35 cells: 18 points. They play column 7.
    record = Record.from_position(Position.parse("7x6:1122337"))
    first, second = QualityJudge().judge(record)
    assert first.total.judged == 4
    before = Solver().solve("7x6:112233")
    after = Solver().solve("7x6:1122337")
    assert before.score == 18
    solver = Solver()
    lost = 18 + after.score
    earlier = sum(
        solver.solve(text).score + solver.solve(text + column).score
        for text, column in (("7x6:", "1"), ("7x6:11", "2"), ("7x6:1122", "3"))
    )
    assert first.total.points_given_away == lost + earlier
    assert second.total.judged == 3


def test_phases() -> None:
    assert [Phase.of(Position.parse(f"4x4:{moves}")) for moves in ("", "12341", "123412")] == [
        Phase.OPENING,
        Phase.OPENING,
        Phase.MIDDLE,
    ]
    assert Phase.of(Position.parse("4x4:12341234214")) is Phase.END
    game = random_game("5x4", 3)
    quality = sum(QualityJudge(Solver(memory_mb=16)).judge(Record.from_position(game)), Quality())
    assert quality.opening.plies == 7
    assert quality.middle.plies > 0


def test_what_cannot_be_proven_is_not_judged() -> None:
    record = Record.from_position(random_game("9x8-xd3", 1))
    judge = QualityJudge(Solver(memory_mb=16), Limit(nodes=300))
    first, second = judge.judge(record)
    whole = first.total + second.total
    assert 0 < whole.judged < whole.plies
    assert judge.judge(record) == (first, second)
    unfinished = Record.from_position("12x12:fg")
    for quality in judge.judge(unfinished):
        assert quality.perfect_rate is None
        assert quality.points_per_game is None
        assert str(quality) == "none of 1 plies judged"


def test_summing_up() -> None:
    judge = QualityJudge(Solver(memory_mb=16))
    one, two = (Record.from_position(random_game("5x4", seed)) for seed in (1, 2))
    found = judge.judge_all([(one, 0, 2), (two, 2, 1)], 4)
    assert found[0] == judge.judge(one)[0]
    assert found[2] == judge.judge(one)[1] + judge.judge(two)[0]
    assert found[3] == Quality()
    assert [quality.games for quality in found] == [1, 1, 2, 0]


def test_in_words() -> None:
    counts = PlyCounts(plies=40, judged=32, perfect=24, mistakes=2, points_given_away=9)
    assert str(counts) == "75.0% perfect (32 of 40 plies judged)"
    assert str(Quality(4, counts)).endswith("judged), 2.2 points given away per game")
