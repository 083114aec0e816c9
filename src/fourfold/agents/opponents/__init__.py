"""The opponents: named agents from a first-timer to a perfect player, each with a measured rating.

`ladder.json` has them, the weakest first; adding or changing one touches no code. Their ratings are
measured and written by `python -m scripts.rate_opponents`.
"""

from fourfold.agents.opponents.ladder import (
    Face,
    Opponent,
    Rating,
    find_opponent,
    first_opponent,
    list_opponents,
    recognise_opponent,
)

__all__ = [
    "Face",
    "Opponent",
    "Rating",
    "find_opponent",
    "first_opponent",
    "list_opponents",
    "recognise_opponent",
]
