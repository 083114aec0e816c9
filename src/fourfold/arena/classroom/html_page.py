"""The report of a class as one HTML file that works from disk and prints well.

Every text in it comes from students or their programs, and is escaped; the page has no script, and
its policy lets it load nothing.
"""

from html import escape
from importlib.resources import files

from fourfold.arena.classroom.entry import Entry
from fourfold.arena.classroom.report import HEADS, KEY, cells, details, heading
from fourfold.arena.classroom.session import ClassResult

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def page(result: ClassResult) -> str:
    """Return the page."""
    title = escape(f"Class {result.settings.folder.resolve().name}")
    style = files("fourfold.arena.classroom").joinpath("report.css").read_text(encoding="utf-8")
    sandbox = "sandbox" if result.protection.is_complete else "sandbox incomplete"
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<header><h1>{title}</h1>
<p>{escape(heading(result))}</p>
<p class="{sandbox}">{escape(str(result.protection))}</p>
<p>{escape(_about_searches(result))}</p></header>
<main>
<section class="table" aria-label="All players" tabindex="0">{_summary(result)}</section>
<p class="key">{escape(KEY)}</p>
{_cross_table(result)}
<h2>Player by player</h2>
{"".join(_player(result, entry) for entry in result.entries if not entry.is_baseline)}
</main>
</body>
</html>
"""


def _about_searches(result: ClassResult) -> str:
    if result.settings.forbid_search:
        return "The solver and the other searches of fourfold were refused to the players."
    return "Players may use the searches of fourfold; those that were seen to are marked."


def _summary(result: ClassResult) -> str:
    heads = "".join(f'<th scope="col">{escape(head)}</th>' for head in HEADS)
    rows = []
    for place, entry in enumerate(result.entries, start=1):
        number, name, *rest, remarks = cells(place, entry)
        kind = "baseline" if entry.is_baseline else "good" if remarks == "ok" else "bad"
        shown = escape(name)
        if not entry.is_baseline:
            shown = f'<a href="#player-{_id(result, entry)}">{shown}</a>'
        figures = "".join(f"<td>{escape(cell)}</td>" for cell in rest)
        rows.append(
            f'<tr class="{kind}"><td>{number}</td><th scope="row">{shown}</th>{figures}'
            f'<td class="remarks">{escape(remarks)}</td></tr>'
        )
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _cross_table(result: ClassResult) -> str:
    """Return who won how much against whom; nothing without games."""
    tournament = result.tournament
    if tournament is None:
        return "<p>No games were played.</p>"
    order = tournament.ranking
    heads = "".join(f'<th scope="col">{place}</th>' for place in range(1, len(order) + 1))
    rows = []
    for place, agent in enumerate(order, start=1):
        row = []
        for other in order:
            tally = tournament.pairing(agent, other).tally if other != agent else None
            if tally is None or not tally.games:
                row.append("<td></td>")
                continue
            share = tally.points / tally.games
            row.append(f'<td style="--share: {share:.2f}" class="cell">{tally}</td>')
        name = escape(tournament.agents[agent])
        rows.append(f'<tr><td>{place}</td><th scope="row">{name}</th>{"".join(row)}</tr>')
    return (
        '<h2>Who beat whom</h2><section class="table" aria-label="Cross table" tabindex="0"><table>'
        f'<thead><tr><th></th><th scope="col">player</th>{heads}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></section>"
        '<p class="key">Won-drawn-lost of the player at the left.</p>'
    )


def _player(result: ClassResult, entry: Entry) -> str:
    said = details(result, entry)
    items = "".join(
        f"<li>{escape(words)}" + (f"<pre>{escape(cause)}</pre>" if cause else "") + "</li>"
        for words, cause in said
    )
    body = f"<ul>{items}</ul>" if said else "<p>Nothing went wrong.</p>"
    return (
        f'<article id="player-{_id(result, entry)}"><h3>{escape(entry.name)}</h3>{body}</article>'
    )


def _id(result: ClassResult, entry: Entry) -> int:
    return result.entries.index(entry) + 1
