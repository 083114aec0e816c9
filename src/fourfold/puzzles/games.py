"""Plays games as people do who see some things and overlook others; puzzles come from these.

Each player of a game has an attention between a half and all: how often they see a win, a threat to
block, and a cell below a threat that is better left alone. Otherwise they prefer the centre.
"""

from collections.abc import Iterator

from fourfold.analysis.explain.look import landing_threats
from fourfold.analysis.threats import threats
from fourfold.rules import Player, Position, Rules
from fourfold.rules.splitmix import SplitMix64

_PERCENT = 100
_LEAST_ATTENTION = 50


def play_casually(rules: Rules, seed: int) -> Iterator[Position]:
    """Yield the positions of one game, without its end; always the same for a seed."""
    chance = SplitMix64(seed)
    attention = {
        player: _LEAST_ATTENTION + chance.below(_PERCENT - _LEAST_ATTENTION + 1)
        for player in Player
    }
    position = Position(rules)
    while position.outcome is None:
        yield position
        position = position.play(_choose(position, attention[position.turn], chance))


def _choose(position: Position, attention: int, chance: SplitMix64) -> int:
    def sees() -> bool:
        return chance.below(_PERCENT) < attention

    mine = () if position.must_ban else landing_threats(position, position.turn)
    if mine and sees():
        return mine[0][0]
    theirs = landing_threats(position, position.turn.other)
    if theirs and sees():
        return theirs[0][0]
    columns = list(position.legal_columns)
    unsafe = threats(position).unsafe_columns(position.turn)
    if sees():
        columns = [column for column in columns if column not in unsafe] or columns
    width = position.rules.columns
    weights = [1 + min(column, width - 1 - column) for column in columns]
    drawn = chance.below(sum(weights))
    for column, weight in zip(columns, weights, strict=True):
        drawn -= weight
        if drawn < 0:
            return column
    raise AssertionError("the weights add up")  # pragma: no cover
