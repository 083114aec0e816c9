"""The agents: one file each, found by its place in this package.

`ff.agents()` lists them, so this package, which is `fourfold.agents` as well, can be called.
"""

import sys
from types import ModuleType

from fourfold.agents.base import Agent, Decision, Thinking, Watch
from fourfold.agents.options import Option
from fourfold.agents.registry import AgentKind, agent, agents

__all__ = ["Agent", "AgentKind", "Decision", "Option", "Thinking", "Watch", "agent", "agents"]


class _Callable(ModuleType):
    def __call__(self) -> tuple[AgentKind, ...]:
        return agents()


sys.modules[__name__].__class__ = _Callable
