"""A quick opinion on columns for when there is no time for a proof.

Small on purpose: a look two plies ahead, then random games. It is no search worth the name, and
says nothing that is proven beyond those two plies.
"""

from collections.abc import Iterable

from fourfold import _native
from fourfold.rules import FIRST, Position

GAMES = 400
_SEED = 4


def guess(position: Position, columns: Iterable[int], games: int = GAMES) -> dict[int, float]:
    """An evaluation of each column for the side to move, from -1, lost, to 1, won.

    The same columns of the same position always get the same from as many games.
    """
    return {column: _evaluation(position, column, games) for column in columns}


def _evaluation(position: Position, column: int, games: int) -> float:
    child = position.play(column)
    if child.outcome is not None:
        return 0.0 if child.outcome.winner is None else 1.0
    if child.turn is not position.turn and _can_win_at_once(child):
        return -1.0
    rules = position.rules
    board = _native.Rules(rules.columns, rules.rows, rules.forbidden, rules.bonus)
    totals = _native.random_playouts(board, child.moves, _SEED, games)
    balance = totals.first_wins - totals.second_wins
    return (balance if position.turn is FIRST else -balance) / games


def _can_win_at_once(position: Position) -> bool:
    return any(
        after.outcome is not None and after.outcome.winner is not None
        for after in map(position.play, position.legal_columns)
    )
