"""`fourfold grade`: grades an agent by positions whose every column is solved."""

from pathlib import Path
from typing import Annotated

import typer

from fourfold.cli import files, options


def grade(
    agent: Annotated[
        str, typer.Argument(metavar="SPEC", help="An agent such as uct:simulations=1000.")
    ],
    quick: Annotated[
        bool, typer.Option("--quick", help="Only 200 positions, a fair sample.")
    ] = False,
    rules: Annotated[
        list[str] | None,
        typer.Option(
            "--rules",
            metavar="RULES",
            help="Only positions on this board; several boards are possible.",
            show_default=False,
        ),
    ] = None,
    positions: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Your own positions, one per line, in place of the benchmark; they are solved "
            "first.",
        ),
    ] = None,
    seconds: options.Seconds = None,
    nodes: options.Nodes = None,
    depth: options.Depth = None,
    seed: Annotated[
        int, typer.Option(metavar="S", help="The seed of an agent that chooses at random.")
    ] = 0,
    workers: options.Workers = 1,
    json: options.JsonFile = None,
) -> None:
    """Grade an agent: how many of its moves are perfect, and what the others give away."""
    from fourfold.cli.progress import progress
    from fourfold.grading import grade as grade_agent
    from fourfold.grading.report import WIDTH, as_table
    from fourfold.search import Limit

    if json is not None:
        files.check_result(json)
    if positions is not None:
        files.check_readable("the positions", positions)
    with progress(agent) as bar:
        result = grade_agent(
            agent,
            positions=positions,
            rules=rules or None,
            quick=quick,
            limit=Limit(seconds, nodes, depth),
            seed=seed,
            workers=workers,
            report=bar,
        )
    if json != files.STANDARD_OUTPUT:
        from rich.console import Console

        # A table that is cut off at the edge cannot be read: let the terminal wrap it instead.
        width = max(Console().width, WIDTH)
        Console(highlight=False, width=width).print(as_table(result))
    if json is not None:
        files.write_result(json, result.to_json())
