"""Agents with evaluations, playouts and books of the user's own, alone and in games."""

from pathlib import Path

import pytest

import fourfold as ff
from fourfold import InvalidAgent, InvalidOption, Position
from fourfold.agents.base import BaseAgent
from fourfold.agents.conformance import Verdict, check_player
from fourfold.search.evaluation import HardWeights

EXAMPLES = Path(__file__).parents[2] / "examples" / "hooks" / "players.py"


def rightmost(position: Position) -> int:
    """Likes the last column that anybody has played, for whoever has just moved."""
    return -max(position.moves, default=0)


@pytest.mark.parametrize("spec", ["hard:depth=2", "threat:depth=2,book=false"])
def test_alpha_beta_agents_take_an_evaluation(spec: str) -> None:
    agent = ff.agent(spec, evaluation=rightmost)
    decision = agent.choose(Position())
    assert decision.evaluation is not None
    assert decision.depth == 2
    plain = ff.agent(spec).choose(Position())
    assert plain.evaluations != decision.evaluations
    assert isinstance(agent, BaseAgent)
    assert agent.choose_with_tree(Position()).tree is not None


def test_weights_by_name_or_as_an_object() -> None:
    position = Position.parse("44")
    by_text = ff.agent("hard:depth=3,centre=50").choose(position)
    by_object = ff.agent("hard:depth=3", evaluation=HardWeights(centre=50)).choose(position)
    assert by_text.evaluations == by_object.evaluations


def test_uct_takes_an_evaluation_or_a_playout() -> None:
    decision = ff.agent("uct:simulations=100", evaluation=lambda position: 0.5).choose(Position())
    assert decision.column == 3
    assert ff.agent("uct:simulations=50", evaluation=HardWeights()).choose(Position()).column == 3
    searched = ff.agent(
        "uct:simulations=50,seed=1", playout=lambda position, generator: generator.random()
    ).choose(Position())
    assert searched.nodes == 50
    agent = ff.agent("uct", evaluation=lambda position: 0.5)
    assert isinstance(agent, BaseAgent)
    assert not agent.shows_tree


def test_what_an_agent_does_not_take() -> None:
    with pytest.raises(InvalidAgent, match="'greedy' takes no 'evaluation' from Python"):
        ff.agent("greedy", evaluation=rightmost)
    with pytest.raises(InvalidAgent, match="'hard' takes no 'playout' from Python; it takes eval"):
        ff.agent("hard", playout=rightmost)
    with pytest.raises(InvalidAgent, match="takes the place of the weights: leave those out"):
        ff.agent("hard:centre=3", evaluation=rightmost)
    with pytest.raises(InvalidOption, match="an evaluation is 'x', but must be a function"):
        ff.agent("hard", evaluation="x").choose(Position())


def test_a_text_cannot_name_a_function() -> None:
    for spec in ("hard:evaluation=rightmost", "uct:playout=x", "perfect:book=/etc/passwd"):
        with pytest.raises(InvalidAgent, match="has no option"):
            ff.agent(spec)


def test_a_match() -> None:
    mine = ff.agent("hard:depth=2", evaluation=rightmost)
    result = ff.match(mine, "random:seed=1", games=4, rules="5x4", seed=3)
    assert len(result.games) == 4
    assert result.faults == {}


def test_an_evaluation_that_fails_loses_the_game() -> None:
    def broken(position: Position) -> float:
        raise RuntimeError("my own mistake")

    result = ff.match(
        ff.agent("hard:depth=2", evaluation=broken), "random:seed=1", games=2, rules="5x4"
    )
    assert result.points(0) == 0
    for game in result.games:
        assert game.record.ending is not None
        assert "RuntimeError: my own mistake" in game.record.ending.cause


@pytest.mark.parametrize(
    "name", ["Centre:depth=2", "Windows:simulations=60", "Careful:simulations=20"]
)
def test_the_examples_play_every_board(name: str) -> None:
    pytest.importorskip("numpy")
    agent = ff.agent(f"{EXAMPLES}:{name}")
    results = check_player(agent, seconds=5)
    assert not [result for result in results if result.verdict is Verdict.FAILED]


def test_the_example_with_a_network_plays_sensibly() -> None:
    pytest.importorskip("numpy")
    agent = ff.agent(f"{EXAMPLES}:Windows")
    assert agent.choose(Position()).column == 3
    assert agent.choose(Position.parse("4455")).column in (2, 5)
    assert agent.choose(Position.parse("12121")).column == 0
    assert ff.agent(f"{EXAMPLES}:Centre").choose(Position.parse("12121")).column == 0
