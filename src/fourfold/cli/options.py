"""The options and arguments that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

PositionText = Annotated[
    str, typer.Argument(metavar="POSITION", help="A position such as 4455 or 9x8-xd3:45.")
]
Board = Annotated[
    str | None,
    typer.Option("--rules", metavar="RULES", help="The board of positions that name none."),
]
Seconds = Annotated[
    float | None, typer.Option(metavar="S", help="The most seconds to think about a move.")
]
Nodes = Annotated[
    int | None, typer.Option(metavar="N", help="The most positions to search for a move.")
]
Depth = Annotated[
    int | None, typer.Option(metavar="D", help="The most plies to search ahead for a move.")
]
JsonFile = Annotated[
    str | None,
    typer.Option(
        "--json", metavar="FILE", help="Write the result to a file as JSON; - prints only the JSON."
    ),
]
SaveFile = Annotated[
    Path | None, typer.Option("--save", metavar="FILE", help="Append the games to this file.")
]
Workers = Annotated[int, typer.Option(metavar="W", help="How many processes work at once.")]
