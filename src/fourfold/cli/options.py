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
Books = Annotated[
    list[Path] | None,
    typer.Option(
        "--book",
        metavar="FILE",
        help="An opening book of your own; may be repeated, one for each board.",
        show_default=False,
    ),
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
CsvFile = Annotated[
    str | None,
    typer.Option(
        "--csv",
        metavar="FILE",
        help="Write the table to a file as CSV; - prints only the CSV.",
    ),
]
SvgFolder = Annotated[
    Path | None,
    typer.Option(
        "--svg",
        metavar="FOLDER",
        help="Write pictures to this folder: ratings, who beats whom, and the score over time.",
    ),
]
Judge = Annotated[
    float | None,
    typer.Option(
        metavar="S",
        help="Let the solver judge every move, with S seconds for each position.",
    ),
]
Markdown = Annotated[bool, typer.Option("--markdown", help="Print the result as Markdown.")]
Boards = Annotated[
    list[str] | None,
    typer.Option(
        "--rules",
        metavar="RULES",
        help="A board, random, random-bonus or random:N; several boards take turns.",
        show_default=False,
    ),
]
Openings = Annotated[
    str | None,
    typer.Option(
        metavar="FILE", help="Openings: a file with one position per line, balanced or random."
    ),
]
OpeningPlies = Annotated[int, typer.Option(metavar="P", help="The length of random openings.")]
MatchSeed = Annotated[
    int, typer.Option(metavar="S", help="The seed of random boards, openings and agents.")
]
Clock = Annotated[
    str | None,
    typer.Option(
        metavar="TIME",
        help="The time of each player: 300 or 5:00 per game, 300+2 with 2 s more after each "
        "move, /10 per move, 300/10 for both.",
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="A Dask scheduler, whose workers work instead."),
]
Workers = Annotated[int, typer.Option(metavar="W", help="How many processes work at once.")]
