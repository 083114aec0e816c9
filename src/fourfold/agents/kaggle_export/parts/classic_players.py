"""The players `classic` and `casual`: minimax over windows of four.

It searches to the depth of its options; if that takes too long, it plays the best column of the
deepest search that it completed.
"""

from typing import Any

from fourfold.agents.kaggle_export.parts.alphabeta import AlphaBeta
from fourfold.agents.kaggle_export.parts.board import Position, read_position
from fourfold.agents.kaggle_export.parts.book_player import BookPlayer
from fourfold.agents.kaggle_export.parts.clock import Clock
from fourfold.agents.kaggle_export.parts.evaluation import ClassicEvaluation
from fourfold.agents.kaggle_export.parts.simple_players import chance_for

CLASSIC_WIN = 100_000
"""What a completed line counts: beyond every evaluation."""
EASY_DEPTHS = (2, 3)
"""One of them at random, for each move."""
EASY_MARGIN = 10
"""How much worse than the best a column may look to be picked at random."""


def classic_search(position: Position, weights: "dict[str, int]") -> AlphaBeta:
    """Return a search with the evaluation of `classic`."""
    evaluation = ClassicEvaluation(position.board, position.is_first, weights)
    return AlphaBeta(position, evaluation, CLASSIC_WIN)


class ClassicPlayer(BookPlayer):
    """Minimax over windows of four."""

    def search(self, position: Position, end: float) -> int:
        """Return the best column by a search that ends at a time of `perf_counter`."""
        assert self.depth is not None
        return classic_search(position, self.weights).search(self.depth, end)


class EasyPlayer:
    """Wins, else blocks, else picks one of the columns that look about as good at random."""

    def __init__(
        self, seconds: "float | None", seed: "int | None", weights: "dict[str, int]"
    ) -> None:
        self.seconds = seconds
        self.seed = seed
        self.weights = weights

    def play(self, observation: Any, configuration: Any) -> int:
        """Return the column to play."""
        clock = Clock(observation, configuration, self.seconds)
        position = read_position(observation, configuration)
        urgent = position.win_or_block()
        if urgent is not None:
            return urgent
        chance = chance_for(self.seed, position)
        search = classic_search(position, self.weights)
        search.search(chance.choice(EASY_DEPTHS), clock.end(), best_only=False)
        least = max(search.values.values()) - EASY_MARGIN
        return chance.choice([c for c, value in search.values.items() if value >= least])


class CasualPlayer:
    """Plays like a person: looks a little ahead and overlooks columns."""

    def __init__(
        self,
        depth: int,
        oversight: float,
        margin: int,
        seed: "int | None",
        weights: "dict[str, int]",
    ) -> None:
        self.depth = depth
        self.oversight = oversight
        self.margin = margin
        self.seed = seed
        self.weights = weights

    def play(self, observation: Any, configuration: Any) -> int:
        """Return the column to play."""
        clock = Clock(observation, configuration)
        position = read_position(observation, configuration)
        chance = chance_for(self.seed, position)
        legal = position.legal_columns
        noticed = [column for column in legal if chance.random() >= self.oversight]
        search = classic_search(position, self.weights)
        best = search.search(
            self.depth, clock.end(), noticed or [chance.choice(legal)], best_only=False
        )
        if abs(search.values[best]) >= CLASSIC_WIN or search.depth == position.free:
            return best  # its end is in sight
        least = search.values[best] - self.margin
        return chance.choice([c for c, value in search.values.items() if value >= least])
