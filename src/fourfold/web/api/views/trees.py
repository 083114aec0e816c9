"""Trees of searches as the page sees them."""

from fourfold.agents.base import Decision
from fourfold.analysis.trees import StepView, step_views, words
from fourfold.rules import Position
from fourfold.rules.notation import column_label, format_moves, parse_cell
from fourfold.search.tree import AlphaBetaNode, SearchTree, TreeNode, UctNode
from fourfold.web.api.lesson_responses import PieceView
from fourfold.web.api.responses import Side
from fourfold.web.api.tree_responses import (
    NodeKind,
    ThoughtView,
    TreeNodeView,
    TreeStepView,
    TreeView,
)
from fourfold.web.api.views.summaries import board_rows
from fourfold.web.api.views.texts import encodable, side_name

MOST_STEPS = 1_500
_OWNERS: dict[str, Side] = {"first": "FIRST", "second": "SECOND"}


def thought_view(spec: str, position: Position, decision: Decision) -> ThoughtView:
    """Show a decision, and the tree of its search."""
    return ThoughtView(
        agent=spec,
        position=position.to_text(),
        rows=board_rows(position),
        turn=side_name(position.turn),
        column=column_label(decision.column, position.rules.columns),
        reason=encodable(decision.reason),
        tree=None if decision.tree is None else _tree(decision.tree),
    )


def _tree(tree: SearchTree) -> TreeView:
    """Show a tree with its steps."""
    numbers = {node.path: node.number for node in tree.nodes}
    return TreeView(
        search=tree.search,
        summary=words.summary(tree),
        nodes=[_node(tree, node) for node in tree.nodes],
        steps=[_step(view, numbers) for view in step_views(tree, MOST_STEPS)],
    )


def _node(tree: SearchTree, node: TreeNode) -> TreeNodeView:
    width = tree.position.rules.columns
    piece = None
    if node.cell is not None and node.piece is not None:
        piece = _piece(node.cell, node.piece)
    return TreeNodeView(
        parent=node.parent,
        column=format_moves(node.path[-1:], width),
        piece=piece,
        maximizes=node.maximizes,
        principal=node.number in tree.principal,
        kind=_kind(node),
        value=words.short_value(tree, node),
        detail=words.below_value(tree, node),
        text=words.node(tree, node),
        pruned=format_moves(node.pruned, width) if isinstance(node, AlphaBetaNode) else "",
    )


def _kind(node: TreeNode) -> NodeKind:
    if isinstance(node, AlphaBetaNode):
        return node.kind
    return "proven" if isinstance(node, UctNode) and node.proven is not None else "uct"


def _step(view: StepView, numbers: dict[tuple[int, ...], int]) -> TreeStepView:
    step = view.step
    counts = []
    if step.kind == "back_up":
        counts.append((0, "", words.visits(step.simulation or 0)))
        for ply, (visits, rate) in enumerate(zip(step.visits, step.win_rates, strict=True), 1):
            number = numbers.get(step.path[:ply])
            if number is not None:
                counts.append((number, words.percent(rate), words.visits(visits)))
    return TreeStepView(
        kind=step.kind,
        node=view.node,
        text=view.text,
        pieces=[_piece(parse_cell(cell), piece) for cell, piece in view.cells],
        counts=counts,
    )


def _piece(cell: tuple[int, int], piece: str) -> PieceView:
    return PieceView(column=cell[0], row=cell[1], owner=_OWNERS.get(piece, "BAN"))
