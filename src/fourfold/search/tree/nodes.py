"""What the tree of a search holds.

Values and windows are for the player whose move the root is: that player maximizes, the other one
minimizes, as trees are drawn in textbooks. The end of a window that is open is None.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, cast

from fourfold.rules import Player, Position
from fourfold.rules.notation import Cell
from fourfold.search.score import Score
from fourfold.support.checks import whole_number

if TYPE_CHECKING:
    from fourfold.search.tree.steps import Step

PLIES, MOST_PLIES = 2, 12
NODES, MOST_NODES = 400, 20_000
SIMULATIONS, MOST_SIMULATIONS = 40, 1_000

Piece = Literal["first", "second", "ban"]
Window = tuple[float | None, float | None]
"""Alpha and beta."""
NodeKind = Literal["inner", "win", "draw", "leaf", "table", "hopeless"]
"""How a node of alpha-beta got its value.

inner: from its moves. win, draw: the ply ended the game. leaf: by the evaluation, where the depth
ends. table: the table knew it, or a bound that was enough. hopeless: not even a win at once could
have mattered, so nothing was searched.
"""
Bound = Literal["exact", "at_least", "at_most"]
Cut = Literal["none", "window", "win"]
"""Why the other moves were not searched: alpha met beta, or nothing can be better than a win."""


@dataclass(frozen=True, slots=True)
class TreeRequest:
    """How much of a search is recorded."""

    plies: int = PLIES
    """How deep, from the root."""
    most: int = NODES
    """How many nodes. Alpha-beta keeps those of the first plies, UCT the most visited."""
    simulations: int = SIMULATIONS
    """How many simulations of UCT, from the first on."""

    def __post_init__(self) -> None:
        for name, value, most in (
            ("the number of plies of a tree", self.plies, MOST_PLIES),
            ("the number of nodes of a tree", self.most, MOST_NODES),
            ("the number of recorded simulations", self.simulations, MOST_SIMULATIONS),
        ):
            whole_number(name, value, 1, most)


@dataclass(frozen=True, slots=True)
class TreeNode:
    """A position in the tree. The root has no parent, column, cell or piece."""

    number: int
    """Its place in the tree's nodes."""
    parent: int | None
    path: tuple[int, ...]
    """The columns that lead to it, from the root."""
    cell: Cell | None
    """Where the last ply of the path landed."""
    piece: Piece | None
    """What landed there."""
    maximizes: bool
    """Whether the root's player is to move, or would be if the game were not over."""

    @property
    def column(self) -> int | None:
        """The ply that leads here."""
        return self.path[-1] if self.path else None

    @property
    def ply(self) -> int:
        """How many plies below the root it is."""
        return len(self.path)


@dataclass(frozen=True, slots=True)
class AlphaBetaNode(TreeNode):
    """A position that alpha-beta searched."""

    kind: NodeKind
    window: Window
    """What it was searched with."""
    table_window: Window
    """The same once the transposition table had narrowed it."""
    value: float
    bound: Bound
    """What the value is: exact, or the true one is at least or at most this."""
    cut: Cut
    order: tuple[int, ...]
    """The columns in the order of the search; empty where none was to be searched."""
    searched: int
    """How many of them were searched; the others were cut off."""
    hint: bool
    """Whether the table knew which column to try first."""
    nodes: int
    """Plies that the search made to get here and below."""

    @property
    def pruned(self) -> tuple[int, ...]:
        """The columns that were cut off."""
        return self.order[self.searched :]


@dataclass(frozen=True, slots=True)
class UctNode(TreeNode):
    """A position of a Monte Carlo tree: what is known of the ply that leads to it."""

    visits: int
    win_rate: float | None
    """The mean of its rewards for the root's player, a draw counting one half; None: no visit."""
    proven: Score | None
    """The outcome that is proven, for the root's player."""
    plies: int | None
    """How long the game lasts by the proof of a win or a loss, from the position before the ply."""
    ucb: float | None
    """What the selection compares: the mover's win rate and what is added for exploration."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """One simulation of a Monte Carlo search."""

    path: tuple[int, ...]
    """The columns chosen in the tree."""
    expanded: bool
    """Whether the last of them was chosen for the first time."""
    playout: bool
    """Whether a random game followed; else the position was decided."""
    reward: float
    """How it ended for the root's player: 1 won, 0.5 drawn, 0 lost."""
    proven: bool
    """Whether that is proven of the last column."""
    visits: tuple[int, ...]
    """Of each column of the path, afterwards."""
    win_rates: tuple[float, ...]
    """Likewise, for the root's player."""


@dataclass(frozen=True)
class SearchTree:
    """The first plies of a search.

    nodes: the root first; those of alpha-beta in the order of the search, those of UCT from the
        most visited on.
    """

    search: Literal["alphabeta", "uct"]
    position: Position
    """The root."""
    column: int
    """What the search chose."""
    nodes: tuple[TreeNode, ...]
    request: TreeRequest
    searched: int
    """How many positions the whole search looked at; how many simulations UCT made."""
    depth: int
    """How many plies deep alpha-beta searched; how deep the tree of UCT is."""
    win: int = 0
    """What a completed line counts in alpha-beta, with the depth that was left added to it."""
    c: float = 0.0
    """How much UCT explores."""
    simulations: tuple[Simulation, ...] = ()
    """The first simulations of UCT."""

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """For each node the numbers of those below it, in the order of the nodes."""
        below: list[list[int]] = [[] for _ in self.nodes]
        for node in self.nodes:
            if node.parent is not None:
                below[node.parent].append(node.number)
        return tuple(map(tuple, below))

    @property
    def player(self) -> Player:
        """Who maximizes."""
        return self.position.turn

    @cached_property
    def steps(self) -> "Sequence[Step]":
        """The search once more, one step after the other; see `steps.py`."""
        from fourfold.search.tree.steps import steps_of

        return steps_of(self)

    @cached_property
    def principal(self) -> frozenset[int]:
        """The numbers of the nodes on the line that the search expects, the root among them."""
        found, here = {0}, 0
        while (after := self._best_below(here)) is not None:
            found.add(after)
            here = after
        return frozenset(found)

    def position_of(self, node: TreeNode) -> Position:
        """Return the position that a node stands for."""
        position = self.position
        for column in node.path:
            position = position.play(column)
        return position

    def plies_until_end(self, value: float) -> int | None:
        """Return how many plies from the root a value of alpha-beta says the game lasts.

        None if it is an evaluation, or a draw.
        """
        if self.search != "alphabeta" or abs(value) < self.win:
            return None
        return self.depth - (int(abs(value)) - self.win)

    def to_json(self) -> dict[str, Any]:
        """Return the tree as values that `json.dumps` takes; docs/trees.md names them."""
        from fourfold.search.tree.json_form import as_json

        return as_json(self)

    def _best_below(self, number: int) -> int | None:
        """The child that the player to move would choose."""
        below = [self.nodes[child] for child in self.children[number]]
        if number == 0:
            chosen = [node for node in below if node.column == self.column]
        elif self.search == "uct":
            visited = [node for node in cast(list[UctNode], below) if node.visits]
            chosen = [max(visited, key=lambda node: node.visits)] if visited else []
        else:
            here = cast(AlphaBetaNode, self.nodes[number])
            chosen = [node for node in cast(list[AlphaBetaNode], below) if node.value == here.value]
        return chosen[0].number if chosen else None
