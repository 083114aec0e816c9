"""The tree of a search as one HTML file that works from disk: no server, no request to anywhere.

Without its script it shows the tree and the steps as a list; with it, one step at a time with its
position on a small board. `tree.css` and `tree.js` beside this module are written into it.
"""

import json
from html import escape
from importlib.resources import files

from fourfold.analysis.trees import words
from fourfold.analysis.trees.picture import draw
from fourfold.analysis.trees.step_views import StepView, step_views
from fourfold.rules.notation import format_cell
from fourfold.search.tree import SearchTree

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"


def page(tree: SearchTree, agent: str = "") -> str:
    """Return the page. agent: who searched, for the heading."""
    title = f"{agent}: {words.title(tree)}" if agent else words.title(tree)
    views = step_views(tree)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<title>{escape(title)}</title>
<style>{_resource("tree.css")}</style>
</head>
<body>
<header><h1>{escape(title)}</h1><p>{escape(words.summary(tree))}</p></header>
<main>
<section class="step" aria-label="One step at a time">
<nav class="steps" aria-label="Steps" hidden>
<button type="button" data-step="first" aria-label="To the beginning" title="Home">|◀</button>
<button type="button" data-step="back" aria-label="One step back" title="Left arrow">◀</button>
<output></output>
<button type="button" data-step="on" aria-label="One step on" title="Right arrow">▶</button>
<button type="button" data-step="last" aria-label="To the end" title="End">▶|</button>
</nav>
<p class="said" aria-live="polite"></p>
<div class="board"></div>
<p class="note" hidden>The arrow keys, Home and End step, too.</p>
</section>
<section class="tree" aria-label="The tree" tabindex="0">{draw(tree, heading=False)}</section>
<details class="list"><summary>All {len(views)} steps</summary>
<ol>{"".join(f"<li>{escape(view.text)}</li>" for view in views)}</ol></details>
</main>
<footer>{escape(_LEGEND[tree.search])}</footer>
<script type="application/json" class="data">{_data(tree, views)}</script>
<script>{_resource("tree.js")}</script>
</body>
</html>
"""


_LEGEND = {
    "alphabeta": (
        "MAX is the player to move at the top and wants the largest value, MIN the smallest. Boxes "
        "with corners: MAX is to move; round: MIN. Below a value stands the window that the node "
        "was searched with. ≥ and ≤: the search stopped once it knew that much. T: known from the "
        "transposition table. W 5: MAX wins, 5 plies from the top; L: MAX loses. A cross: columns "
        "that were cut off."
    ),
    "uct": (
        "MAX is the player to move at the top. Boxes with corners: MAX is to move; round: MIN. The "
        "value is how often MAX won the random games that passed through a node, or what is proven."
    ),
}


def _data(tree: SearchTree, views: list[StepView]) -> str:
    """Return what the script needs, as JSON that cannot end its element early."""
    rules = tree.position.rules
    cells = {
        format_cell((column, row)): content.name.lower()
        for column in range(rules.columns)
        for row in range(rules.rows)
        if (content := tree.position.cell(column, row)) is not None
    }
    data = {
        "search": tree.search,
        "columns": rules.columns,
        "rows": rules.rows,
        "bonus": None if rules.bonus is None else format_cell(rules.bonus),
        "cells": cells,
        "steps": [
            {
                "kind": view.step.kind,
                "node": view.node,
                "text": view.text,
                "cells": view.cells,
                "visits": view.step.visits,
                "rates": [words.percent(rate) for rate in view.step.win_rates],
                "path": view.step.path,
                "simulation": view.step.simulation,
            }
            for view in views
        ],
        "paths": {str(node.number): node.path for node in tree.nodes},
    }
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def _resource(name: str) -> str:
    return files("fourfold.analysis.trees").joinpath(name).read_text(encoding="utf-8")
