"""Chance that can be had again: from a seed and a position, whatever was asked before."""

import secrets

from fourfold.agents.options import Option
from fourfold.rules import Position
from fourfold.rules.splitmix import SplitMix64

SEED = Option(
    "seed",
    int,
    None,
    "The same column for the same position each time; none is to vary.",
    least=0,
    most=2**64 - 1,
)
"""The option of every agent that leaves something to chance."""


def chance_for(seed: int | None, position: Position) -> SplitMix64:
    """Random numbers for one decision; without a seed they are new each time.

    The position is mixed into the seed, so that an agent keeps no state between its moves, and
    two positions of one game have nothing to do with each other.
    """
    if seed is None:
        return SplitMix64(secrets.randbits(64))
    for byte in position.to_text().encode():
        seed = SplitMix64(seed ^ byte).next()
    return SplitMix64(seed)
