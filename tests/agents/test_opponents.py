"""The ladder: its data, its ratings, and that every opponent plays every board in time."""

import time
from dataclasses import asdict
from itertools import pairwise

import pytest

import fourfold as ff
from fourfold import InvalidAgent, Position
from fourfold.agents.opponents import (
    Opponent,
    find_opponent,
    first_opponent,
    list_opponents,
    recognise_opponent,
)
from fourfold.agents.registry import look_up
from fourfold.arena import match
from fourfold.arena.statistics import Pairs, estimate

LADDER = list_opponents()
SMALLEST_STEP = 60
BOARDS = ("4x4:", "12x12:", "12x12-xa1-xf6-bg7:gf", "9x8-xd3-be2:5", "7x6:4435", "4x12-bb1:2")

every_opponent = pytest.mark.parametrize("opponent", LADDER, ids=[each.id for each in LADDER])


def test_about_ten_of_them_each_one_of_a_kind() -> None:
    assert 8 <= len(LADDER) <= 12
    for values in (
        [each.id for each in LADDER],
        [each.name for each in LADDER],
        [each.sentence for each in LADDER],
        [each.agent for each in LADDER],
        [each.face for each in LADDER],
    ):
        assert len(set(values)) == len(LADDER)


@every_opponent
def test_what_people_read(opponent: Opponent) -> None:
    assert opponent.id.isascii()
    assert opponent.id == opponent.name.lower()
    for text in (opponent.sentence, opponent.what):
        assert text[0].isupper()
        assert text.endswith(".")
        assert len(text) <= 100
    assert all(asdict(opponent.face).values())


def test_ratings_rise_by_a_step_that_is_no_accident() -> None:
    assert LADDER[0].rating.elo == 400
    assert LADDER[0].rating.games == 0
    for below, above in pairwise(LADDER):
        rating = above.rating
        assert rating.games >= 200
        assert rating.step - rating.step_error >= SMALLEST_STEP
        assert abs(rating.elo - below.rating.elo - rating.step) <= 1  # rounded
        assert rating.error >= below.rating.error


@pytest.mark.parametrize("opponent", LADDER[1:], ids=[each.id for each in LADDER[1:]])
def test_steps_follow_from_the_games(opponent: Opponent) -> None:
    rating = opponent.rating
    pairs: Pairs = rating.pairs  # type: ignore[assignment]
    found = estimate(pairs)
    assert found is not None
    assert rating.step == round(found.elo)
    assert rating.step_error == round(found.elo_error)
    assert rating.score == pytest.approx(found.score)


@every_opponent
def test_every_board_is_played_in_time(opponent: Opponent) -> None:
    kind, _ = look_up(opponent.agent)
    agent = ff.agent(opponent.agent)
    for text in BOARDS:
        position = Position.parse(text)
        assert kind.plays(position.rules)
        began = time.process_time()
        assert agent.choose(position).column in position.legal_columns
        assert time.process_time() - began < 2.5  # seconds of the processor; the slowest has 1.5


@every_opponent
def test_no_two_games_are_alike_unless_they_are_perfect(opponent: Opponent) -> None:
    agent = ff.agent(opponent.agent)
    if opponent is LADDER[-1]:
        assert {agent.choose(Position.parse("7x6:443")).column for _ in range(5)} == {4}
        return
    games = set()
    for _ in range(8):
        position = Position.parse("7x6:")
        while position.outcome is None and position.ply < 20:
            mine = position.ply % 2 == 0
            greedy = ff.agent("greedy").choose(position).column
            column = agent.choose(position).column if mine else greedy
            position = position.play(column)
        games.add(position.moves)
    assert len(games) > 1


def test_the_weakest_loses_to_a_beginner_who_sees_threats_in_one() -> None:
    tally = match("greedy", LADDER[0].agent, games=60, seed=2).pairing(0, 1).tally
    assert tally.wins >= 45
    # A newcomer meets somebody whom such a beginner beats as well.
    tally = match("greedy", first_opponent().agent, games=60, seed=2).pairing(0, 1).tally
    assert tally.wins >= 36


def test_the_strongest_is_perfect_on_7x6() -> None:
    """Whatever the opponent does, every move keeps the score of the solver."""
    strongest, opponent = ff.agent(LADDER[-1].agent), ff.agent("casual:oversight=0.3,seed=5")
    checked = 0
    for opening in ("", "1", "44", "3", "45", "72"):
        position = Position.parse(f"7x6:{opening}")
        mover = position.turn
        while position.outcome is None:
            if position.turn is not mover:
                position = position.play(opponent.choose(position).column)
                continue
            decision = strongest.choose(position)
            assert decision.score == ff.solve(position), position.to_text()
            best = max(score.score for score in ff.Solver().columns(position).values())
            assert ff.Solver().columns(position)[decision.column].score == best
            checked += 1
            position = position.play(decision.column)
    assert checked > 40


def test_opponents_are_found_and_recognised() -> None:
    mila = find_opponent("mila")
    assert first_opponent() is mila
    assert recognise_opponent("Mila", mila.agent) is mila
    assert recognise_opponent("Mila", None) is None  # a person of that name
    assert recognise_opponent("Mila", "random") is None
    with pytest.raises(InvalidAgent, match="there is no opponent 'zoe'; the opponents are pip, m"):
        find_opponent("zoe")
