"""Variations: lines of moves that were not played, as a tree.

    4 4 3 5             the main line: the first move at every fork
        └ 6 2           a variation, from the position after 4 4
            └ 1         a variation of the variation, after 4 4 6

A place in the tree is named by its path, the columns that lead there from the start. The tree is
kept as its lines, a path to each of its ends in the order in which it is walked: 4435, 4462, 4461.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from fourfold.errors import GameError
from fourfold.rules import Position
from fourfold.rules.notation import format_moves

MOST_LINES = 100
"""Variations that are kept with a game, at most."""

Path = tuple[int, ...]
_Node = dict[int, Any]  # the nodes after each column, in their order


@dataclass(frozen=True, slots=True)
class MoveTree:
    """Lines of legal moves from a position; immutable: every change makes another tree."""

    start: Position = field(default_factory=Position)
    lines: tuple[Path, ...] = ()
    """The path to each end, the main line first. `from_lines` puts any lines in order."""

    @classmethod
    def from_lines(cls, start: Position, lines: Iterable[Sequence[int]]) -> "MoveTree":
        """Make the tree of some lines; IllegalMove if one of them cannot be played.

        At a fork the line that comes first goes first. A line that is the beginning of another adds
        nothing.
        """
        paths = [tuple(line) for line in lines]
        for path in paths:
            Position(start.rules, (*start.moves, *path))
        return cls(start, _ordered(paths))

    # Walking

    @property
    def main_line(self) -> Path:
        """The line of first moves."""
        return self.lines[0] if self.lines else ()

    def __contains__(self, path: object) -> bool:
        return path == () or (
            isinstance(path, tuple) and any(line[: len(path)] == path for line in self.lines)
        )

    def children(self, path: Path) -> Path:
        """Return the columns that follow on a path, the first of them first."""
        follow = (line[len(path)] for line in self.lines if _leads(path, line) and line != path)
        return tuple(dict.fromkeys(follow))

    def walk(self, path: Path = ()) -> Iterator[Path]:
        """Yield every path after a path: each move before what follows it."""
        for column in self.children(path):
            yield (*path, column)
            yield from self.walk((*path, column))

    # Changing

    def add(self, line: Sequence[int]) -> "MoveTree":
        """Add a line, after those that are there; IllegalMove if it cannot be played."""
        Position(self.start.rules, (*self.start.moves, *line))
        return MoveTree(self.start, _ordered([*self.lines, tuple(line)]))

    def promote(self, path: Path) -> "MoveTree":
        """Let a path lead the tree: at every fork its move becomes the first."""
        self._check(path)
        through = [line for line in self.lines if _leads(path, line)]
        others = [line for line in self.lines if not _leads(path, line)]
        return MoveTree(self.start, _ordered([*through, *others]))

    def delete(self, path: Path) -> "MoveTree":
        """Remove the last move of a path, and everything after it."""
        self._check(path)
        kept = [path[:-1] if _leads(path, line) else line for line in self.lines]
        return MoveTree(self.start, _ordered(kept if path else []))

    def _check(self, path: Path) -> None:
        if path not in self:
            moves = format_moves(path, self.start.rules.columns)
            raise GameError(f"there is no variation {moves} in this tree")


def variations_beside(
    start: Position, main: Sequence[int], lines: Iterable[Sequence[int]]
) -> tuple[Path, ...]:
    """Return lines as a game keeps them: in order, without those that its own moves contain.

    The moves of the game stay the main line, whatever is in the lines.
    """
    tree = MoveTree.from_lines(start, [main, *lines])
    found = tuple(line for line in tree.lines if line != tuple(main))
    if len(found) > MOST_LINES:
        raise GameError(f"a game has at most {MOST_LINES} variations, and not {len(found)}")
    return found


def _leads(path: Path, line: Path) -> bool:
    return line[: len(path)] == path


def _ordered(lines: Iterable[Path]) -> tuple[Path, ...]:
    root: _Node = {}
    for line in lines:
        node = root
        for column in line:
            node = node.setdefault(column, {})
    return tuple(_ends(root, ())) if root else ()


def _ends(node: _Node, path: Path) -> Iterator[Path]:
    if not node:
        yield path
    for column, child in node.items():
        yield from _ends(child, (*path, column))
