"""What was proven before: kept in memory, and in a store where there is one.

A board is looked up by a text that does not depend on the order of its moves, the same for a board
and its mirror image (`fourfold.rules.board_key`).

Only proofs are kept, each for the player to move: the outcome, the plies until the end where they
are proven too, and the line.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Protocol

from fourfold.analysis.results import ColumnAnalysis
from fourfold.errors import FourfoldError, StoreError
from fourfold.rules import Position
from fourfold.rules.board_key import board_key
from fourfold.rules.notation import format_moves, parse_moves
from fourfold.search import Result
from fourfold.search.score import score_of
from fourfold.support.lru import LruCache

_REMEMBERED = 2_000  # positions
_SIGNS = {Result.WIN: 1, Result.DRAW: 0, Result.LOSS: -1}

Proofs = Mapping[int, ColumnAnalysis]
"""The columns of a position that have a proof."""


class ProofStore(Protocol):
    """Keeps texts by their keys for longer than a process lasts; `fourfold.store.Store` is one.

    It may raise StoreError, and forget what it was given: a proof can be found again.
    """

    def load_proofs(self, key: str) -> str | None:
        """Return what was saved for a key, or None."""

    def save_proofs(self, key: str, proofs: str) -> None:
        """Save a text, in place of what was saved for the key before."""


class ProofMemory:
    """The proofs of the last positions, and behind them those of the store."""

    def __init__(self, store: ProofStore | None = None) -> None:
        self._store = store
        self._recent: LruCache[str, Proofs] = LruCache(_REMEMBERED)

    def recall(self, position: Position) -> Proofs:
        """Return what is known of the columns of a position."""
        key, is_mirrored, _ = board_key(position)
        proofs = self._recent.get(key)
        if proofs is None and self._store is not None:
            with suppress(StoreError):  # a broken store must not spoil an analysis
                text = self._store.load_proofs(key)
                if text is not None:
                    proofs = _read(text, position.mirror() if is_mirrored else position)
                    self._recent.put(key, proofs)
        if proofs is None:
            return {}
        return _mirrored(proofs, position.rules.columns) if is_mirrored else proofs

    def remember(self, position: Position, columns: Proofs, *, store: bool) -> None:
        """Keep what is proven of a position.

        store: also in the store, if there is one; for what takes long to find again.
        """
        proofs: Proofs = {column: known for column, known in columns.items() if known.proven}
        if not proofs:
            return
        key, is_mirrored, _ = board_key(position)
        if is_mirrored:
            proofs = _mirrored(proofs, position.rules.columns)
        self._recent.put(key, proofs)
        if store and self._store is not None:
            with suppress(StoreError):
                self._store.save_proofs(key, _write(proofs, position.rules.columns))


def _mirrored(proofs: Proofs, width: int) -> Proofs:
    return {
        width - 1 - column: ColumnAnalysis(
            known.outcome, known.score, line=tuple(width - 1 - each for each in known.line)
        )
        for column, known in proofs.items()
    }


# As text


def _write(proofs: Proofs, width: int) -> str:
    return json.dumps(
        {
            column: [
                known.outcome,
                None if known.score is None else known.score.plies,
                format_moves(known.line, width),
            ]
            for column, known in proofs.items()
        }
    )


def _read(text: str, position: Position) -> Proofs:
    """Return the proofs of a text; StoreError if it is damaged, or of another position."""
    try:
        return {
            int(column): _column(position, int(column), *facts)
            for column, facts in json.loads(text).items()
        }
    except (FourfoldError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise StoreError(f"the proofs of '{position.to_text()}' are damaged: {error}") from None


def _column(
    position: Position, column: int, word: str, plies: int | None, line: str
) -> ColumnAnalysis:
    outcome = Result(word)
    moves = parse_moves(line)
    if moves[:1] != (column,):
        raise ValueError(f"a line of column {column} is {moves}")
    after = position
    for move in moves:
        after = after.play(move)
    if plies is None:
        return ColumnAnalysis(outcome, line=moves)
    free = position.rules.playable_cells - position.ply
    score = score_of(_SIGNS[outcome] * (1 + free - plies), free)
    if score.plies != plies or not len(moves) <= plies <= free:
        raise ValueError(f"column {column} cannot end in {plies} plies")
    return ColumnAnalysis(score=score, line=moves)
