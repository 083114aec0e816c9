"""An agent at a board."""

from collections.abc import Callable

from fourfold.agents import Agent, Decision, Watch
from fourfold.rules import Position
from fourfold.search import Limit, Stop


class Seated:
    """An agent that is made when it first thinks, in the thread that thinks.

    Some take a moment and much memory; and one that cannot even be made loses its game like any
    other that fails.
    """

    def __init__(self, make: Callable[[], Agent]) -> None:
        self._make = make
        self._agent: Agent | None = None

    def choose(
        self,
        position: Position,
        limit: Limit | None = None,
        stop: Stop | None = None,
        watch: Watch | None = None,
    ) -> Decision:
        if self._agent is None:
            self._agent = self._make()
        return self._agent.choose(position, limit, stop, watch)
