"""`fourfold analyse`: prints what every column of a position leads to."""

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from fourfold.cli import options
from fourfold.cli.books import use_books
from fourfold.rules import Position, Rules
from fourfold.rules.notation import column_label, format_cell, format_line, format_moves
from fourfold.rules.text import status_in_words

if TYPE_CHECKING:
    from rich.console import RenderableType

    from fourfold.analysis.analyst import Analysis

_STYLES = {"win": "green", "draw": "yellow", "loss": "red"}


def analyse(
    position: options.PositionText,
    rules: options.Board = None,
    seconds: Annotated[
        float, typer.Option(metavar="S", help="The most seconds that the analysis takes.")
    ] = 2.0,
    book: options.Books = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print all that is known, as JSON, at the end.")
    ] = False,
) -> None:
    """Print what every column of a position leads to: proven, or a win chance."""
    from fourfold.analysis.analyst import Analyst
    from fourfold.search import Limit

    here = Position.parse(position, None if rules is None else Rules.parse(rules))
    use_books(book, [here.rules])
    answers = Analyst().stream(here, Limit(seconds))
    if json:
        from json import dumps

        print(dumps(as_json(_last(answers)), indent=2))
        return
    from rich.console import Console

    console = Console(highlight=False)
    found = _last(_shown_live(answers)) if sys.stdout.isatty() else _last(answers)
    console.print(table(found))


def _last(answers: "Iterable[Analysis]") -> "Analysis":
    *_, last = answers
    return last


def _shown_live(answers: "Iterator[Analysis]") -> "Iterator[Analysis]":
    """Yield the answers, and show each on the terminal in place of the one before."""
    from rich.live import Live

    with Live(auto_refresh=False, transient=True) as live:
        for analysis in answers:
            live.update(table(analysis), refresh=True)
            yield analysis


def table(analysis: "Analysis") -> "RenderableType":
    """Return a table with a line for each playable column, and below it what holds for all."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    position, width = analysis.position, analysis.position.rules.columns
    if analysis.best is None:
        return Text(f"{status_in_words(position)}.")
    columns = Table(box=None, pad_edge=False)
    columns.add_column("")
    columns.add_column("column", justify="right")
    columns.add_column("leads to")
    columns.add_column("")
    columns.add_column("line")
    for column, known in analysis.columns.items():
        is_best = column == analysis.best
        columns.add_row(
            "*" if is_best else "",
            column_label(column, width),
            Text(str(known), style=_STYLES.get(known.outcome or "", "")),
            "proven" if known.proven else "estimate",
            format_line(known.line, width),
            style="bold" if is_best else "",
        )
    everything = "everything is proven" if analysis.is_complete else "not everything is proven"
    spent = f"{analysis.nodes:,} nodes, {analysis.seconds:.1f} s"
    return Group(columns, Text(), Text(f"{status_in_words(position)}; {everything}; {spent}"))


def as_json(analysis: "Analysis") -> dict[str, object]:
    """Return everything in an analysis; columns and lines are written as in the notation."""
    from fourfold.analysis.threats import threat_cells

    position, width = analysis.position, analysis.position.rules.columns
    return {
        "position": position.to_text(),
        "turn": str(position.turn),
        "best": None if analysis.best is None else column_label(analysis.best, width),
        "line": format_moves(analysis.line, width),
        "complete": analysis.is_complete,
        "columns": {
            column_label(column, width): {
                "proven": known.proven,
                "outcome": None if known.outcome is None else str(known.outcome),
                "score": None if known.score is None else known.score.score,
                "plies": None if known.score is None else known.score.plies,
                "win_chance": round(known.win_chance, 4),
                "line": format_moves(known.line, width),
            }
            for column, known in analysis.columns.items()
        },
        "threats": {
            str(player): [format_cell(cell) for cell in cells]
            for player, cells in threat_cells(position).items()
        },
        "nodes": analysis.nodes,
        "seconds": round(analysis.seconds, 3),
    }
