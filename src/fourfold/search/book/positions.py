"""Finds the positions of a book by playing, and computes values from those of the next ply."""

from collections.abc import Mapping

from fourfold.rules import Position, Rules
from fourfold.search.book.key import KeyMaker

Layer = dict[int, bytes]
"""The unfinished positions of one ply: maps a key to the moves of one game that leads there."""


def layers(rules: Rules, plies: int) -> list[Layer]:
    """Return the positions of each ply from 0 to `plies`, always in the same order."""
    maker = KeyMaker(rules, plies)
    start = Position(rules)
    found: list[Layer] = [{maker.key(start): b""} if start.outcome is None else {}]
    for _ in range(plies):
        deeper: Layer = {}
        for _, moves in sorted(found[-1].items()):
            position = Position(rules, moves)
            for column in position.legal_columns:
                child = position.play(column)
                if child.outcome is None:
                    deeper.setdefault(maker.key(child), bytes(child.moves))
        found.append(deeper)
    return found


def values_above(
    rules: Rules, plies: int, layer: Layer, deeper: Mapping[int, int]
) -> dict[int, int]:
    """Compute the values of a layer's positions from those of the next ply, by negamax."""
    maker = KeyMaker(rules, plies)
    values = {}
    for key, moves in layer.items():
        position = Position(rules, moves)
        best = -(rules.playable_cells + 1)
        for column in position.legal_columns:
            child = position.play(column)
            if child.outcome is None:
                value = deeper[maker.key(child)]
            elif child.outcome.winner is None:
                value = 0
            else:
                value = -(1 + rules.playable_cells - child.ply)
            best = max(best, value if child.turn is position.turn else -value)
        values[key] = best
    return values
