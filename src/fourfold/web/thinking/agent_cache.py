"""The agents of the server: their limits, and a cache of those that have thought."""

import threading
from functools import partial

from fourfold.agents import Agent, AgentKind
from fourfold.agents.engine import isolated_agent
from fourfold.agents.options import Value
from fourfold.agents.registry import look_up
from fourfold.game.lazy_agent import LazyAgent
from fourfold.rules import Player
from fourfold.support.lru import LruCache


def cap_options(options: dict[str, Value], kind: AgentKind, memory: int) -> dict[str, Value]:
    """Cut an agent's options to one thread and to the memory that the server allows."""
    cut = dict(options)
    for option in kind.options:
        if option.name == "threads":
            cut["threads"] = False if option.kind is bool else 1
        if option.name == "memory":
            asked = cut["memory"]
            least = int(option.least or 1)
            cut["memory"] = max(least, min(memory, asked if isinstance(asked, int) else memory))
    return cut


def make_agent(spec: str, memory: int) -> Agent:
    """Make an agent with one thread and so much memory, in MB, at most."""
    kind, options = look_up(spec)
    if kind.is_external:
        return isolated_agent(spec)
    return kind.make(**cap_options(options, kind, memory))


class ServerAgent(LazyAgent):
    """An agent with one thread and no more memory than the server allows."""

    def __init__(self, spec: str, memory: int) -> None:
        super().__init__(partial(make_agent, spec, memory))


Seat = tuple[str, Player, str]
"""The game, the side, and the agent's spec."""


CACHED_AGENTS = 2
"""Agents that are kept for each worker, each with all the memory that it may have."""


class AgentCache:
    """The agents that have thought last. Each keeps what it has found out about its game."""

    def __init__(self, most: int, memory: int) -> None:
        self._memory = memory
        self._agents: LruCache[Seat, ServerAgent] = LruCache(most)
        self._lock = threading.Lock()

    def take(self, seat: Seat) -> ServerAgent:
        """Take the agent of a seat out of the cache, or make one."""
        with self._lock:
            known = self._agents.pop(seat)
        return ServerAgent(seat[2], self._memory) if known is None else known

    def put(self, seat: Seat, agent: ServerAgent) -> None:
        """Put an agent back for its next turn; drop the one that has been unused for longest."""
        with self._lock:
            self._agents.put(seat, agent)

    def forget(self, game: str) -> None:
        """Drop the agents of a game."""
        with self._lock:
            for seat in [seat for seat in self._agents if seat[0] == game]:
                self._agents.pop(seat)
