"""`fourfold lab`: what each improvement of the alpha-beta search is worth."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fourfold.rules import Rules

_WIDTH = 110  # of the table

if TYPE_CHECKING:
    from rich.table import Table

    from fourfold.analysis.lab import Lab


def lab(
    agent: Annotated[
        str, typer.Option(metavar="SPEC", help="An alpha-beta agent, whose evaluation is used.")
    ] = "threat",
    depth: Annotated[int, typer.Option(metavar="D", help="How many plies to search.")] = 6,
    rules: Annotated[str, typer.Option(metavar="RULES", help="The board.")] = "7x6",
    positions: Annotated[
        int | None, typer.Option(metavar="N", help="No more than so many positions.")
    ] = None,
    further: Annotated[
        bool, typer.Option("--further", help="Killer moves, history and deepening as well.")
    ] = False,
    json: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write JSON as well; - is only JSON.")
    ] = None,
) -> None:
    """Measure pruning, ordering, table and dynamic depth, as document 002 has them."""
    from fourfold.analysis.lab import DOCUMENT_STEPS, FURTHER_STEPS, measure
    from fourfold.analysis.lab_positions import lab_positions
    from fourfold.cli.progress import progress

    board = Rules.parse(rules)
    if not 1 <= depth <= 144:
        raise typer.BadParameter(f"--depth is {depth}, but must be from 1 to 144")
    if positions is not None and positions < 1:
        raise typer.BadParameter(f"--positions is {positions}, but must be 1 at least")
    drawn = lab_positions(board, positions)
    if not drawn:
        raise typer.BadParameter(f"{board} has no cell to play on")
    steps = DOCUMENT_STEPS + (FURTHER_STEPS if further else ())
    with progress(f"{agent}, depth {depth}") as tell:
        measured = measure(agent, drawn, depth, steps, tell)

    if json != "-":
        from rich.console import Console

        # A table that is cut off at the edge would tell nothing: better let the terminal wrap it.
        width = max(Console().width, _WIDTH)
        Console(highlight=False, width=width).print(_table(measured))
        print(_remark(measured))
    if json is not None:
        from json import dumps

        text = dumps(_as_json(measured, board), indent=2) + "\n"
        if json == "-":
            sys.stdout.write(text)
        else:
            Path(json).write_text(text, encoding="utf-8")
    if not measured.agree:
        raise typer.Exit(1)


def _table(measured: "Lab") -> "Table":
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
        "document",
        "faster",
    ):
        drawn.add_column(heading, justify="right", no_wrap=True)
    count = len(measured.positions)
    for row in measured.rows:
        least, most = row.depths
        drawn.add_row(
            row.step.name,
            str(most) if least == most else f"{least} to {most}",
            f"{row.evaluated / count:,.0f}",
            _times(measured.fewer(row)),
            f"{row.nodes / count:,.0f}",
            _times(measured.fewer_nodes(row)),
            f"{1000 * row.seconds / count:,.3f}",
            _times(measured.faster(row)),
            row.step.document_evaluated,
            row.step.document_speed,
        )
    return drawn


def _times(ratio: float | None) -> str:
    return "" if ratio is None else f"{ratio:.1f}x" if ratio < 10 else f"{ratio:.0f}x"


def _remark(measured: "Lab") -> str:
    count = len(measured.positions)
    plural = "" if count == 1 else "s"
    where = f"{measured.agent} on {count} position{plural} of {measured.positions[0].rules}"
    if measured.agree:
        return f"\nMeans of {where}; all lines of depth {measured.depth} chose the same columns."
    return f"\nMeans of {where}; THE LINES OF DEPTH {measured.depth} CHOSE DIFFERENT COLUMNS."


def _as_json(measured: "Lab", rules: Rules) -> dict[str, object]:
    from dataclasses import asdict

    return {
        "agent": measured.agent,
        "rules": str(rules),
        "depth": measured.depth,
        "positions": [position.to_text() for position in measured.positions],
        "agree": measured.agree,
        "rows": [
            {
                "improvement": row.step.name,
                "switches": asdict(row.step.switches),
                "depths": list(row.depths),
                "evaluated": row.evaluated,
                "nodes": row.nodes,
                "seconds": row.seconds,
                "fewer_evaluated": measured.fewer(row),
                "fewer_nodes": measured.fewer_nodes(row),
                "faster": measured.faster(row),
                "document_evaluated": row.step.document_evaluated,
                "document_faster": row.step.document_speed,
            }
            for row in measured.rows
        ],
    }
