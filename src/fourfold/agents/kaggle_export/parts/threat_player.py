"""The player `threat`: minimax that weighs threats by parity and zugzwang.

It searches to the depth of its options; if that takes too long, it plays the best column of the
deepest search that it completed.
"""

from fourfold.agents.kaggle_export.parts.alphabeta import AlphaBeta
from fourfold.agents.kaggle_export.parts.board import Position
from fourfold.agents.kaggle_export.parts.book_player import BookPlayer
from fourfold.agents.kaggle_export.parts.threat_evaluation import ThreatEvaluation

THREAT_WIN = 100_000
"""What a completed line counts: beyond every evaluation."""
THREAT_DEPTHS = ((8, 6), (20, 8), (30, 10))
"""The most pieces on the 42 cells of 7x6, and the depth up to there."""
THREAT_LAST_DEPTH = 12


def threat_search(position: Position, weights: "dict[str, int]") -> AlphaBeta:
    """Return a search with the evaluation of `threat`."""
    evaluation = ThreatEvaluation(position.board, position.is_first, weights)
    return AlphaBeta(position, evaluation, THREAT_WIN)


class ThreatPlayer(BookPlayer):
    """Minimax that knows threats, parity and zugzwang."""

    def search(self, position: Position, end: float) -> int:
        """Return the best column by a search that ends at a time of `perf_counter`."""
        depth = threat_depth(position) if self.depth is None else self.depth
        return threat_search(position, self.weights).search(depth, end)


def threat_depth(position: Position) -> int:
    """Return how deep `threat` searches: the fuller the board, the deeper."""
    for most, depth in THREAT_DEPTHS:
        if position.ply * 42 <= most * position.board.cells:
            return depth
    return THREAT_LAST_DEPTH
