"""Random positions, the same for a seed on every machine and Python."""

from collections.abc import Iterator, Sequence

from fourfold.rules import Position, Rules
from fourfold.rules.splitmix import SplitMix64


def random_position(chance: SplitMix64, rules: Rules, plies: int) -> Position | None:
    """After so many random moves; None if the game was over before, or is."""
    position = Position(rules)
    for _ in range(plies):
        if position.outcome is not None:
            return None
        legal = position.legal_columns
        position = position.play(legal[chance.below(len(legal))])
    return position if position.outcome is None else None


def random_positions(seed: int, rules: Rules, plies: Sequence[int]) -> Iterator[Position]:
    """Positions of unfinished games, the number of plies drawn among those given, without end."""
    chance = SplitMix64(seed)
    while True:
        position = random_position(chance, rules, plies[chance.below(len(plies))])
        if position is not None:
            yield position
