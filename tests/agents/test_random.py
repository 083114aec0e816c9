"""The agent `random`: at random, and the same again if there is a seed."""

from collections import Counter

import pytest

import fourfold as ff
from fourfold import InvalidAgent, Position, Rules
from fourfold.agents.random import Random
from fourfold.rules.splitmix import SplitMix64


def some_positions(count: int) -> list[Position]:
    """Different positions of different games."""
    chance = SplitMix64(8)
    found = []
    for number in range(count):
        position = Position(Rules.random(number, bonus=number % 2 == 0))
        for _ in range(chance.below(12)):
            if position.outcome is None:
                legal = position.legal_columns
                position = position.play(legal[chance.below(len(legal))])
        if position.outcome is None:
            found.append(position)
    return found


def test_every_column_comes_up_as_often_as_the_others() -> None:
    position = Position.parse("7x6:444444")  # full
    counts = Counter(Random(seed).choose(position).column for seed in range(3_000))
    assert sorted(counts) == [0, 1, 2, 4, 5, 6]
    assert all(400 < count < 600 for count in counts.values())  # 500, and 5 deviations


def test_one_seed_chooses_anew_for_every_position() -> None:
    agent = ff.agent("random:seed=3")
    position, counts = Position(), Counter[int]()
    for _ in range(40):
        if position.outcome is not None:
            break
        column = agent.choose(position).column
        counts[column] += 1
        position = position.play(column)
    assert len(counts) > 3
    empty = [Position(Rules(7, rows)) for rows in range(4, 13)]
    assert len({agent.choose(position).column for position in empty}) > 2


def test_a_seed_repeats_whatever_was_asked_before() -> None:
    positions = some_positions(60)
    one, other = ff.agent("random:seed=3"), ff.agent("random:seed=3")
    answers = [one.choose(position).column for position in positions]
    assert [other.choose(position).column for position in reversed(positions)] == answers[::-1]
    different = ff.agent("random:seed=4")
    assert [different.choose(position).column for position in positions] != answers


def test_a_seed_is_kept_for_ever() -> None:
    """Changing what a seed means would change everybody's recorded experiments."""
    agent = ff.agent("random:seed=3")
    texts = ["7x6:", "7x6:4", "7x6:44", "9x8-xd3:45", "12x12-bl12:abc", "4x4-bb1:2"]
    assert [agent.choose(Position.parse(text)).column for text in texts] == [2, 4, 0, 2, 5, 3]


def test_without_a_seed_it_varies() -> None:
    agent = ff.agent("random")
    position = Position()
    assert len({agent.choose(position).column for _ in range(200)}) == 7


def test_its_reason() -> None:
    reason = ff.agent("random:seed=1").choose(Position.parse("12x12:")).reason
    assert reason.startswith("picks column ")
    assert reason.endswith(" at random, one of 12")
    decision = ff.agent("random").choose(Position.parse("4x4:243421221313431"))
    assert decision.reason == "plays column 4, the only one with room"


@pytest.mark.parametrize("text", ["seed=-1", f"seed={2**64}", "seed=1.5", "seed=a", "depth=3"])
def test_bad_options(text: str) -> None:
    with pytest.raises(InvalidAgent):
        ff.agent(f"random:{text}")


def test_the_largest_seed() -> None:
    assert ff.agent(f"random:seed={2**64 - 1}").choose(Position()).column in range(7)
