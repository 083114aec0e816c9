"""The depth-limited search: minimax with alpha-beta over an evaluation, for every rules.

    AlphaBeta          the search of one board with one evaluator
    Switches           what makes it quicker; none of them changes an answer at a given depth
    AlphaBetaResult    what it has found, and what that took

A search to a depth looks so many plies ahead and evaluates what it sees there, for the player
whose move it is. What it finds to be won or lost on the way is no guess: it is proven, with the
quickest win and the slowest loss, and comes back as a score as well.
"""

import operator
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from fourfold import _native
from fourfold.errors import InvalidOption, describe
from fourfold.rules import Position, Rules
from fourfold.search.audit import announce_search
from fourfold.search.evaluation import Weights, native_weights
from fourfold.search.limits import NO_LIMIT, Limit
from fourfold.search.native_rules import native_rules
from fourfold.search.own_evaluation import Attendance, Function, LeafEvaluator, OwnEvaluation
from fourfold.search.protocol import SearchProgress, SearchResult, Watch, searchable
from fourfold.search.run import run_native
from fourfold.search.score import Score, score_of
from fourfold.search.stop import Stop
from fourfold.search.tree import SearchTree, TreeRequest
from fourfold.search.tree.recording import alphabeta_tree
from fourfold.support.checks import whole_number
from fourfold.support.forks import tell_of_forks

LEAST_MEMORY, MOST_MEMORY = 1, 4096
OWN_WIN = int(_native.largest_own_value)
"""What a completed line counts beside an evaluation of one's own, the depth left added."""


@dataclass(frozen=True, slots=True)
class Switches:
    """What makes a search quicker, each on or off.

    At a given depth none of them changes the column, nor the value of any column.
    """

    pruning: bool = True
    """Alpha-beta: leave a position once its value cannot matter any more."""
    ordering: bool = True
    """Wins first, then blocks, then the columns from the centre outwards; else from the left."""
    table: bool = True
    """Remember the positions that can be reached in several ways."""
    killers: bool = True
    """Try first what has just refuted a neighbour."""
    history: bool = True
    """Try early what has often refuted something."""
    deepening: bool = True
    """Search depth 1, then 2, and so on, so that there is something to play at any time."""


@dataclass(frozen=True, slots=True)
class AlphaBetaResult(SearchResult):
    """What a search has found at the deepest level that it completed, for the side to move.

    The evaluation of a column is what the best play within the depth leads to; beyond every
    evaluation where it is a win. Each is exact; with `best_only` some are missing. The depth is
    never deeper than there are free cells, and the nodes are those of all depths together.
    """

    evaluation: float = 0
    """What the position is worth by the best play within the depth."""
    evaluations: Mapping[int, float] = field(default_factory=dict)
    """The same for columns."""
    depth: int = 0
    """The deepest level that was completed."""
    leaves: int = 0
    """Positions evaluated."""
    cutoffs: int = 0
    """Positions left before all their moves were searched."""
    table_hits: int = 0
    """Positions whose value, or a bound that was good enough, was in the table."""
    threads: int = 0
    """How many threads were started for the last depth; 0 if its moves came one after the other."""
    tree: SearchTree | None = field(default=None, repr=False)
    """The first plies of the last depth, if they were asked for."""


