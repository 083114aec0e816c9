"""Agents as the page offers them."""

from functools import cache
from typing import Literal

from fourfold.agents import AgentKind, Option
from fourfold.agents.options import Value
from fourfold.agents.registry import list_agents
from fourfold.web.api.responses import AgentView, LevelView, OptionView

_TYPES: dict[type, Literal["bool", "int", "float", "str"]] = {
    bool: "bool",
    int: "int",
    float: "float",
    str: "str",
}


@cache
def agent_views() -> list[AgentView]:
    """Show every agent."""
    return [_view(kind) for kind in list_agents()]


def _view(kind: AgentKind) -> AgentView:
    return AgentView(
        name=kind.name,
        title=kind.title,
        summary=kind.summary,
        rules=kind.rules,
        options=[_option(option) for option in kind.options],
        levels=[LevelView(name=name, agent=f"{kind.name}:{text}") for name, text in kind.levels],
    )


def _option(option: Option) -> OptionView:
    default: Value = option.default
    return OptionView(
        name=option.name,
        label=option.label,
        type=_TYPES[option.kind],
        default=default,
        choices=list(option.choices),
        minimum=option.least if option.least is not None else option.above,
        maximum=option.most,
        description=option.doc,
    )
