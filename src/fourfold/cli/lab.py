"""`fourfold lab`: measures what each improvement of the alpha-beta search saves."""

from typing import TYPE_CHECKING, Annotated

import typer

from fourfold.cli import files, options
from fourfold.rules import Rules
from fourfold.rules.rules import LARGEST_SIDE
from fourfold.support.checks import whole_number

_WIDTH = 110  # of the table

if TYPE_CHECKING:
    from rich.table import Table

    from fourfold.analysis.lab import Lab


def lab(
    agent: Annotated[
        str, typer.Option(metavar="SPEC", help="An alpha-beta agent; its evaluation is used.")
    ] = "threat",
    depth: Annotated[int, typer.Option(metavar="D", help="How many plies to search.")] = 6,
    rules: Annotated[str, typer.Option(metavar="RULES", help="The board.")] = "7x6",
    positions: Annotated[
        int | None, typer.Option(metavar="N", help="Use only the first N positions.")
    ] = None,
    further: Annotated[
        bool, typer.Option("--further", help="Also measure killer moves, history and deepening.")
    ] = False,
    json: options.JsonFile = None,
) -> None:
    """Measure what pruning, move ordering, the table and the dynamic depth save."""
    from fourfold.analysis.lab import FURTHER_STEPS, SOURCE_STEPS, measure
    from fourfold.analysis.lab_positions import lab_positions
    from fourfold.cli.progress import progress

    board = Rules.parse(rules)
    if json is not None:
        files.check_result(json)
    whole_number("--depth", depth, 1, LARGEST_SIDE**2)
    if positions is not None:
        whole_number("--positions", positions, 1)
    chosen = lab_positions(board, positions)
    if not chosen:
        raise typer.BadParameter(f"{board} has no cell to play on")
    steps = SOURCE_STEPS + (FURTHER_STEPS if further else ())
    with progress(f"{agent}, depth {depth}") as report:
        result = measure(agent, chosen, depth, steps, report)

    if json != files.STANDARD_OUTPUT:
        from rich.console import Console

        # A table that is cut off at the edge cannot be read: let the terminal wrap it instead.
        width = max(Console().width, _WIDTH)
        Console(highlight=False, width=width).print(_table(result))
        print(_remark(result))
    if json is not None:
        from json import dumps

        files.write_result(json, dumps(_as_json(result, board), indent=2) + "\n")
    if not result.agree:
        raise typer.Exit(1)


def _table(result: "Lab") -> "Table":
    from rich.table import Table

    drawn = Table(box=None, pad_edge=False)
    drawn.add_column("improvement", no_wrap=True)
    for heading in (
        "depth",
        "evaluated",
        "fewer",
        "visited",
        "fewer",
        "ms",
        "faster",
        "published",
        "faster",
    ):
        drawn.add_column(heading, justify="right", no_wrap=True)
    count = len(result.positions)
    for row in result.rows:
        least, most = row.depths
        drawn.add_row(
            row.step.name,
            str(most) if least == most else f"{least} to {most}",
            f"{row.evaluated / count:,.0f}",
            _times(result.fewer(row)),
            f"{row.nodes / count:,.0f}",
            _times(result.fewer_nodes(row)),
            f"{1000 * row.seconds / count:,.3f}",
            _times(result.faster(row)),
            row.step.published_evaluated,
            row.step.published_speed,
        )
    return drawn


def _times(ratio: float | None) -> str:
    return "" if ratio is None else f"{ratio:.1f}x" if ratio < 10 else f"{ratio:.0f}x"


def _remark(result: "Lab") -> str:
    count = len(result.positions)
    plural = "" if count == 1 else "s"
    where = f"{result.agent} on {count} position{plural} of {result.positions[0].rules}"
    if result.agree:
        return f"\nMeans of {where}; all lines of depth {result.depth} chose the same columns."
    return f"\nMeans of {where}; THE LINES OF DEPTH {result.depth} CHOSE DIFFERENT COLUMNS."


def _as_json(result: "Lab", rules: Rules) -> dict[str, object]:
    from dataclasses import asdict

    return {
        "agent": result.agent,
        "rules": str(rules),
        "depth": result.depth,
        "positions": [position.to_text() for position in result.positions],
        "agree": result.agree,
        "rows": [
            {
                "improvement": row.step.name,
                "switches": asdict(row.step.switches),
                "depths": list(row.depths),
                "evaluated": row.evaluated,
                "nodes": row.nodes,
                "seconds": row.seconds,
                "fewer_evaluated": result.fewer(row),
                "fewer_nodes": result.fewer_nodes(row),
                "faster": result.faster(row),
                "published_evaluated": row.step.published_evaluated,
                "published_faster": row.step.published_speed,
            }
            for row in result.rows
        ],
    }
