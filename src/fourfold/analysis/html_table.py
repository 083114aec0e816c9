"""An analysis as HTML for a notebook: the board, and a line for each column."""

from fourfold.analysis.results import Analysis, ColumnAnalysis
from fourfold.rules import picture
from fourfold.rules.notation import column_label, format_line
from fourfold.rules.text import status_in_words
from fourfold.support import html


def as_html(analysis: Analysis) -> str:
    """Return the board beside a table of its columns, the best of them in bold."""
    position, width = analysis.position, analysis.position.rules.columns
    board = html.picture(picture.draw(position))
    if analysis.best is None:
        return html.value(board, html.paragraph(f"{status_in_words(position)}."))
    columns = list(analysis.columns)
    rows = [
        [
            column_label(column, width),
            str(column),
            _badge(known),
            "proven" if known.proven else "estimate",
            format_line(known.line, width),
        ]
        for column, known in analysis.columns.items()
    ]
    heads = ["column", "in Python", "leads to", "", "line"]
    table = html.table(heads, rows, chosen=columns.index(analysis.best))
    proven = "Everything is proven" if analysis.is_complete else "Not everything is proven"
    spent = f"{proven}; {analysis.nodes:,} nodes, {analysis.seconds:.1f} s."
    return html.value(board, table + html.paragraph(spent))


def _badge(known: ColumnAnalysis) -> str:
    return html.badge(str(known), "estimate" if known.outcome is None else str(known.outcome))
