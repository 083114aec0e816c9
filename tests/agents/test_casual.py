"""The agent `casual`: what it overlooks, and among what it picks."""

from collections import Counter

import pytest

import fourfold as ff
from fourfold import Position
from fourfold.arena import match

WIN = Position.parse("7x6:121212")
"""The mover completes four in column 1."""


def test_an_attentive_one_sees_wins_and_threats() -> None:
    agent = ff.agent("casual:oversight=0,seed=1")
    assert agent.choose(WIN).reason == "wins in column 1"
    assert agent.choose(Position.parse("7x6:12121")).column == 0


@pytest.mark.parametrize("oversight", [0.25, 0.6])
def test_a_win_is_overlooked_as_often_as_was_asked_for(oversight: float) -> None:
    missed = 0
    for seed in range(400):
        decision = ff.agent(f"casual:oversight={oversight},seed={seed}").choose(WIN)
        missed += decision.column != 0
        assert set(decision.evaluations) <= set(WIN.legal_columns)
        assert decision.column in decision.evaluations
    # Five standard deviations on either side.
    assert abs(missed / 400 - oversight) < 5 * (oversight * (1 - oversight) / 400) ** 0.5


def test_with_every_column_overlooked_it_plays_any() -> None:
    agent = ff.agent("casual:oversight=1,depth=1")
    counts = Counter(agent.choose(WIN).column for _ in range(200))
    assert set(counts) == set(range(7))


def test_what_was_overlooked_is_said_and_nothing_false_is_claimed() -> None:
    """A loss is proven only if every column was looked at."""
    position = Position.parse("7x6:44355")  # FIRST threatens to have two threats
    for seed in range(40):
        decision = ff.agent(f"casual:oversight=0.7,seed={seed}").choose(position)
        overlooked = len(position.legal_columns) - len(decision.evaluations)
        assert ("overlooked" in decision.reason) is (overlooked > 0)
        if decision.score is not None:
            assert decision.score.score > 0 or not overlooked


def test_a_margin_gives_variety() -> None:
    start = Position.parse("7x6:")
    plain = ff.agent("casual:oversight=0,margin=0")
    assert {plain.choose(start).column for _ in range(10)} == {3}
    varied = ff.agent("casual:oversight=0,margin=20,depth=2")
    decisions = [varied.choose(start) for _ in range(40)]
    assert len({decision.column for decision in decisions}) > 2
    assert "at random" in decisions[0].reason


@pytest.mark.parametrize(
    ("stronger", "weaker"),
    [
        ("casual:depth=4", "casual:depth=1"),
        ("casual:oversight=0.1", "casual:oversight=0.5"),
        ("casual:depth=1,margin=0", "casual:depth=1,margin=20"),
    ],
)
def test_every_option_changes_its_strength(stronger: str, weaker: str) -> None:
    tally = match(stronger, weaker, games=40, seed=1).pairing(0, 1).tally
    assert tally.points > 26
