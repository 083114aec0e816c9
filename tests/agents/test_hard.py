"""The agent `hard`: options, reasons, and what it says of its search."""

import pytest

import fourfold as ff
from fourfold import InvalidAgent, Limit, Position, SearchProgress, Stop
from fourfold.agents.hard import Hard


def test_its_defaults_are_those_of_its_source() -> None:
    (kind,) = (kind for kind in ff.list_agents() if kind.name == "hard")
    defaults = {option.name: option.default for option in kind.options}
    assert defaults == {
        "depth": 8,
        "seconds": None,
        "threads": False,
        "memory": 32,
        "four": 10000,
        "three": 100,
        "two": 10,
        "their_four": -10000,
        "their_three": -120,
        "their_two": -10,
        "centre": 7,
        "double_threat": 800,
        "their_double_threat": -900,
        "bottom_three": 200,
    }
    weights = kind.options[4:]
    assert [option.name for option in weights] == list(defaults)[4:]
    assert all(option.doc for option in weights)


def test_a_decision() -> None:
    decision = ff.agent("hard").choose(Position.parse("7x6:44"))
    assert decision.depth == 8
    assert set(decision.evaluations) == set(range(7))
    assert decision.evaluation == decision.evaluations[decision.column]
    assert decision.evaluation == max(decision.evaluations.values())
    assert decision.score is None
    assert decision.nodes is not None
    assert decision.reason == f"best of {decision.nodes:,} positions at depth 8"
    assert decision.line[0] == decision.column
    assert len(decision.line) > 4
    assert decision.seconds is not None


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("7x6:121212", "wins in column 1"),
        ("12x12:lalala", "wins in column l"),
        ("7x6:4151", "wins in 3 moves"),
        ("7x6:33445", "is lost in 2 moves, and no column takes longer"),
        ("4x4:243421221313431", "draws, searched to the end of the game"),
        ("7x6-ba6:4151", "wins in 3 moves"),
    ],
)
def test_reasons(text: str, reason: str) -> None:
    assert ff.agent("hard:depth=4").choose(Position.parse(text)).reason == reason


def test_weights_are_options() -> None:
    """With a negative weight for the centre the agent prefers the edge."""
    edge = ff.agent("hard:depth=1,centre=-1000").choose(Position())
    centre = ff.agent("hard:depth=1").choose(Position())
    assert centre.column == 3
    assert edge.column == 2
    assert edge.evaluations[3] == -1000
    with pytest.raises(InvalidAgent, match="centre must be a whole number"):
        ff.agent("hard:centre=2000000")


def test_limits_besides_its_own() -> None:
    wide = Position.parse("12x12:")
    assert Hard(depth=5).choose(wide, Limit(depth=3)).depth == 3
    assert Hard(depth=2).choose(wide, Limit(depth=3)).depth == 2
    decision = Hard(depth=144).choose(wide, Limit(seconds=0.05))
    assert decision.depth is not None
    assert 2 <= decision.depth < 20
    decision = Hard(depth=144, seconds=0.05).choose(wide, Limit(seconds=100))
    assert decision.depth is not None
    assert 2 <= decision.depth < 20


def test_no_time_at_all() -> None:
    """A win is played and a threat is met all the same."""
    agent = ff.agent("hard")
    tiny = Limit(seconds=1e-9)
    assert agent.choose(Position.parse("7x6:121212"), tiny).column == 0
    assert agent.choose(Position.parse("7x6:12121"), tiny).column == 0
    stop = Stop()
    stop.request()
    assert agent.choose(Position.parse("7x6:12121"), stop=stop).column == 0


def test_a_ban_meets_a_threat() -> None:
    """SECOND threatens column 1; FIRST's piece fell on the bonus cell, and they owe a ban."""
    position = Position.parse("7x6-bg1:212127")
    assert position.must_ban
    decision = ff.agent("hard").choose(position)
    assert decision.column == 1
    with_no_time = ff.agent("hard").choose(position, Limit(seconds=1e-9))
    assert with_no_time.column == 1


def test_watched() -> None:
    seen: list[SearchProgress] = []
    Hard(depth=144).choose(Position.parse("12x12:"), Limit(seconds=0.5), watch=seen.append)
    assert seen
    last = seen[-1]
    assert last.nodes is not None
    assert last.nodes > 0
    assert last.depth is not None
    assert last.depth >= 2
    assert last.column is not None
    assert last.evaluation == last.evaluations[last.column]


def test_two_boards_by_turns() -> None:
    """An agent keeps the tables of its last boards; what it says does not change."""
    agent = ff.agent("hard:depth=4")
    texts = ["7x6:4", "8x7:4", "6x5:3", "7x6:4", "6x5:3"]
    found = [agent.choose(Position.parse(text)).evaluations for text in texts]
    assert found[0] == found[3]
    assert found[2] == found[4]
