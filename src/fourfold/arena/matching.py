"""Perfect matchings of a graph, by Edmonds' blossom algorithm (1965).

A matching pairs nodes that are joined by an edge. It grows along an augmenting path, which leads
from one free node to another and alternates between edges outside and inside the matching. The
search for one goes wrong where it closes a cycle of odd length, a blossom; there the cycle is
shrunk to a single node, its base.
"""

from collections import deque
from collections.abc import Mapping, Sequence


class Matching:
    """A largest matching of a graph, from which pairs are fixed one after another."""

    def __init__(self, edges: Mapping[int, Sequence[int]]) -> None:
        """Find a largest matching; edges: the neighbours of each node, in both directions."""
        self._edges = edges
        self._mate: dict[int, int] = {}
        self._fixed: set[int] = set()
        for node in self._edges:
            if node not in self._mate:
                self._augment(node)

    @property
    def is_perfect(self) -> bool:
        """Whether every node has a partner."""
        return len(self._mate) + len(self._fixed) == len(self._edges)

    def fix(self, one: int, two: int) -> bool:
        """Pair two nodes for good, if the others can still be paired; return False if they cannot.

        Only for a perfect matching. The two nodes are then no part of the graph any more.
        """
        if two not in self._edges[one]:
            return False
        left, right = self._mate[one], self._mate[two]
        for node in (one, two, left, right):
            self._mate.pop(node, None)  # if they are partners, left and right are they
        self._fixed |= {one, two}
        if left == two or self._augment(left):
            return True
        self._fixed -= {one, two}
        self._mate |= {one: left, left: one, two: right, right: two}
        return False

    def _augment(self, root: int) -> bool:
        """Match a free node, changing the partners of others; False if that is impossible."""
        for other in self._edges[root]:  # nearly always there is somebody: no search is needed
            if other not in self._fixed and other not in self._mate:
                self._mate |= {root: other, other: root}
                return True
        parent: dict[int, int] = {}
        base = {node: node for node in self._edges}
        even = {root}
        queue = deque([root])
        while queue:
            node = queue.popleft()
            for other in self._edges[node]:
                if (
                    other in self._fixed
                    or base[node] == base[other]
                    or self._mate.get(node) == other
                ):
                    continue
                if other == root or (other in self._mate and self._mate[other] in parent):
                    self._shrink(node, other, base, parent, even, queue)
                elif other not in parent:
                    parent[other] = node
                    if other not in self._mate:
                        self._flip(other, parent)
                        return True
                    even.add(self._mate[other])
                    queue.append(self._mate[other])
        return False

    def _flip(self, end: int, parent: Mapping[int, int]) -> None:
        """Exchange the edges of the path that ends here."""
        node: int | None = end
        while node is not None:
            before = parent[node]
            following = self._mate.get(before)
            self._mate[node], self._mate[before] = before, node
            node = following

    def _shrink(
        self,
        one: int,
        two: int,
        base: dict[int, int],
        parent: dict[int, int],
        even: set[int],
        queue: deque[int],
    ) -> None:
        """Shrink the odd cycle that an edge between two even nodes closes."""
        common = self._common_base(one, two, base, parent)
        blossom: set[int] = set()
        for start, child in ((one, two), (two, one)):
            node = start
            while base[node] != common:
                mate = self._mate[node]
                blossom |= {base[node], base[mate]}
                parent[node] = child
                child = mate
                node = parent[mate]
        for node in base:
            if base[node] in blossom:
                base[node] = common
                if node not in even:
                    even.add(node)
                    queue.append(node)

    def _common_base(
        self, one: int, two: int, base: Mapping[int, int], parent: Mapping[int, int]
    ) -> int:
        """Return the base of the cycle: where the paths of both to the root meet."""
        passed = set()
        node = base[one]
        while True:
            passed.add(node)
            if node not in self._mate or self._mate[node] not in parent:
                break
            node = base[parent[self._mate[node]]]
        node = base[two]
        while node not in passed:
            node = base[parent[self._mate[node]]]
        return node
