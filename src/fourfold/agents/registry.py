"""Every agent there is, and how to make one from its text.

A file of this package that calls `register` adds an agent: the command line, the arena and the
tests find it here.
"""

import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

from fourfold.agents.base import Agent
from fourfold.agents.options import Option, Value, parse_options, split_spec
from fourfold.errors import InvalidAgent, describe
from fourfold.rules import Rules


def every_board(rules: Rules) -> bool:
    """Return True: for agents that play every board."""
    return True


def _with_a_capital(name: str) -> str:
    return name[:1].upper() + name[1:]


@dataclass(frozen=True, slots=True)
class AgentKind:
    """A kind of agent: its name, its options, and how to make one."""

    name: str
    summary: str
    """How it plays, in one sentence."""
    make: Callable[..., Agent]
    """Makes one; the options are its keyword arguments."""
    options: tuple[Option, ...] = ()
    rules: str = "every board"
    """Which rules it plays, in words."""
    plays: Callable[[Rules], bool] = every_board
    """Whether it plays these rules."""
    limits: tuple[str, ...] = ("seconds", "nodes", "depth")
    """The limits of a move that it can keep to; it refuses the others."""
    repeatable: str = ""
    """The options, as text, with which the same position always gets the same move, whatever was
    played before; empty if the defaults do that. A `seed` need not be named here."""
    even: float = 0.0
    """The evaluation, in the agent's own unit, of a position in which nobody is better."""
    title: str = ""
    """How people read its name; if not given, the name with a capital."""
    levels: tuple[tuple[str, str], ...] = ()
    """Strengths to choose from, the weakest first: a name, and the options, as text."""

    def __post_init__(self) -> None:
        if not self.title:
            object.__setattr__(self, "title", _with_a_capital(self.name))


_kinds: dict[str, AgentKind] = {}


def register(kind: AgentKind) -> AgentKind:
    """Add an agent; called once, by the agent's own file."""
    if _kinds.setdefault(kind.name, kind) is not kind:
        raise InvalidAgent(f"there are two agents called '{kind.name}'")
    return kind


@cache
def _import_all() -> None:
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        import_module(f"{__package__}.{module.name}")


def list_agents() -> tuple[AgentKind, ...]:
    """List every agent by name: its options with their defaults, and which rules it plays."""
    _import_all()
    return tuple(kind for _, kind in sorted(_kinds.items()))


def look_up(spec: str) -> tuple[AgentKind, dict[str, Value]]:
    """Look up the agent that a text names, and the value of each of its options."""
    _import_all()
    name, texts = split_spec(spec)
    kind = _kinds.get(name)
    if kind is None:
        raise InvalidAgent(
            f"there is no agent {describe(name)}; the agents are {', '.join(sorted(_kinds))}"
        )
    return kind, parse_options(spec, texts, kind.options)


def title_of(name: str) -> str:
    """Return the title of an agent, also of one that is not registered here."""
    _import_all()
    kind = _kinds.get(name)
    return _with_a_capital(name) if kind is None else kind.title


def agent(spec: str) -> Agent:
    """Make an agent from its text, `name` or `name:option=value,option=value`."""
    kind, options = look_up(spec)
    return kind.make(**options)
