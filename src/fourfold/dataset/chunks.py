"""The positions of a data set in chunks, each of which is labelled by one worker.

Random play finds them as they are asked for, so that workers label the first ones while it goes on.
"""

import hashlib
from collections.abc import Iterable, Iterator
from itertools import groupby, islice

from fourfold.dataset.selection import (
    DEFAULT_COUNT,
    RANDOM,
    Selection,
    draw_positions,
    find_positions,
)
from fourfold.errors import InvalidOption
from fourfold.rules import Position, Rules

CHUNK = 64
"""Positions per chunk. Labels within a limit of nodes depend on it, so it never changes."""

_RANDOM_VERSION = 1  # grows when the same selection gives other positions


class Chunks:
    """The chunks of a selection. Each has positions of one board, and they are found only once."""

    sizes: list[tuple[Rules, int]]
    """The board of each chunk, and how many positions it has."""
    identity: bytes
    """Differs where the positions do."""
    too_few: bool = False
    """Whether random play had to give up; it raised InvalidOption."""

    def __init__(self, selection: Selection) -> None:
        self._found: list[list[Position]] = []
        if selection.source == RANDOM:
            # Asked for anew: a selection without a count means this many.
            count = selection.count or DEFAULT_COUNT
            self._missing = _chunks(draw_positions(selection))
            last = [count % CHUNK] if count % CHUNK else []
            self.sizes = [(selection.rules, size) for size in [CHUNK] * (count // CHUNK) + last]
            drawn = (_RANDOM_VERSION, str(selection.rules), selection.plies, count, selection.seed)
            text = [repr((*drawn, selection.unforced, selection.mirrors))]
        else:
            positions = find_positions(selection)
            self._found += _chunks(positions)
            self._missing = iter(())
            self.sizes = [(chunk[0].rules, len(chunk)) for chunk in self._found]
            text = [position.to_text() for position in positions]
        self.identity = hashlib.sha256("\n".join(text).encode()).digest()

    def __iter__(self) -> Iterator[list[Position]]:
        yield from self._found
        try:
            for chunk in self._missing:
                self._found.append(chunk)
                yield chunk
        except InvalidOption:
            self.too_few = True
            raise

    @property
    def boards(self) -> set[Rules]:
        """The boards of all positions."""
        return {rules for rules, _ in self.sizes}

    @property
    def positions(self) -> int:
        """How many positions there are."""
        return sum(size for _, size in self.sizes)


def _chunks(positions: Iterable[Position]) -> Iterator[list[Position]]:
    for _, same_board in groupby(positions, key=lambda position: position.rules):
        while chunk := list(islice(same_board, CHUNK)):
            yield chunk
