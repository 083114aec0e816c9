"""Shows a decision: as a table for people, as JSON for programs.

Each kind of detail about single columns gets a column of the table: scores, evaluations, and what
the agent adds in `Decision.column_details`.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from fourfold.rules import Position
from fourfold.rules.notation import column_label, format_moves

if TYPE_CHECKING:
    from rich.console import RenderableType

    from fourfold.agents.base import Decision
    from fourfold.search import Score

    Value = Score | float | str


def table(position: Position, decision: "Decision") -> "RenderableType":
    """Return a table with a line for each playable column, and below it the other details."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    columns = Table(box=None, pad_edge=False)
    columns.add_column("")
    columns.add_column("column", justify="right")
    details = _column_details(decision)
    for heading in details:
        columns.add_column(heading, justify="right")
    for column in position.legal_columns:
        chosen = column == decision.column
        cells = [_text(values.get(column)) for values in details.values()]
        label = column_label(column, position.rules.columns)
        columns.add_row("*" if chosen else "", label, *cells, style="bold" if chosen else "")

    whole = Table.grid(padding=(0, 2))
    for name, value in _details(position, decision).items():
        whole.add_row(name, Text(value))
    return Group(columns, Text(), whole)


def as_json(position: Position, agent: str, decision: "Decision") -> dict[str, object]:
    """Return everything in a decision; columns are written as in the notation."""
    width = position.rules.columns
    details = _column_details(decision)
    return {
        "position": position.to_text(),
        "agent": agent,
        "column": column_label(decision.column, width),
        "score": _plain(decision.score),
        "evaluation": decision.evaluation,
        "columns": {
            column_label(column, width): {
                heading: _plain(values[column])
                for heading, values in details.items()
                if column in values
            }
            for column in position.legal_columns
        },
        "line": format_moves(decision.line, width),
        "nodes": decision.nodes,
        "depth": decision.depth,
        "seconds": decision.seconds,
        "reason": decision.reason,
        "facts": dict(decision.details),
    }


def _column_details(decision: "Decision") -> dict[str, Mapping[int, "Value"]]:
    """Return the values by column for each heading; headings without a value are left out."""
    details: dict[str, Mapping[int, Value]] = {
        "score": decision.scores,
        "evaluation": decision.evaluations,
        **decision.column_details,
    }
    return {heading: values for heading, values in details.items() if values}


def _details(position: Position, decision: "Decision") -> dict[str, str]:
    details: dict[str, Score | float | str | None] = {
        "score": decision.score,
        "evaluation": decision.evaluation,
        "line": format_moves(decision.line, position.rules.columns) or None,
        "nodes": decision.nodes,
        "depth": decision.depth,
        "seconds": None if decision.seconds is None else f"{decision.seconds:.3f}",
        **decision.details,
        "reason": decision.reason or None,
    }
    return {name: _text(value) for name, value in details.items() if value is not None}


def _text(value: "Value | None") -> str:
    match value:
        case None:
            return ""
        case int():
            return f"{value:,}"
        case float():
            return f"{value:.3f}".removesuffix(".000")
        case _:
            return str(value)


def _plain(value: "Value | None") -> object:
    """Return a value as JSON can hold it: a score as its parts, anything else unchanged."""
    if value is None or isinstance(value, int | float | str):
        return value
    return {"score": value.score, "outcome": str(value.outcome), "plies": value.plies}
