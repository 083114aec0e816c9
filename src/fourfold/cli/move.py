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
) -> None:
    """Print the column that an agent plays."""
    from fourfold.agents.registry import agent as make

    board = None if rules is None else Rules.parse(rules)
    here = Position.parse(position, board)
    decision = make(agent).choose(here)
    print(column_label(decision.column, here.rules.columns))
