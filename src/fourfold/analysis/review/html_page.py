"""A review as one HTML file that works from disk: no server, no request to anywhere.

The file holds a picture of the board for every ply. Without its script it shows them all below
each other; with it, one at a time. `report.css` and `report.js` beside this module are written into
it.
"""

from html import escape
from importlib.resources import files

from fourfold.analysis.review import graph, words
from fourfold.analysis.review.game_review import Review
from fourfold.analysis.review.html_parts import badge, move_list, summary
from fourfold.analysis.review.ply_review import PlyReview
from fourfold.rules import Player, picture

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"


def page(review: Review) -> str:
    """Return the page."""
    names = " – ".join(words.player_name(review, player) for player in Player)
    title = f"{names} on {review.game.rules}: {words.ending(review)}"
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<title>Review: {escape(title)}</title>
<style>{_resource("report.css")}</style>
</head>
<body class="fourfold-review">
<header><h1>{escape(names)}</h1></header>
<main>
<section class="overview" aria-label="Summary" tabindex="0">{summary(review)}</section>
<section class="graph" aria-label="Win chances">{graph.draw(review)}</section>
<section class="game" aria-label="The game, ply by ply">
<nav class="steps" aria-label="Steps" hidden>
<button type="button" data-step="first" aria-label="To the beginning" title="Home">|◀</button>
<button type="button" data-step="back" aria-label="One ply back" title="Left arrow">◀</button>
<output aria-live="polite"></output>
<button type="button" data-step="on" aria-label="One ply on" title="Right arrow">▶</button>
<button type="button" data-step="last" aria-label="To the end" title="End">▶|</button>
</nav>
<div class="plies">
{_start(review)}
{"".join(_figure(ply) for ply in review.plies)}
</div>
</section>
<section class="list" aria-label="Moves" tabindex="0">{move_list(review)}</section>
</main>
<footer>{escape(words.proof(review))} The position: <code>{review.game.to_text()}</code></footer>
<script>{_resource("report.js")}</script>
</body>
</html>
"""


def _start(review: Review) -> str:
    """Return the position before the first ply that is reviewed."""
    position = review.plies[0].before if review.plies else review.game.position
    return (
        f'<figure data-ply="{position.ply}">{picture.draw(position)}'
        "<figcaption><p><b>The beginning.</b></p></figcaption></figure>"
    )


def _figure(ply: PlyReview) -> str:
    said = (words.verdict(ply), *ply.sentences, words.better(ply), words.refutation(ply))
    paragraphs = "".join(f"<p>{escape(each)}</p>" for each in said if each)
    return (
        f'<figure data-ply="{ply.number}">{picture.draw(ply.after)}<figcaption>'
        f"<p><b>{escape(words.move(ply))}</b> {badge(ply)}</p>{paragraphs}</figcaption></figure>"
    )


def _resource(name: str) -> str:
    return files("fourfold.analysis.review").joinpath(name).read_text(encoding="utf-8")
