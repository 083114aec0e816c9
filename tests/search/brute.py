"""The truth, slowly: every game from a position is played to its end, by the Python rules."""

from collections.abc import Hashable

from fourfold import Position


class Truth:
    """Values (see fourfold.search.score) of the positions of one board, each worked out once."""

    def __init__(self) -> None:
        self._values: dict[Hashable, int] = {}

    def value(self, position: Position) -> int:
        """The value for the side to move."""
        if position.outcome is not None:
            empty = position.rules.playable_cells - position.ply
            return 0 if position.outcome.winner is None else -(1 + empty)
        key = position.key
        value = self._values.get(key)
        if value is None:
            value = max(self.column_values(position).values())
            self._values[key] = value
        return value

    def column_values(self, position: Position) -> dict[int, int]:
        """The value of each column, for the side to move."""
        values = {}
        for column in position.legal_columns:
            child = position.play(column)
            value = self.value(child)
            values[column] = value if child.turn is position.turn else -value
        return values

    def score(self, position: Position) -> int:
        """The score by the contract's words, from the value."""
        return score_of_value(self.value(position))

    def plies(self, position: Position) -> int:
        """How many more plies the game lasts."""
        free = position.rules.playable_cells - position.ply
        value = self.value(position)
        return free if value == 0 else free - (abs(value) - 1)


def score_of_value(value: int) -> int:
    """1 + e // 2 with the sign of the winner."""
    if value == 0:
        return 0
    return (1 if value > 0 else -1) * (1 + (abs(value) - 1) // 2)
