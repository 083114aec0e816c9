"""An agent that is made when it is first asked."""

from collections.abc import Callable

from fourfold.agents import Agent, Decision
from fourfold.agents.base import BaseAgent, Control
from fourfold.rules import Position


class LazyAgent(BaseAgent[Decision]):
    """Makes its agent at the first `choose`, in the thread that thinks.

    Some agents take a moment and much memory to make; and one that cannot be made at all then
    loses its game like any other that fails.
    """

    def __init__(self, make: Callable[[], Agent]) -> None:
        self._make = make
        self._agent: Agent | None = None

    def decide(self, position: Position, control: Control) -> Decision:
        """Let the agent choose; make it first if there is none."""
        if self._agent is None:
            self._agent = self._make()
        return self._agent.choose(position, control.limit, control.stop, control.watch)
