"""Draws the tree of a search as an SVG picture.

The root is at the top. The boxes of MAX, whose move the root is, have corners, those of MIN are
round. A line carries the column that is played; the line that the search expects is thick. What was
cut off ends in a dashed line with a cross. The picture follows the colour scheme of the reader, has
no ids, which would clash when a page holds several, and refers to nothing outside of it.
"""

from html import escape

from fourfold.analysis.trees import words
from fourfold.analysis.trees.layout import Slot, lay_out
from fourfold.rules.notation import column_label, format_moves
from fourfold.search.tree import AlphaBetaNode, SearchTree, TreeNode, UctNode

_BOX, _BOX_HEIGHT = 88, 42
_STEP, _LEVEL = 98, 104
_LEFT, _TOP, _MARGIN = 20, 64, 26
_LEAST_WIDTH = 660  # for the heading
_STYLE = """
.fourfold-tree { --card: #f3f6fb; --ink: #1f2b3d; --pale: #4d5b73; --line: #7d8ba3; --box: #fff;
  --chosen: #2b63c4; --cut: #a8322a; }
@media (prefers-color-scheme: dark) { .fourfold-tree { --card: #1a2130; --ink: #dfe6f3;
  --pale: #a9b6cb; --line: #7686a0; --box: #11161f; --chosen: #7fb0ff; --cut: #ff9b90; } }
.fourfold-tree .card { fill: var(--card); }
.fourfold-tree text { fill: var(--ink); text-anchor: middle; }
.fourfold-tree .heading, .fourfold-tree .legend { text-anchor: start; }
.fourfold-tree .heading { font-size: 16px; font-weight: 600; }
.fourfold-tree .legend, .fourfold-tree .small { font-size: 11.5px; fill: var(--pale); }
.fourfold-tree .value { font-size: 14px; font-weight: 600; }
.fourfold-tree .column { font-size: 13px; font-weight: 600; paint-order: stroke;
  stroke: var(--card); stroke-width: 5px; }
.fourfold-tree .edge { stroke: var(--line); stroke-width: 1.5; fill: none; }
.fourfold-tree .node rect { fill: var(--box); stroke: var(--line); stroke-width: 1.5; }
.fourfold-tree .principal > .edge, .fourfold-tree .principal > rect { stroke: var(--chosen);
  stroke-width: 3; }
.fourfold-tree .pruned .edge { stroke: var(--cut); stroke-dasharray: 4 4; }
.fourfold-tree .pruned .cross { stroke: var(--cut); stroke-width: 2.5; }
.fourfold-tree .pruned text, .fourfold-tree .small.cut { fill: var(--cut); }
"""


def draw(tree: SearchTree, *, heading: bool = True) -> str:
    """Return the tree as an SVG document. heading: whether it says above the tree what it shows."""
    slots, wide = lay_out(tree)
    top = _TOP if heading else _MARGIN
    deepest = max(slot.ply for slot in slots)
    width = max(_LEFT + wide * _STEP + _MARGIN, _LEAST_WIDTH if heading else 0)
    height = top + deepest * _LEVEL + _BOX_HEIGHT + _MARGIN
    places = {slot.node.number: slot for slot in slots if not slot.pruned}
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" class="fourfold-tree" role="img" '
            f'width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
            'font-family="system-ui, Segoe UI, Helvetica, Arial, sans-serif">',
            f"<title>{escape(words.title(tree))}</title>",
            f"<desc>{escape(words.summary(tree))}</desc>",
            f"<style>{_STYLE}</style>",
            f'<rect class="card" width="{width}" height="{height}" rx="12"/>',
            *(_heading(tree) if heading else ()),
            f'<g transform="translate(0 {top})">',
            *(_drawn(tree, slot, places) for slot in slots),
            "</g></svg>",
        ]
    )


def _heading(tree: SearchTree) -> list[str]:
    return [
        f'<text class="heading" x="{_LEFT}" y="26">{escape(words.title(tree))}</text>',
        f'<text class="legend" x="{_LEFT}" y="46">{escape(words.summary(tree))}</text>',
    ]


