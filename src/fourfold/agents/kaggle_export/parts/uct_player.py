"""The player `uct`: Monte Carlo tree search.

A simulation walks down the tree by UCB1, adds a position, plays a random game from there, and
adds its result to all positions on the way. The policy `strong` sees wins at once, threats, and
positions that are proven; `plain` does not.
"""

from math import log, sqrt
from random import Random
from time import perf_counter
from typing import Any

from fourfold.agents.kaggle_export.parts.board import Board, Position, read_position
from fourfold.agents.kaggle_export.parts.clock import Clock

WON, DRAWN, LOST = 1.0, 0.5, 0.0
FOLLOW = 0.78
"""How often a playout of `strong` answers in the column that was just played in."""


class TreeNode:
    """A position of the tree. Rewards are for the player who moved into it."""

    __slots__ = ("children", "mine", "proven", "rewards", "theirs", "untried", "visits")

    def __init__(self, mine: int, theirs: int) -> None:
        self.mine = mine  # the pieces of the side to move
        self.theirs = theirs
        self.children: list[tuple[int, TreeNode]] = []  # with the cell that leads there
        self.untried: list[int] = []  # cells
        self.visits = 0
        self.rewards = 0.0
        self.proven: float | None = None  # for the side to move


class MonteCarlo:
    """A search by simulations on one board."""

    def __init__(self, board: Board, is_strong: bool, c: float, chance: Random) -> None:
        self.board = board
        self.is_strong = is_strong
        self.c = c
        self.chance = chance

    def node(self, mine: int, theirs: int) -> TreeNode:
        """Return the node of a position in which the opponent has no line."""
        node = TreeNode(mine, theirs)
        cells, node.proven = self._candidates(mine, theirs)
        node.untried = self._split(cells)
        self.chance.shuffle(node.untried)
        return node

    def simulate(self, root: TreeNode) -> None:
        """Make one simulation."""
        path = [root]
        node = root
        while node.proven is None and not node.untried:
            node = self._most_promising(node)
            path.append(node)
        if node.proven is None:
            cell = node.untried.pop()
            child = self._child(node, cell)
            node.children.append((cell, child))
            node = child
            path.append(node)
        reward = node.proven
        if reward is None:
            reward = self._playout(node.mine, node.theirs)
        self._back_up(path, reward)

    def _child(self, node: TreeNode, cell: int) -> TreeNode:
        after = node.mine | cell
        if not self.is_strong and self.board.has_line(after):
            child = TreeNode(node.theirs, after)
            child.proven = LOST
            return child
        return self.node(node.theirs, after)

    def _back_up(self, path: "list[TreeNode]", reward: float) -> None:
        """Add a reward, for the side to move in the last position, to all on the way."""
        for index in range(len(path) - 1, -1, -1):
            node = path[index]
            if self.is_strong and node.proven is None:
                self._prove(node)
            if node.proven is not None:
                reward = node.proven
            reward = 1 - reward
            node.visits += 1
            node.rewards += reward

    def _prove(self, node: TreeNode) -> None:
        """Find out whether a node is proven by its children."""
        results = [child.proven for _, child in node.children]
        if LOST in results:
            node.proven = WON
        elif not node.untried and None not in results:
            node.proven = DRAWN if DRAWN in results else LOST

    def _most_promising(self, node: TreeNode) -> TreeNode:
        """Return the child with the highest UCB1 priority, proven ones left out."""
        exploration = 2 * log(node.visits)
        best, best_priority = node.children[0][1], -1.0
        for _, child in node.children:
            if child.proven is None or not self.is_strong:
                visits = child.visits
                priority = child.rewards / visits + self.c * sqrt(exploration / visits)
                if priority > best_priority:
                    best, best_priority = child, priority
        return best

    def _candidates(self, mine: int, theirs: int) -> "tuple[int, float | None]":
        """Return the landing cells worth a try, and what is proven without any."""
        board = self.board
        occupied = mine | theirs
        landing = (occupied + board.bottom) & board.playable
        if not landing:
            return 0, DRAWN
        if not self.is_strong:
            return landing, None
        if board.completing_cells(mine) & landing:
            return 0, WON
        threats = board.completing_cells(theirs) & ~occupied
        forced = landing & threats
        if forced:
            landing = forced
        landing &= ~(threats >> 1)
        if not landing or forced & (forced - 1):
            return 0, LOST
        return landing, None

    def _playout(self, mine: int, theirs: int) -> float:
        """Play a random game; return the reward of the side to move at its beginning."""
        board = self.board
        sign, last = 1, 0
        while True:
            cells, proven = self._candidates(mine, theirs)
            if proven is not None:
                return proven if sign > 0 else 1 - proven
            cell = 0
            if self.is_strong and last and self.chance.random() < FOLLOW:
                cell = cells & (last << 1)
            if not cell:
                cell = self.chance.choice(self._split(cells))
            mine |= cell
            if not self.is_strong and board.has_line(mine):
                return WON if sign > 0 else LOST
            mine, theirs, sign, last = theirs, mine, -sign, cell

    @staticmethod
    def _split(cells: int) -> "list[int]":
        found = []
        while cells:
            cell = cells & -cells
            found.append(cell)
            cells ^= cell
        return found


class UctPlayer:
    """Plays the most visited column, or one that is proven."""

    def __init__(
        self,
        seconds: "float | None",
        simulations: "int | None",
        policy: str,
        c: float,
        seed: "int | None",
        reuse: bool,
    ) -> None:
        self.seconds = seconds
        self.simulations = simulations
        self.is_strong = policy == "strong"
        self.c = c
        self.reuse = reuse
        self.chance = Random(seed)
        self._tree: TreeNode | None = None

    def play(self, observation: Any, configuration: Any) -> int:
        """Return the column to play."""
        clock = Clock(observation, configuration, self.seconds)
        position = read_position(observation, configuration)
        urgent = position.win_or_block()
        if urgent is not None and self.is_strong:
            return urgent
        search = MonteCarlo(position.board, self.is_strong, self.c, self.chance)
        root = self._known(position) or search.node(position.mine, position.theirs)
        end, count = clock.end(), 0
        while root.proven is None and (self.simulations is None or count < self.simulations):
            search.simulate(root)
            count += 1
            if perf_counter() > end:
                break
        self._tree = root if self.reuse else None
        return self._choice(position, root)

    def _known(self, position: Position) -> "TreeNode | None":
        """Return the node of a position in the tree of the last move, if it is there."""
        if self._tree is None:
            return None
        for _, child in self._tree.children:
            for _, node in child.children:
                if (node.mine, node.theirs) == (position.mine, position.theirs):
                    return node
        return None

    def _choice(self, position: Position, root: TreeNode) -> int:
        """Return a proven win, else the most visited column that is not lost.

        A proven draw is better than a column that wins less than half of its simulations.
        """
        board = position.board
        if not root.children:
            legal = position.legal_columns
            return next(column for column in board.centre_first if column in legal)
        moves = [(cell, child) for cell, child in root.children if child.proven == LOST]
        if not moves:
            moves = [(cell, child) for cell, child in root.children if child.proven != WON]
        cell, best = max(moves or root.children, key=lambda move: move[1].visits)
        if self.is_strong and best.proven is None and best.rewards < best.visits / 2:
            cell = next((cell for cell, child in moves if child.proven == DRAWN), cell)
        return board.column_of(cell)
