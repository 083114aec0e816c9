"""A search that was recorded, one step after the other.

Alpha-beta walks through its tree from left to right:

    enter     goes to a node, with its window
    leave     comes back with its value; `window` is what that leaves to the parent
    cut       leaves out the other columns of a node: alpha has met beta, or a win is found

Each simulation of UCT has four phases:

    select    goes down the tree, always to the child with the best UCB
    expand    adds a child
    playout   plays a random game from there, or sees that the position is decided
    back_up   counts the result in every node of the path
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal, cast

from fourfold.search.tree.nodes import AlphaBetaNode, SearchTree, Window

StepKind = Literal["enter", "leave", "cut", "select", "expand", "playout", "back_up"]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a search. Values are for the root's player."""

    kind: StepKind
    path: tuple[int, ...]
    """Of the node that it is about."""
    window: Window | None = None
    """`enter`: of this node; `leave`, `cut`: of the parent, or of the node that is cut."""
    value: float | None = None
    """`leave`: of this node; `playout`, `back_up`: the reward."""
    columns: tuple[int, ...] = ()
    """`cut`: the columns that are left out."""
    simulation: int | None = None
    """Counted from 1."""
    visits: tuple[int, ...] = ()
    """`back_up`: of each column of the path."""
    win_rates: tuple[float, ...] = ()
    decided: bool = False
    """`playout`: no game was needed, the position is decided."""


def steps_of(tree: SearchTree) -> Sequence[Step]:
    """List the steps of the nodes, or of the simulations, that the tree holds."""
    return _uct_steps(tree) if tree.search == "uct" else _alphabeta_steps(tree)


def _alphabeta_steps(tree: SearchTree) -> list[Step]:
    steps: list[Step] = []

    def visit(node: AlphaBetaNode) -> None:
        window = node.table_window
        steps.append(Step("enter", node.path, window=node.window))
        below = [cast(AlphaBetaNode, tree.nodes[child]) for child in tree.children[node.number]]
        for child, after in zip_longest(below, below[1:]):
            visit(child)
            # What the next column was searched with; the root gives each of its own the widest.
            if after is not None:
                window = after.window
            elif node.ply > 0:
                window = _narrowed(window, child, node.maximizes)
            steps.append(Step("leave", child.path, window=window, value=child.value))
        if node.cut != "none":
            steps.append(Step("cut", node.path, window=window, columns=node.pruned))

    root = cast(AlphaBetaNode, tree.nodes[0])
    visit(root)
    steps.append(Step("leave", (), value=root.value))
    return steps


def _narrowed(window: Window, child: AlphaBetaNode, maximizes: bool) -> Window:
    """What is left of a node's window once one of its children has come back."""
    alpha, beta = window
    if maximizes:
        return (child.value if alpha is None else max(alpha, child.value), beta)
    return (alpha, child.value if beta is None else min(beta, child.value))


def _uct_steps(tree: SearchTree) -> list[Step]:
    steps: list[Step] = []
    for number, done in enumerate(tree.simulations, start=1):
        selected = done.path[:-1] if done.expanded else done.path
        steps.append(Step("select", selected, simulation=number))
        if done.expanded:
            steps.append(Step("expand", done.path, simulation=number))
        steps.append(
            Step(
                "playout",
                done.path,
                value=done.reward,
                simulation=number,
                decided=not done.playout,
            )
        )
        steps.append(
            Step(
                "back_up",
                done.path,
                value=done.reward,
                simulation=number,
                visits=done.visits,
                win_rates=done.win_rates,
            )
        )
    return steps
