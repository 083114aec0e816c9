"""Where the nodes of a drawn tree stand: the root at the top, every parent above its children.

Slot      one thing that is drawn: a node, or the columns of a node that were cut off
lay_out   all of them, with their places
"""

from dataclasses import dataclass

from fourfold.search.tree import AlphaBetaNode, SearchTree, TreeNode


@dataclass(frozen=True, slots=True)
class Slot:
    """A node, or what was cut off below it, and its place: from the left, and from the top."""

    node: TreeNode
    x: float
    ply: int
    pruned: tuple[int, ...] = ()
    """The columns that were cut off below the node; if there are none, it stands for itself."""


def lay_out(tree: SearchTree) -> tuple[list[Slot], int]:
    """Return the slots, parents before their children, and how many stand side by side at most."""
    slots: list[Slot] = []
    free = 0

    def place(node: TreeNode) -> float:
        nonlocal free
        here = len(slots)
        slots.append(Slot(node, 0, node.ply))
        places = [place(tree.nodes[child]) for child in tree.children[node.number]]
        if isinstance(node, AlphaBetaNode) and node.pruned and (places or node.searched == 0):
            slots.append(Slot(node, free, node.ply + 1, node.pruned))
            places.append(free)
            free += 1
        if not places:
            places = [free]
            free += 1
        x = (places[0] + places[-1]) / 2
        slots[here] = Slot(node, x, node.ply)
        return x

    place(tree.nodes[0])
    return slots, free
