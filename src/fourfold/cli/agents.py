"""`fourfold agents`: lists the agents and their options."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from fourfold.agents.registry import AgentKind


def agents(
    json: Annotated[bool, typer.Option("--json", help="Print the list as JSON.")] = False,
) -> None:
    """List the agents, their options and defaults."""
    from fourfold.agents import registry
    from fourfold.agents.options import format_value

    if json:
        from json import dumps

        print(dumps([_as_json(kind) for kind in registry.list_agents()], indent=2))
        return
    for number, kind in enumerate(registry.list_agents()):
        if number:
            print()
        print(f"{kind.name}: {kind.summary}")
        print(f"  plays {kind.rules}")
        for option in kind.options:
            print(f"  {option.name}={format_value(option.default)}  {option.label}: {option.doc}")
            print(f"    {option.allowed}")


def _as_json(kind: "AgentKind") -> dict[str, object]:
    return {
        "name": kind.name,
        "summary": kind.summary,
        "rules": kind.rules,
        "options": [
            {
                "name": option.name,
                "label": option.label,
                "kind": option.kind.__name__,
                "default": option.default,
                "choices": list(option.choices),
                "allowed": option.allowed,
                "doc": option.doc,
            }
            for option in kind.options
        ],
    }
