"""Lines: how play may go on after a column, by proof or by a guess."""

from fourfold.analysis.allowance import Allowance
from fourfold.rules import Position, Rules
from fourfold.search import Limit, Solver, Stop
from fourfold.search.uct import Uct
from fourfold.support.lru import LruCache

_REMEMBERED = 20_000
_MEMORY_MB = 4  # for guesses, which are short searches


class LineFinder:
    """Finds lines, and remembers the best columns that it has found on the way."""

    def __init__(self, solver: Solver, seed: int | None) -> None:
        """solver: shared with the proofs, so that its table knows most of what is asked here."""
        self._solver = solver
        self._guesser = Uct(memory_mb=_MEMORY_MB, seed=seed, reuse=False)
        self._best: LruCache[tuple[Rules, object], int] = LruCache(_REMEMBERED)

    def continue_by_proof(
        self,
        position: Position,
        line: tuple[int, ...],
        allowance: Allowance,
        seconds: float,
        stop: Stop | None,
    ) -> tuple[int, ...]:
        """Continue a line by best play, as far as it can be proven within so many seconds.

        position: the one before the line.
        """
        for column in line:
            position = position.play(column)
        until = allowance.left - seconds
        while position.outcome is None:
            key = (position.rules, position.key)
            best = self._best.get(key)
            if best is None:
                left = allowance.left - max(until, 0.0)
                if left <= 0 or (stop is not None and stop.requested):
                    break
                found = self._solver.search(position, allowance.part(left), stop)
                allowance.nodes += found.nodes
                if not found.finished:
                    break
                best = found.column
                self._best.put(key, best)
            position = position.play(best)
            line = (*line, best)
        return line

    def guess(
        self, position: Position, column: int, limit: Limit, stop: Stop | None
    ) -> tuple[tuple[int, ...], int]:
        """Guess how play may go on after a column, and say how many nodes that took."""
        after = position.play(column)
        if after.outcome is not None:
            return (column,), 0
        found = self._guesser.search(after, limit, stop)
        return (column, *found.line), found.simulations
