"""The agents: one file each, found by its place in this package."""

from fourfold.agents.base import Agent, Decision
from fourfold.agents.options import Option
from fourfold.agents.registry import AgentKind, agent, list_agents
from fourfold.search.protocol import SearchProgress, Watch

__all__ = [
    "Agent",
    "AgentKind",
    "Decision",
    "Option",
    "SearchProgress",
    "Watch",
    "agent",
    "list_agents",
]
