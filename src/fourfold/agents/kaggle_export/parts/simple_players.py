"""Players that do not search."""

from random import Random
from typing import Any

from fourfold.agents.kaggle_export.parts.board import Position, read_position


def chance_for(seed: "int | None", position: Position) -> Random:
    """Return random numbers for one move; with a seed, always the same ones for a board."""
    if seed is None:
        return Random()
    return Random(f"{seed} {position.mine} {position.theirs}")


class RandomPlayer:
    """Plays any column that has room, each with the same chance."""

    def __init__(self, seed: "int | None") -> None:
        self.seed = seed

    def play(self, observation: Any, configuration: Any) -> int:
        """Return the column to play."""
        position = read_position(observation, configuration)
        return chance_for(self.seed, position).choice(position.legal_columns)


class GreedyPlayer:
    """Wins if it can, else blocks, else plays nearest to the centre."""

    def play(self, observation: Any, configuration: Any) -> int:
        """Return the column to play."""
        position = read_position(observation, configuration)
        urgent = position.win_or_block()
        if urgent is not None:
            return urgent
        legal = position.legal_columns
        return next(c for c in position.board.centre_first if c in legal)
