"""Agents that show the tree of their search, and those that have none."""

import pytest

import fourfold as ff
from fourfold.agents.base import BaseAgent
from fourfold.agents.trees import agents_with_trees, decide_with_tree
from fourfold.errors import InvalidAgent
from fourfold.search.tree import TreeRequest

SPECS = (
    "hard:depth=3",
    "hard:depth=3,threads=true",
    "threat:depth=3,book=false",
    "classic:level=easy,seed=1",
    "classic",
    "casual:seed=4",
    "uct:simulations=200,seed=1",
    "uct:simulations=200,seed=1,policy=plain,threads=2",
)


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("position", ["7x6:44", "5x4-xc1:", "6x5-bc1:3"])
def test_the_tree_belongs_to_the_decision(spec: str, position: str) -> None:
    decision, tree = decide_with_tree(
        spec, ff.agent(spec), position, request=TreeRequest(plies=2, most=80)
    )
    assert tree is decision.tree
    assert tree.position == ff.Position.parse(position)
    assert len(tree.nodes) <= 80
    assert any(node.path == (tree.column,) for node in tree.nodes)
    if "threads=2" not in spec:  # those are not the same twice
        assert decision.column == ff.agent(spec).choose(ff.Position.parse(position)).column


def test_the_agents_that_can() -> None:
    assert agents_with_trees() == ("casual", "classic", "hard", "threat", "uct")


@pytest.mark.parametrize("spec", ["perfect", "random", "greedy"])
def test_agents_without_a_tree_are_refused(spec: str) -> None:
    with pytest.raises(InvalidAgent, match=f"the agent '{spec}' has no tree to show; casual, .*"):
        decide_with_tree(spec, ff.agent(spec), "7x6:")


@pytest.mark.parametrize(
    ("spec", "position", "why"),
    [
        ("threat", "7x6:", "from the opening book: .*"),
        ("classic", "7x6:121212", "wins in column 1"),
        ("threat:book=false", "7x6:41424", "blocks column 4"),
    ],
)
def test_no_search_no_tree(spec: str, position: str, why: str) -> None:
    with pytest.raises(InvalidAgent, match=f"the agent '{spec}' did not search here: {why}"):
        decide_with_tree(spec, ff.agent(spec), position)


def test_no_agent_keeps_what_it_was_not_asked_for() -> None:
    agent = ff.agent("hard:depth=2")
    assert isinstance(agent, BaseAgent)
    assert agent.choose_with_tree("7x6:").tree is not None
    assert agent.choose("7x6:").tree is None
