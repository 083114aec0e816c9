"""The agent `classic`: options, levels, lots."""

import collections

import pytest

import fourfold as ff
from fourfold import Limit, Position


def test_its_defaults() -> None:
    (kind,) = (kind for kind in ff.list_agents() if kind.name == "classic")
    defaults = {option.name: option.default for option in kind.options}
    assert defaults == {
        "level": "medium",
        "seconds": None,
        "seed": None,
        "memory": 256,
        "four": 100,
        "three": 10,
        "two": 2,
        "their_four": -100,
        "their_three": -10,
        "their_two": -2,
        "centre": 3,
    }


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "expert"])
@pytest.mark.parametrize(("text", "column"), [("7x6:121212", 0), ("7x6:12121", 0)])
def test_every_level_wins_and_blocks(level: str, text: str, column: int) -> None:
    assert ff.agent(f"classic:level={level}").choose(Position.parse(text)).column == column


def test_easy_varies_without_a_seed() -> None:
    easy = ff.agent("classic:level=easy")
    columns = collections.Counter(easy.choose(Position()).column for _ in range(60))
    assert len(columns) > 2


def test_easy_says_what_it_picked() -> None:
    position = Position.parse("7x6:4453")
    decision = ff.agent("classic:level=easy,seed=3").choose(position)
    assert decision.reason.startswith(f"picks column {decision.column + 1} at random: ")
    assert decision.evaluation == decision.evaluations[decision.column]
    assert decision.line[0] == decision.column


def test_easy_does_not_step_below_a_threat() -> None:
    """A piece on d1 lets SECOND win on d2: two plies are enough to see that."""
    position = Position.parse("7x6:553253113227")
    columns = set()
    for seed in range(30):
        decision = ff.agent(f"classic:level=easy,seed={seed}").choose(position)
        columns.add(decision.column)
        assert decision.scores[3].score < 0
    assert 3 not in columns
    assert len(columns) > 1


def test_limits() -> None:
    wide = Position.parse("12x12:")
    assert ff.agent("classic").choose(wide, Limit(depth=3)).depth == 3
    decision = ff.agent("classic:level=hard").choose(wide, Limit(nodes=2_000))
    assert decision.depth is not None
    assert 2 <= decision.depth < 8
    expert = ff.agent("classic:level=expert,memory=16").choose(wide, Limit(seconds=0.1))
    assert expert.reason.startswith("not proven in time")
    own = ff.agent("classic:level=expert,memory=16,seconds=0.1").choose(wide)
    assert own.reason.startswith("not proven in time")


def test_weights_are_options() -> None:
    decision = ff.agent("classic:centre=-50").choose(Position())
    assert decision.column != 3
