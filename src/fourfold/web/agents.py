"""Agents on the server: what the page is told of them, and how much they may take."""

import threading
from collections import OrderedDict
from functools import cache, partial

from fourfold.agents import Agent, AgentKind, Decision, Option, Watch
from fourfold.agents.options import Value
from fourfold.agents.registry import agents, look_up
from fourfold.game.seated import Seated
from fourfold.rules import Player, Position
from fourfold.search import Limit, Stop
from fourfold.search.stop import behind
from fourfold.web.pool import BEHIND
from fourfold.web.views import View


@cache
def agent_views() -> list[View]:
    """Every agent there is."""
    return [_view(kind) for kind in agents()]


def _view(kind: AgentKind) -> View:
    return {
        "name": kind.name,
        "title": kind.title,
        "summary": kind.summary,
        "document": kind.document or None,
        "rules": kind.rules,
        "options": [_option(option) for option in kind.options],
        "levels": [{"name": name, "agent": f"{kind.name}:{text}"} for name, text in kind.levels],
    }


def _option(option: Option) -> View:
    return {
        "name": option.name,
        "type": option.kind.__name__,
        "default": option.default,
        "choices": list(option.choices),
        "minimum": option.least if option.least is not None else option.above,
        "maximum": option.most,
        "description": option.doc,
    }


def modest(options: dict[str, Value], kind: AgentKind, memory: int) -> dict[str, Value]:
    """The options, cut to one thread and to so much memory as the server allows."""
    cut = dict(options)
    for option in kind.options:
        if option.name == "threads":
            cut["threads"] = False if option.kind is bool else 1
        if option.name == "memory":
            asked = cut["memory"]
            least = int(option.least or 1)
            cut["memory"] = max(least, min(memory, asked if isinstance(asked, int) else memory))
    return cut


def _make(spec: str, memory: int) -> Agent:
    kind, options = look_up(spec)
    return kind.make(**modest(options, kind, memory))


class Modest(Seated):
    """An agent that leaves the server its memory, and steps back for whoever asks for a page."""

    def __init__(self, spec: str, memory: int) -> None:
        super().__init__(partial(_make, spec, memory))

    def choose(
        self,
        position: Position,
        limit: Limit | None = None,
        stop: Stop | None = None,
        watch: Watch | None = None,
    ) -> Decision:
        with behind(BEHIND):
            return super().choose(position, limit, stop, watch)


Seat = tuple[str, Player, str]
"""The game, the side, and the agent's text."""


class Bench:
    """The last few agents that have thought: they remember, so each goes on with its own game."""

    def __init__(self, most: int, memory: int) -> None:
        self._most = most
        self._memory = memory
        self._agents: OrderedDict[Seat, Modest] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, seat: Seat) -> Modest:
        """The agent of a seat, which nobody else has meanwhile."""
        with self._lock:
            known = self._agents.pop(seat, None)
        return Modest(seat[2], self._memory) if known is None else known

    def put(self, seat: Seat, agent: Modest) -> None:
        """Keep an agent for its next turn; the one that has waited longest is let go."""
        with self._lock:
            self._agents[seat] = agent
            if len(self._agents) > self._most:
                self._agents.popitem(last=False)

    def forget(self, game: str) -> None:
        """Let go of the agents of a game."""
        with self._lock:
            for seat in [seat for seat in self._agents if seat[0] == game]:
                del self._agents[seat]
