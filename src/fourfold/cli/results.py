"""`fourfold results`: counts saved games again, of any number of files together."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from fourfold.cli import files, options
from fourfold.cli.tables import Output


def results(
    paths: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...",
            help="Files of games: of tournaments, match --save or play --save.",
            show_default=False,
        ),
    ],
    judge: options.Judge = None,
    json: options.JsonFile = None,
    csv: options.CsvFile = None,
    svg: options.SvgFolder = None,
    markdown: options.Markdown = False,
) -> int:
    """Count the games of files again, all together, by the names of the players."""
    from fourfold.arena.counting import count_files, left_out_lines

    output = Output(json, csv, svg, markdown, judge)
    output.check()
    for path in paths:
        files.check_readable("the games", path)
    counted = count_files(paths)
    output.write(counted.result)
    for line in (*counted.damage, *left_out_lines(counted)):
        print(f"fourfold: {line}", file=sys.stderr)
    return 1 if counted.damage else 0
