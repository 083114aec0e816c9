"""Random choices that a seed repeats: they depend on the seed and the position alone."""

import secrets

from fourfold.agents.options import Option
from fourfold.rules import Position
from fourfold.rules.splitmix import SplitMix64

SEED = Option(
    "seed",
    int,
    None,
    "With a seed, the same position gets the same column; leave it out for a new game each time.",
    least=0,
    most=2**64 - 1,
    label="Seed for random choices",
)
"""The option of every agent that plays at random."""


def chance_for(seed: int | None, position: Position) -> SplitMix64:
    """Return random numbers for one decision; without a seed they are new each time.

    The position is mixed into the seed, so that an agent keeps no state between its moves and
    two positions of one game get unrelated numbers.
    """
    if seed is None:
        return SplitMix64(secrets.randbits(64))
    for byte in position.to_text().encode():
        seed = SplitMix64(seed ^ byte).next()
    return SplitMix64(seed)
