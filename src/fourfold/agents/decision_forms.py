"""A decision in other forms: its values by column, as texts, and as HTML for a notebook."""

from collections.abc import Mapping

from fourfold.agents.base import Decision
from fourfold.search import Score
from fourfold.support import html

Value = Score | float | str


def values_by_column(decision: Decision) -> dict[str, Mapping[int, Value]]:
    """Return the values by column for each heading; headings without a value are left out."""
    details: dict[str, Mapping[int, Value]] = {
        "score": decision.scores,
        "evaluation": decision.evaluations,
        **decision.column_details,
    }
    return {heading: values for heading, values in details.items() if values}


def facts(decision: Decision, line: str) -> dict[str, str]:
    """Return what is known of the whole decision, by name; `line` is written by the caller."""
    named: dict[str, Value | None] = {
        "score": decision.score,
        "evaluation": decision.evaluation,
        "line": line or None,
        "nodes": decision.nodes,
        "depth": decision.depth,
        "seconds": None if decision.seconds is None else f"{decision.seconds:.3f}",
        **decision.details,
        "reason": decision.reason or None,
    }
    return {name: value_text(value) for name, value in named.items() if value is not None}


def value_text(value: Value | None) -> str:
    """Return a value for people, with at most three decimals; nothing for None."""
    match value:
        case None:
            return ""
        case int():
            return f"{value:,}"
        case float():
            return f"{value:.3f}".removesuffix(".000")
        case _:
            return str(value)


def as_html(decision: Decision) -> str:
    """Return the decision for a notebook: the column, the reasons, and all columns it compared.

    A decision does not know its board, so columns are written as in Python, counted from 0.
    """
    named = facts(decision, ", ".join(map(str, decision.line)))
    shown: dict[str, str] = {**named}
    if decision.score is not None:
        shown["score"] = decision.score.to_badge()
    parts = [
        html.paragraph(f"Column {decision.column} (counted from 0)", strong=True)
        + html.facts(shown)
    ]
    compared = values_by_column(decision)
    columns = sorted({column for values in compared.values() for column in values})
    if columns:
        rows = [
            [str(column), *(_cell(values.get(column)) for values in compared.values())]
            for column in columns
        ]
        chosen = columns.index(decision.column) if decision.column in columns else None
        parts.append(html.table(["column", *compared], rows, chosen=chosen))
    return html.value(*parts)


def _cell(value: Value | None) -> str:
    return value.to_badge() if isinstance(value, Score) else value_text(value)
