"""The trees of searches, as far as they were recorded: what was looked at, in which order, and why.

    nodes.py        the types: `TreeRequest`, `SearchTree` and its nodes
    recording.py    fills them from what the native searches have written down
    steps.py        the search once more, one step after the other
    json_form.py    a tree as JSON

They come from the searches themselves: `AlphaBeta.search` and `Uct.search` take a `TreeRequest`.
"""

from fourfold.search.tree.nodes import (
    AlphaBetaNode,
    SearchTree,
    Simulation,
    TreeNode,
    TreeRequest,
    UctNode,
)
from fourfold.search.tree.steps import Step

__all__ = [
    "AlphaBetaNode",
    "SearchTree",
    "Simulation",
    "Step",
    "TreeNode",
    "TreeRequest",
    "UctNode",
]
