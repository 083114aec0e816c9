"""The agents that can show the tree of their search, and a decision together with its tree."""

from fourfold.agents.base import Agent, BaseAgent, Decision
from fourfold.agents.registry import list_agents
from fourfold.errors import InvalidAgent
from fourfold.rules import Position
from fourfold.search import Limit, Stop
from fourfold.search.tree import SearchTree, TreeRequest


def agents_with_trees() -> tuple[str, ...]:
    """Return the names of the agents that can show a tree."""
    return tuple(kind.name for kind in list_agents() if getattr(kind.make, "shows_tree", False))


def check_shows_tree(spec: str, agent: object) -> None:
    """Refuse an agent, or a class of agents, that has no tree to show."""
    if getattr(agent, "shows_tree", False):
        return
    *most, last = agents_with_trees()
    raise InvalidAgent(
        f"the agent {spec!r} has no tree to show; {', '.join(most)} and {last} have one"
    )


def decide_with_tree(
    spec: str,
    agent: Agent,
    position: Position | str,
    limit: Limit | None = None,
    stop: Stop | None = None,
    request: TreeRequest | None = None,
) -> tuple[Decision, SearchTree]:
    """Let an agent choose a column, and return the tree of the search that it chose by.

    spec: what messages call it.
    Refuses an agent that has none, and a position in which it does not search.
    """
    check_shows_tree(spec, agent)
    assert isinstance(agent, BaseAgent)
    decision: Decision = agent.choose_with_tree(position, limit, stop, request=request)
    if decision.tree is None:
        raise InvalidAgent(f"the agent {spec!r} did not search here: {decision.reason}")
    return decision, decision.tree
