"""Random positions for the tests of threats, plans and explanations.

The tests take a few of them; `make coach` takes `FOURFOLD_COACH_POSITIONS` of each kind.
"""

import os
import random
from collections.abc import Iterator

from fourfold.rules import Position, Rules

COUNT = int(os.environ.get("FOURFOLD_COACH_POSITIONS", "0"))
SMALL_BOARDS = (
    "4x4",
    "5x4",
    "4x5",
    "5x5",
    "6x4",
    "4x6",
    "5x4-xc2",
    "4x5-xb1-xd5",
    "5x5-xa1",
    "6x5-xc3",
    "4x6-xd2-xd3",
    "5x5-bc2",
    "4x4-bb1",
)


def count_or(few: int) -> int:
    """Return how many positions to take: a few in the suite, many for `make coach`."""
    return COUNT or few


def random_position(rules: Rules, chance: random.Random, most_free: int | None = None) -> Position:
    """Play random plies to a position that is not finished.

    most_free: how many cells may be left free, so that a search can solve it.
    """
    cells = rules.columns * rules.rows - len(rules.forbidden)
    while True:
        least = 0 if most_free is None else max(0, cells - most_free)
        plies = chance.randint(least, max(least, cells - 1))
        position = Position(rules)
        while position.outcome is None and position.ply < plies:
            position = position.play(chance.choice(position.legal_columns))
        if position.outcome is None:
            return position


def any_positions(count: int, seed: int) -> Iterator[Position]:
    """Yield positions of random rules of every size, half of them with a bonus cell."""
    chance = random.Random(seed)
    for number in range(count):
        rules = Rules.random(chance.randrange(2**32), bonus=number % 2 == 0)
        yield random_position(rules, chance)


def small_positions(count: int, seed: int, most_free: int = 14) -> Iterator[Position]:
    """Yield positions of small boards that a search solves at once."""
    chance = random.Random(seed)
    for number in range(count):
        rules = Rules.parse(SMALL_BOARDS[number % len(SMALL_BOARDS)])
        yield random_position(rules, chance, most_free)
