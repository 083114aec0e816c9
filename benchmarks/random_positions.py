"""Random positions, the same for a seed on every machine and Python."""

from collections.abc import Iterator, Sequence

from fourfold.rules import Position, Rules
from fourfold.rules.splitmix import SplitMix64


def random_position(chance: SplitMix64, rules: Rules, plies: int) -> Position | None:
    """Return the position after this many random moves; None if the game is over by then."""
    position = Position(rules)
    for _ in range(plies):
        if position.outcome is not None:
            return None
        legal = position.legal_columns
        position = position.play(legal[chance.below(len(legal))])
    return position if position.outcome is None else None


def random_positions(seed: int, rules: Rules, plies: Sequence[int]) -> Iterator[Position]:
    """Yield positions of unfinished games without end; each has a random one of these plies."""
    chance = SplitMix64(seed)
    while True:
        position = random_position(chance, rules, plies[chance.below(len(plies))])
        if position is not None:
            yield position