class AlphaBeta:
    """The search of one board, with one evaluator and one table.

    weights: what the evaluation counts; their kind says which evaluator is meant.
    evaluation: in place of weights a function of a position that returns a number, for the side
        to move: the more, the better. It must depend on nothing but the board and the turn. Any
        finite number will do; compared and returned are five digits of it. See docs/hooks.md.
    batch: the function takes the planes of up to so many positions instead, an array
        (n, 5, rows, columns), and returns n numbers.
    win: what a completed line is worth, to which the depth that is left is added; evaluations
        stay below it. With a function it is always OWN_WIN.
    threads: whether each column is searched by a thread of its own.
    memory_mb: the most that the table takes.
    threads_that_start: for tests: the system seems to refuse every further thread.

    The answer to a question does not depend on what was asked before.

    >>> from fourfold.search.alphabeta import AlphaBeta
    >>> from fourfold.search.evaluation import ThreatWeights
    >>> search = AlphaBeta(ff.Rules(), ThreatWeights())
    >>> result = search.search("7x6:4455", ff.Limit(depth=4))
    >>> result.column, result.score.plies
    (2, 3)
    """

    def __init__(
        self,
        rules: Rules,
        weights: Weights | None = None,
        switches: Switches = Switches(),
        *,
        evaluation: Function | Weights | None = None,
        batch: int | None = None,
        win: int = 100_000,
        threads: bool = False,
        memory_mb: int = 32,
        threads_that_start: int | None = None,
    ) -> None:
        if not isinstance(rules, Rules):
            raise InvalidOption(f"a search needs Rules, not {describe(rules)}")
        memory_mb = whole_number("memory_mb", memory_mb, LEAST_MEMORY, MOST_MEMORY)
        if (weights is None) is (evaluation is None):
            raise InvalidOption("a search needs either weights or an evaluation of your own")
        self._own = None
        if isinstance(evaluation, Weights):
            weights, evaluation = evaluation, None
        if evaluation is not None:
            self._own = OwnEvaluation(evaluation, batch)
            if threads:
                raise InvalidOption(
                    "threads cannot share an evaluation of your own: leave them out"
                )
        elif batch is not None:
            raise InvalidOption("a batch is for an evaluation of your own, a function")
        self.rules = rules
        """The rules of the board."""
        self.win = OWN_WIN if self._own else win
        """What a completed line is worth."""
        self._native_win = _native.own_win if self._own else win
        self._searching: set[int] = set()
        tell_of_forks(self)
        self._deepening = switches.deepening
        self._cells = rules.playable_cells
        announce_search("alphabeta")
        try:
            self._native = _native.AlphaBeta(
                native_rules(rules),
                _native.OwnEvaluation() if weights is None else native_weights(weights),
                self._native_win,
                _native.AlphaBetaSwitches(
                    switches.pruning,
                    switches.ordering,
                    switches.table,
                    switches.killers,
                    switches.history,
                ),
                threads,
                memory_mb,
                threads_that_start,
            )
        except MemoryError:
            raise InvalidOption(
                f"a table of {memory_mb} MB is more memory than there is; choose less"
            ) from None
        except ValueError as error:
            raise InvalidOption(f"such a search cannot be: {error}") from None

    def search(
        self,
        position: Position | str,
        limit: Limit | None = None,
        stop: Stop | None = None,
        watch: Watch | None = None,
        *,
        deepening: bool | None = None,
        columns: Iterable[int] = (),
        settle: bool = False,
        best_only: bool = False,
        tree: TreeRequest | None = None,
    ) -> AlphaBetaResult:
        """Find the best column of an unfinished position, and evaluate every column.

        limit: without a depth, the search goes on to the end of the game. Two plies (three where a
            bonus cell is left) are searched in any case.
        stop, watch: see `Search`.
        deepening: instead of the switch, if it is given.
        columns: the columns to search, if not all.
        settle: end early if no deeper search can change the column.
        best_only: evaluate only the columns that were the best so far, which takes about half as
            long. Without threads.
        tree: record so much of the tree. Nothing else changes, but that no threads are used.
        """
        position = searchable(position)
        if position.rules != self.rules:
            raise InvalidOption(f"a search of {self.rules} cannot search {position.rules}")
        limit = NO_LIMIT if limit is None else limit
        free = self._cells - position.ply
        depth = free if limit.depth is None else min(limit.depth, free)
        wanted = [_legal_column(column, position) for column in columns]
        deepen = self._deepening if deepening is None else deepening
        began = time.monotonic()

        def run(*own: Any) -> _native.AlphaBetaResult:
            return self._native.search(
                position.moves,
                depth,
                limit.seconds,
                limit.nodes,
                deepen,
                wanted,
                settle,
                best_only,
                None if tree is None else (tree.plies, tree.most),
                *own,
            )

        report = None if watch is None else lambda: watch(self._progress(began))
        if self._own is None:
            found = run_native(run, self._native.stop, stop, report)
        else:
            found = self._run_own(run, position, self._own, stop, report)
        scores = {
            column: score
            for column, value in found.values
            if (score := self._proven(value, found.depth, free)) is not None
        }
        values = {column: self._shown(value) for column, value in found.values}
        whole = not wanted or set(wanted) == set(position.legal_columns)
        # Of a position that is lost, or drawn, every column must have been looked at.
        score = scores.get(found.column) if whole or found.value >= self._native_win else None
        return AlphaBetaResult(
            column=found.column,
            score=score,
            evaluation=self._shown(found.value),
            scores=scores,
            evaluations=values,
            line=tuple(found.line),
            depth=found.depth,
            nodes=found.nodes,
            seconds=found.seconds,
            finished=found.finished,
            leaves=found.evaluations,
            cutoffs=found.cutoffs,
            table_hits=found.table_hits,
            threads=found.threads,
            tree=None
            if tree is None
            else alphabeta_tree(position, found, tree, self.win, self._shown),
        )

    def _run_own(
        self,
        run: Callable[..., _native.AlphaBetaResult],
        position: Position,
        own: OwnEvaluation,
        stop: Stop | None,
        report: Callable[[], None] | None,
    ) -> _native.AlphaBetaResult:
        """Search on this thread: it comes back to Python for every leaf."""
        thread = threading.get_ident()
        if thread in self._searching:
            raise InvalidOption(
                "an evaluation cannot search with the very search that asks it; make another one"
            )
        leaves = LeafEvaluator(position, own, Attendance(self._native.stop, stop, report))
        self._searching.add(thread)
        try:
            return run(leaves.evaluate, leaves.poll, own.batch or 1)
        finally:
            self._searching.discard(thread)

    def _shown(self, value: int) -> float:
        """Return a value of the native search as its evaluation."""
        if self._own is None:
            return value
        if abs(value) >= self._native_win:
            beyond = abs(value) - self._native_win + OWN_WIN
            return beyond if value > 0 else -beyond
        number = float(f"{_native.own_value(value):.6g}")
        return int(number) if number.is_integer() else number

    def _progress(self, began: float) -> SearchProgress:
        now = self._native.progress()
        seconds = time.monotonic() - began
        if now.depth == 0:
            return SearchProgress(seconds, now.nodes, 0)
        return SearchProgress(
            seconds,
            now.nodes,
            now.depth,
            now.column,
            self._shown(now.value),
            {column: self._shown(value) for column, value in now.values},
        )

    def _proven(self, value: int, depth: int, free: int) -> Score | None:
        """What a value proves: a line within the depth, or a game looked at to its end."""
        if abs(value) < self._native_win:
            return score_of(0, free) if depth == free else None
        plies = depth - (abs(value) - self._native_win)
        worth = 1 + free - plies
        return score_of(worth if value > 0 else -worth, free)

    def after_fork(self) -> None:
        """Forget the searches of threads that a forked process does not have."""
        self._searching &= {threading.get_ident()}

    def __repr__(self) -> str:
        return f"<AlphaBeta of {self.rules}>"


def _legal_column(column: int, position: Position) -> int:
    if column not in position.legal_columns:
        position.play(column)  # says what is wrong with it
    return operator.index(column)
