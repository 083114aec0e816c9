"""The rules of the game in pure Python: the reference that every other layer is tested against."""

from fourfold.rules.outcome import FIRST, SECOND, Outcome, Player, Reason
from fourfold.rules.position import Content, Position, as_position
from fourfold.rules.rules import STANDARD, Rules

__all__ = [
    "FIRST",
    "SECOND",
    "STANDARD",
    "Content",
    "Outcome",
    "Player",
    "Position",
    "Reason",
    "Rules",
    "as_position",
]
