"""`fourfold move`: one move by an agent."""

from typing import Annotated

import typer

from fourfold.rules import Position, Rules
from fourfold.rules.notation import column_label


def move(
    position: Annotated[
        str, typer.Argument(metavar="POSITION", help="Such as 4455 or 9x8-xd3:45.")
    ],
    agent: Annotated[
        str, typer.Option(metavar="SPEC", help="An agent: name or name:option=value,...")
    ],
    rules: Annotated[
        str | None, typer.Option(metavar="RULES", help="The board if the position names none.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(metavar="S", help="The longest that it may think.")
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(metavar="N", help="The most positions it may look at.")
    ] = None,
    depth: Annotated[
        int | None, typer.Option(metavar="D", help="The most plies it may look ahead.")
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Then a table of what the agent can tell.")
    ] = False,
    json: Annotated[
        bool, typer.Option("--json", help="All that the agent can tell, as JSON.")
    ] = False,
) -> None:
    """Print the column that an agent plays."""
    from fourfold.agents.registry import agent as make
    from fourfold.search import Limit

    board = None if rules is None else Rules.parse(rules)
    here = Position.parse(position, board)
    decision = make(agent).choose(here, Limit(seconds, nodes, depth))
    if json:
        from json import dumps

        from fourfold.cli.explain import as_json

        print(dumps(as_json(here, agent, decision), indent=2))
        return
    print(column_label(decision.column, here.rules.columns))
    if explain:
        from rich.console import Console

        from fourfold.cli.explain import table

        print()
        Console(highlight=False).print(table(here, decision))
