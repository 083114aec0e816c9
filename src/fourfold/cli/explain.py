"""A decision for people, as a table, and for programs, as JSON.

Whatever an agent tells of single columns gets a column of the table: scores, evaluations, and all
that its own kind of decision adds in `told`.
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
    """A line for each column that can be played, and below them what is known of the whole."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    columns = Table(box=None, pad_edge=False)
    columns.add_column("")
    columns.add_column("column", justify="right")
    told = _told(decision)
    for heading in told:
        columns.add_column(heading, justify="right")
    for column in position.legal_columns:
        chosen = column == decision.column
        cells = [_text(values.get(column)) for values in told.values()]
        label = column_label(column, position.rules.columns)
        columns.add_row("*" if chosen else "", label, *cells, style="bold" if chosen else "")

    facts = Table.grid(padding=(0, 2))
    for name, value in _facts(position, decision).items():
        facts.add_row(name, Text(value))
    return Group(columns, Text(), facts)


def as_json(position: Position, agent: str, decision: "Decision") -> dict[str, object]:
    """All of it, with columns as the notation writes them."""
    width = position.rules.columns
    told = _told(decision)
    return {
        "position": position.to_text(),
        "agent": agent,
        "column": column_label(decision.column, width),
        "score": _plain(decision.score),
        "evaluation": decision.evaluation,
        "columns": {
            column_label(column, width): {
                heading: _plain(values[column])
                for heading, values in told.items()
                if column in values
            }
            for column in position.legal_columns
        },
        "line": format_moves(decision.line, width),
        "nodes": decision.nodes,
        "depth": decision.depth,
        "seconds": decision.seconds,
        "reason": decision.reason,
        "facts": dict(decision.facts),
    }


def _told(decision: "Decision") -> dict[str, Mapping[int, "Value"]]:
    """By heading, what there is to tell of single columns; nothing that is empty."""
    told: dict[str, Mapping[int, Value]] = {
        "score": decision.scores,
        "evaluation": decision.evaluations,
        **decision.told,
    }
    return {heading: values for heading, values in told.items() if values}


def _facts(position: Position, decision: "Decision") -> dict[str, str]:
    facts: dict[str, Score | float | str | None] = {
        "score": decision.score,
        "evaluation": decision.evaluation,
        "line": format_moves(decision.line, position.rules.columns) or None,
        "nodes": decision.nodes,
        "depth": decision.depth,
        "seconds": None if decision.seconds is None else f"{decision.seconds:.3f}",
        **decision.facts,
        "reason": decision.reason or None,
    }
    return {name: _text(value) for name, value in facts.items() if value is not None}


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
    """A score in parts, everything else as it is."""
    if value is None or isinstance(value, int | float | str):
        return value
    return {"score": value.score, "outcome": str(value.outcome), "plies": value.plies}
