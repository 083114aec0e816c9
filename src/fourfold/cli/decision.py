"""Shows a decision: as a table for people, as JSON for programs.

Each kind of detail about single columns gets a column of the table: scores, evaluations, and what
the agent adds in `Decision.column_details`.
"""

from typing import TYPE_CHECKING

from fourfold.rules import Position
from fourfold.rules.notation import column_label, format_moves

if TYPE_CHECKING:
    from rich.console import RenderableType

    from fourfold.agents.base import Decision
    from fourfold.agents.decision_forms import Value


def table(position: Position, decision: "Decision") -> "RenderableType":
    """Return a table with a line for each playable column, and below it the other details."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from fourfold.agents.decision_forms import facts, value_text, values_by_column

    columns = Table(box=None, pad_edge=False)
    columns.add_column("")
    columns.add_column("column", justify="right")
    details = values_by_column(decision)
    for heading in details:
        columns.add_column(heading, justify="right")
    for column in position.legal_columns:
        chosen = column == decision.column
        cells = [value_text(values.get(column)) for values in details.values()]
        label = column_label(column, position.rules.columns)
        columns.add_row("*" if chosen else "", label, *cells, style="bold" if chosen else "")

    whole = Table.grid(padding=(0, 2))
    line = format_moves(decision.line, position.rules.columns)
    for name, value in facts(decision, line).items():
        whole.add_row(name, Text(value))
    return Group(columns, Text(), whole)


def as_json(position: Position, agent: str, decision: "Decision") -> dict[str, object]:
    """Return everything in a decision; columns are written as in the notation."""
    from fourfold.agents.decision_forms import values_by_column

    width = position.rules.columns
    details = values_by_column(decision)
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


def _plain(value: "Value | None") -> object:
    """Return a value as JSON can hold it: a score as its parts, anything else unchanged."""
    if value is None or isinstance(value, int | float | str):
        return value
    return {"score": value.score, "outcome": str(value.outcome), "plies": value.plies}
