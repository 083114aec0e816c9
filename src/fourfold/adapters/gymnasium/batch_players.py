"""Opponents that answer on many boards at once."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from fourfold.adapters.opponent import Opponent
from fourfold.rules import Rules
from fourfold.search.batch import Batch
from fourfold.search.order import centre_first

Columns = NDArray[np.int64]
BoolArray = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class BatchPlayer:
    """An opponent that is a function of a `Batch`: it returns a column for each board.

    The function sees all boards of the batch, and only the columns of those on which it is to move
    count. `batch.planes()` is what it sees there.
    """

    columns: Callable[[Batch], ArrayLike]


class BatchOpponent(Protocol):
    """Chooses a column on each board where it is to move."""

    def begin(self, boards: BoolArray, random: np.random.Generator) -> None:
        """Get ready for new games on these boards."""

    def columns(self, batch: Batch, boards: BoolArray) -> ArrayLike:
        """Return a column a board; only those of `boards` are looked at."""

    def close(self) -> None:
        """End the processes of players that have one."""


def batch_opponent(player: Any, rules: Rules, boards: int) -> BatchOpponent:
    """Return the opponent that plays as `player` does, natively where there is a way."""
    if isinstance(player, BatchPlayer):
        return _Function(player.columns)
    match player:
        case "random":
            return _Function(Batch.random_columns)
        case "greedy":
            return _Function(greedy_columns)
    return _Agents(player, rules, boards)


def greedy_columns(batch: Batch) -> Columns:
    """Return the columns that the agent `greedy` plays: a win, else a block, else the centre."""
    legal, wins, blocks = batch.legal_mask, batch.winning_mask(), batch.threat_mask()
    wanted = np.where(
        wins.any(axis=1, keepdims=True),
        wins,
        np.where(blocks.any(axis=1, keepdims=True), blocks, legal),
    )
    order = np.array(centre_first(range(batch.rules.columns), batch.rules.columns))
    columns: Columns = order[wanted[:, order].argmax(axis=1)]
    return columns


class _Function:
    """An opponent without a memory."""

    def __init__(self, columns: Callable[[Batch], ArrayLike]) -> None:
        self._columns = columns

    def begin(self, boards: BoolArray, random: np.random.Generator) -> None:
        pass

    def columns(self, batch: Batch, boards: BoolArray) -> ArrayLike:
        return self._columns(batch)

    def close(self) -> None:
        pass


class _Agents:
    """An agent that is asked board by board, which takes as long as it thinks.

    Boards have agents of their own where each game has a seed of its own.
    """

    def __init__(self, player: Any, rules: Rules, boards: int) -> None:
        shared = Opponent(player, rules)
        self._opponents = [shared] * boards
        if shared.takes_seed:
            self._opponents = [Opponent(player, rules) for _ in range(boards)]

    def begin(self, boards: BoolArray, random: np.random.Generator) -> None:
        for board in np.flatnonzero(boards):
            self._opponents[board].begin(random)

    def columns(self, batch: Batch, boards: BoolArray) -> Columns:
        columns = np.zeros(batch.boards, np.int64)
        for board in np.flatnonzero(boards):
            columns[board] = self._opponents[board].column(batch.position(int(board)))
        return columns

    def close(self) -> None:
        for opponent in self._opponents:
            opponent.close()
