"""`fourfold move`: prints the move of an agent."""

from typing import Annotated

import typer

from fourfold.cli import options
from fourfold.rules import Position, Rules
from fourfold.rules.notation import column_label


def move(
    position: options.PositionText,
    agent: Annotated[
        str, typer.Option(metavar="SPEC", help="An agent: name or name:option=value,...")
    ],
    rules: options.Board = None,
    seconds: options.Seconds = None,
    nodes: options.Nodes = None,
    depth: options.Depth = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Also print what the agent knows, as a table.")
    ] = False,
    json: Annotated[
        bool, typer.Option("--json", help="Print all that the agent knows, as JSON.")
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

        from fourfold.cli.decision import as_json

        print(dumps(as_json(here, agent, decision), indent=2))
        return
    print(column_label(decision.column, here.rules.columns))
    if explain:
        from rich.console import Console

        from fourfold.cli.decision import table

        print()
        Console(highlight=False).print(table(here, decision))
