"""The player `hard`: minimax that counts windows of four and double threats.

It searches to the depth of its options; if that takes too long, it plays the best column of the
deepest search that it completed.
"""

from typing import Any

from fourfold.agents.kaggle_export.parts.alphabeta import AlphaBeta
from fourfold.agents.kaggle_export.parts.board import read_position
from fourfold.agents.kaggle_export.parts.clock import Clock
from fourfold.agents.kaggle_export.parts.evaluation import HardEvaluation

HARD_WIN = 1_000_000
"""What a completed line counts: beyond every evaluation."""


class HardPlayer:
    """Minimax that counts windows of four and double threats."""

    def __init__(self, depth: int, seconds: "float | None", weights: "dict[str, int]") -> None:
        self.depth = depth
        self.seconds = seconds
        self.weights = weights

    def play(self, observation: Any, configuration: Any) -> int:
        """Return the column to play."""
        clock = Clock(observation, configuration, self.seconds)
        position = read_position(observation, configuration)
        evaluation = HardEvaluation(position.board, position.is_first, self.weights)
        return AlphaBeta(position, evaluation, HARD_WIN).search(self.depth, clock.end())
