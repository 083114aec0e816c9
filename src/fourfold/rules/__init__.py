"""The rules of the game in pure Python: the reference that every other layer is tested against."""

from fourfold.rules.outcome import FIRST, SECOND, Outcome, Player, Reason
from fourfold.rules.position import Content, Position
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
]