def _drawn(tree: SearchTree, slot: Slot, places: dict[int, Slot]) -> str:
    if slot.pruned:
        return _drawn_cut(tree, slot, places[slot.node.number])
    node = slot.node
    x, y = _centre(slot)
    parts = []
    if node.parent is not None:
        label = column_label(node.path[-1], tree.position.rules.columns)
        parts.append(_edge(places[node.parent], slot, label))
    principal = node.number in tree.principal
    corners = 4 if node.maximizes else _BOX_HEIGHT // 2
    parts.append(
        f'<rect x="{x - _BOX / 2:g}" y="{y - _BOX_HEIGHT / 2:g}" width="{_BOX}" '
        f'height="{_BOX_HEIGHT}" rx="{corners}"/>'
        f'<text class="value" x="{x:g}" y="{y - 2:g}">{escape(_mark(node))}'
        f"{escape(words.short_value(tree, node))}</text>"
        f'<text class="small" x="{x:g}" y="{y + 14:g}">'
        f"{escape(words.below_value(tree, node))}</text>"
    )
    if isinstance(node, AlphaBetaNode) and node.pruned and not tree.children[node.number]:
        parts.append(
            f'<text class="small cut" x="{x:g}" y="{y + _BOX_HEIGHT / 2 + 14:g}">'
            f"✕ {len(node.pruned)} cut off</text>"
        )
    path = format_moves(node.path, tree.position.rules.columns)
    return (
        f'<g class="node {_kind(node)}{" principal" if principal else ""}" '
        f'data-node="{node.number}" data-path="{path}">'
        f"<title>{escape(words.node(tree, node))}</title>{''.join(parts)}</g>"
    )


def _drawn_cut(tree: SearchTree, slot: Slot, parent: Slot) -> str:
    """Draw the columns that were cut off, all as one."""
    x, y = _centre(slot)
    top = y - _BOX_HEIGHT / 2
    columns = format_moves(slot.pruned, tree.position.rules.columns)
    why = "β cut" if slot.node.maximizes else "α cut"
    if isinstance(slot.node, AlphaBetaNode) and slot.node.cut == "win":
        why = "win found"
    return (
        f'<g class="pruned" data-node="{slot.node.number}">'
        f"{_edge(parent, slot, '')}"
        f'<path class="cross" d="M{x - 7:g} {top - 7:g}l14 14m0 -14l-14 14"/>'
        f'<text class="value" x="{x:g}" y="{y + 6:g}">{columns}</text>'
        f'<text class="small" x="{x:g}" y="{y + 21:g}">{why}</text></g>'
    )


def _edge(parent: Slot, child: Slot, label: str) -> str:
    (x1, y1), (x2, y2) = _centre(parent), _centre(child)
    y1, y2 = y1 + _BOX_HEIGHT / 2, y2 - _BOX_HEIGHT / 2
    # The labels stand near the children, where no two lines meet.
    x, y = x1 + (x2 - x1) * 0.72, y1 + (y2 - y1) * 0.72
    drawn = f'<path class="edge" d="M{x1:g} {y1:g}L{x2:g} {y2:g}"/>'
    if label:
        drawn += f'<text class="column" x="{x:g}" y="{y + 5:g}">{label}</text>'
    return drawn


def _kind(node: TreeNode) -> str:
    if isinstance(node, AlphaBetaNode):
        return node.kind
    return "proven" if isinstance(node, UctNode) and node.proven is not None else "inner"


def _mark(node: TreeNode) -> str:
    """Write T before a value that comes from the table."""
    return "T " if isinstance(node, AlphaBetaNode) and node.kind == "table" else ""


def _centre(slot: Slot) -> tuple[float, float]:
    return (
        _LEFT + slot.x * _STEP + _STEP / 2,
        slot.ply * _LEVEL + _BOX_HEIGHT / 2,
    )
