"""What `threat` and `classic` have in common: a win, else a block, else the book, else a search."""

from typing import Any

from fourfold.agents.kaggle_export.parts.board import Position, read_position
from fourfold.agents.kaggle_export.parts.clock import Clock
from fourfold.agents.kaggle_export.parts.opening import OpeningBook


class BookPlayer:
    """Plays what wins at once or must be blocked, else by the book if it has one, else searches."""

    def __init__(
        self,
        depth: "int | None",
        seconds: "float | None",
        book: "OpeningBook | None",
        weights: "dict[str, int]",
    ) -> None:
        self.depth = depth
        self.seconds = seconds
        self.book = book
        self.weights = weights

    def play(self, observation: Any, configuration: Any) -> int:
        """Return the column to play."""
        clock = Clock(observation, configuration, self.seconds)
        position = read_position(observation, configuration)
        known = position.win_or_block()
        if known is None and self.book is not None:
            known = self.book.column(position)
        return self.search(position, clock.end()) if known is None else known

    def search(self, position: Position, end: float) -> int:
        """Return the best column by a search that ends at a time of `perf_counter`."""
        raise NotImplementedError
