"""Who is examined: every agent of the registry, by the checks that `fourfold check-agent` uses.

An agent that has an option with a choice of words is examined once for each word.
"""

from collections.abc import Iterator

import pytest

import fourfold as ff
from fourfold import Limit
from fourfold.agents.base import Agent
from fourfold.agents.options import Value, format_value
from fourfold.agents.registry import AgentKind

KINDS = {kind.name: kind for kind in ff.list_agents()}

QUICK = Limit(seconds=0.01, nodes=1_000)
"""For examinations that ask hundreds of times; it is no time to play well in."""
TIME_TO_SEE = {"uct:policy=plain": Limit(nodes=30_000)}
"""For agents that see a win at once by chance only, and need longer than QUICK for that."""


def variants() -> Iterator[str]:
    """Every agent as text, once for each word of its options."""
    for kind in KINDS.values():
        yield kind.name
        for option in kind.options:
            for word in option.choices:
                if word != option.default:
                    yield f"{kind.name}:{option.name}={word}"


ATTENTIVE = {"casual": "casual:oversight=0"}
"""How agents are asked about what is under their noses that may overlook it on purpose."""

every_agent = pytest.mark.parametrize("spec", list(variants()))


def kind_of(spec: str) -> AgentKind:
    """What the registry knows of an agent in text."""
    return KINDS[spec.partition(":")[0]]


def make(spec: str, repeatable: bool = False) -> Agent:
    """Make an agent, with a small table; `repeatable`, with a seed and what else it needs."""
    kind = kind_of(spec)
    names = {option.name: option for option in kind.options}
    changed: dict[str, Value] = {}
    if "memory" in names and names["memory"].least is not None:
        changed["memory"] = max(int(names["memory"].least), 1)
    if repeatable and "seed" in names:
        changed["seed"] = 1
    texts = [f"{name}={format_value(value)}" for name, value in changed.items()]
    texts += [kind.repeatable] if repeatable and kind.repeatable else []
    return ff.agent(
        spec + (":" if ":" not in spec and texts else "," if texts else "") + ",".join(texts)
    )
