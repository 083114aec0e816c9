"""A tree as JSON; docs/trees.md describes every name. Columns are written as in the notation."""

from typing import Any

from fourfold.rules.notation import column_label, format_cell, format_moves
from fourfold.search.tree.nodes import AlphaBetaNode, SearchTree, Simulation, TreeNode, UctNode

VERSION = 1


def as_json(tree: SearchTree) -> dict[str, Any]:
    """Return a tree as values that `json.dumps` takes."""
    width = tree.position.rules.columns
    shared = {
        "fourfold": "tree",
        "version": VERSION,
        "search": tree.search,
        "position": tree.position.to_text(),
        "player": str(tree.player),
        "column": column_label(tree.column, width),
        "depth": tree.depth,
        "searched": tree.searched,
        "plies": tree.request.plies,
        "most": tree.request.most,
    }
    if tree.search == "uct":
        return {
            **shared,
            "c": tree.c,
            "nodes": [_node(tree, node) for node in tree.nodes],
            "simulations": [_simulation(each, width) for each in tree.simulations],
        }
    return {**shared, "win": tree.win, "nodes": [_node(tree, node) for node in tree.nodes]}


def _node(tree: SearchTree, node: TreeNode) -> dict[str, Any]:
    width = tree.position.rules.columns
    shared = {
        "number": node.number,
        "parent": node.parent,
        "path": format_moves(node.path, width),
        "cell": None if node.cell is None else format_cell(node.cell),
        "piece": node.piece,
        "player": "max" if node.maximizes else "min",
        "principal": node.number in tree.principal,
    }
    if isinstance(node, AlphaBetaNode):
        return shared | {
            "kind": node.kind,
            "window": list(node.window),
            "table_window": list(node.table_window),
            "value": node.value,
            "bound": node.bound,
            "ends_in": tree.plies_until_end(node.value),
            "cut": node.cut,
            "order": format_moves(node.order, width),
            "searched": node.searched,
            "pruned": format_moves(node.pruned, width),
            "hint": node.hint,
            "nodes": node.nodes,
        }
    assert isinstance(node, UctNode)
    return shared | {
        "visits": node.visits,
        "win_rate": _rounded(node.win_rate),
        "proven": None if node.proven is None else str(node.proven.outcome),
        "plies": node.plies,
        "ucb": _rounded(node.ucb),
    }


def _simulation(done: Simulation, width: int) -> dict[str, Any]:
    return {
        "path": format_moves(done.path, width),
        "expanded": done.expanded,
        "playout": done.playout,
        "reward": done.reward,
        "proven": done.proven,
        "visits": list(done.visits),
        "win_rates": [_rounded(rate) for rate in done.win_rates],
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
