"""The traits that a program can set, each checked before anything changes."""

from collections.abc import Iterable
from typing import Any

from traitlets import TraitType

from fourfold.errors import InvalidOption, describe
from fourfold.rules import Position, as_position
from fourfold.support.checks import as_int


class PositionTrait(TraitType[Position, Position | str]):
    """A position or its text, on a board that the widget's agents play."""

    info_text = "a position or its text"

    def validate(self, obj: Any, value: Any) -> Position:
        """Return the position; an error of ours says what is wrong."""
        position = as_position(value)
        obj.check_rules(position.rules)
        return position


class MovesTrait(TraitType[tuple[int, ...], Iterable[int]]):
    """Columns that can be played one after the other on the widget's board."""

    info_text = "columns that can be played one after the other"

    def validate(self, obj: Any, value: Any) -> tuple[int, ...]:
        """Return the columns; IllegalMove says which of them cannot be played."""
        return Position(obj.position.rules, value).moves


class PlyTrait(TraitType[int, int]):
    """How many plies of the widget's game are shown."""

    info_text = "a ply of the game"

    def validate(self, obj: Any, value: Any) -> int:
        """Return the ply; InvalidOption says how many there are."""
        number, last = as_int(value), len(obj.game)
        if number is None or not 0 <= number <= last:
            raise InvalidOption(f"the ply is {describe(value)}, but must be from 0 to {last}")
        return number
