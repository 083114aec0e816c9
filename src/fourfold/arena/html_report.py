"""The result of a match or a tournament as HTML for a notebook: its table, and a picture."""

from fourfold.arena.pictures import rating_chart, score_chart
from fourfold.arena.report import fault_lines, footnotes, heading, result_table, two_player_rows
from fourfold.arena.results import TournamentResult
from fourfold.support import html


def as_html(result: TournamentResult) -> str:
    """Return the table beside the score over time of two agents, or the ratings of more."""
    if len(result.agents) == 2:
        one, two = result.agents
        body = html.facts(dict(two_player_rows(result)))
        chart = score_chart(one, two, result.pair_points(0, 1))
    else:
        heads, *rows = result_table(result)
        body = html.table(heads, rows)
        body = html.Markup(body + "".join(html.paragraph(each) for each in footnotes(result)))
        chart = rating_chart(result.agents, result.ratings)
    faults = "\n".join(fault_lines(result))
    told = html.Markup(f"<pre>{html.markup(faults)}</pre>") if faults else ""
    title = html.paragraph(heading(result), strong=True)
    return html.value(title + body + told, chart)
