"""The depth-limited search: minimax with alpha-beta over an evaluation, for every rules.

    AlphaBeta     the search of one board with one evaluator
    Switches      what makes it quicker; none of them changes an answer at a given depth
    Searched      what it has found, and what that took

A search to a depth looks so many plies ahead and evaluates what it sees there, for the player
whose move it is. What it finds to be won or lost on the way is no guess: it is proven, with the
quickest win and the slowest loss, and comes back as a score as well.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from fourfold import _native
from fourfold.errors import IllegalMove, InvalidOption, describe
from fourfold.rules import Position, Rules
from fourfold.search.evaluation import Weights, native_weights
from fourfold.search.limits import NO_LIMIT, Limit
from fourfold.search.score import Score, score_of
from fourfold.search.stop import Stop, run_aside

LEAST_MEMORY, MOST_MEMORY = 1, 4096


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
class Looking:
    """How far a search has come that is still running."""

    nodes: int
    depth: int
    """The last depth that is finished, 0 at first."""
    column: int | None = None
    """The best column at that depth."""
    evaluation: int | None = None
    evaluations: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search has found at the last depth that it finished, for the side to move."""

    column: int
    """The best; of equally good ones the centre-most, and then the left one."""
    evaluation: int
    """What the best play within the depth leads to; beyond every evaluation where it is a win."""
    evaluations: Mapping[int, int]
    """The same for every column, each exact (for the best ones only, if no more was asked for)."""
    score: Score | None
    """What is proven of the position; None where it is not."""
    scores: Mapping[int, Score]
    """The columns of which something is proven."""
    line: tuple[int, ...]
    """The best play, beginning with the column."""
    depth: int
    """How deep it is: never deeper than there are free cells."""
    finished: bool
    """Whether it got as deep as it was to go; else a limit or a stop ended it."""
    nodes: int
    """Positions visited, in all depths together."""
    leaves: int
    """Positions evaluated."""
    cutoffs: int
    """Positions left before all their moves were looked at."""
    table_hits: int
    """Positions whose value, or a bound that was good enough, was known."""
    threads: int
    """How many threads were started for the last depth; 0 if its moves came one after the other."""
    seconds: float


class AlphaBeta:
    """The search of one board, with one evaluator and one table.

    weights: what the evaluation counts; their kind says which evaluator is meant.
    win: what a completed line is worth, to which the depth that is left is added; evaluations
        stay below it.
    threads: whether each column is searched by a thread of its own.
    memory_mb: the most that the table takes.
    threads_that_start: for tests: the system seems to refuse every further thread.

    The answer to a question does not depend on what was asked before.
    """

    def __init__(
        self,
        rules: Rules,
        weights: Weights,
        switches: Switches = Switches(),  # noqa: B008 - immutable
        *,
        win: int = 100_000,
        threads: bool = False,
        memory_mb: int = 32,
        threads_that_start: int | None = None,
    ) -> None:
        if not isinstance(rules, Rules):
            raise InvalidOption(f"a search needs Rules, not {describe(rules)}")
        if type(memory_mb) is not int or not LEAST_MEMORY <= memory_mb <= MOST_MEMORY:
            raise InvalidOption(
                f"memory_mb is {describe(memory_mb)}, "
                f"but must be a whole number from {LEAST_MEMORY} to {MOST_MEMORY}"
            )
        self.rules = rules
        self.win = win
        self._deepening = switches.deepening
        self._cells = rules.playable_cells
        board = _native.Rules(rules.columns, rules.rows, rules.forbidden, rules.bonus)
        try:
            self._native = _native.AlphaBeta(
                board,
                native_weights(weights),
                win,
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
        position: Position,
        limit: Limit | None = None,
        *,
        deepening: bool | None = None,
        columns: Iterable[int] = (),
        settle: bool = False,
        best_only: bool = False,
        stop: Stop | None = None,
        look: Callable[[Looking], None] | None = None,
    ) -> Searched:
        """The best column of an unfinished position, and the value of each.

        limit: without a depth, the search goes on to the end of the game. Two plies (three where a
            bonus cell is left) are searched in any case.
        deepening: instead of the switch, if it is given.
        columns: the columns to look at, if not all.
        settle: end early if no deeper search can change the column.
        best_only: what the other columns are worth does not matter, which takes about half as long;
            only those that were the best so far have their evaluation. Without threads.
        stop: ends the search when it is requested.
        look: called several times a second while it runs, from the same thread.
        """
        if position.rules != self.rules:
            raise InvalidOption(f"a search of {self.rules} cannot search {position.rules}")
        if position.outcome is not None:
            raise IllegalMove(
                f"no column of '{position.to_text()}' can be played: the game is over"
            )
        limit = NO_LIMIT if limit is None else limit
        free = self._cells - position.ply
        depth = free if limit.depth is None else min(limit.depth, free)
        wanted = list(columns)
        for column in wanted:
            if column not in position.legal_columns:
                position.play(column)  # says what is wrong with it

        deepen = self._deepening if deepening is None else deepening

        found = run_aside(
            lambda: self._native.search(
                position.moves, depth, limit.seconds, limit.nodes, deepen, wanted, settle, best_only
            ),
            self._native.stop,
            stop,
            None if look is None else lambda: look(self._looking()),
        )
        values = dict(found.values)
        scores = {
            column: score
            for column, value in values.items()
            if (score := self._proven(value, found.depth, free)) is not None
        }
        whole = not wanted or set(wanted) == set(position.legal_columns)
        # Of a position that is lost, or drawn, every column must have been looked at.
        score = scores.get(found.column) if whole or found.value >= self.win else None
        return Searched(
            found.column,
            found.value,
            values,
            score,
            scores,
            tuple(found.line),
            found.depth,
            found.finished,
            found.nodes,
            found.evaluations,
            found.cutoffs,
            found.table_hits,
            found.threads,
            found.seconds,
        )

    def _looking(self) -> Looking:
        now = self._native.progress()
        if now.depth == 0:
            return Looking(now.nodes, 0)
        return Looking(now.nodes, now.depth, now.column, now.value, dict(now.values))

    def _proven(self, value: int, depth: int, free: int) -> Score | None:
        """What a value proves: a line within the depth, or a game looked at to its end."""
        if abs(value) < self.win:
            return score_of(0, free) if depth == free else None
        plies = depth - (abs(value) - self.win)
        worth = 1 + free - plies
        return score_of(worth if value > 0 else -worth, free)

    def __repr__(self) -> str:
        return f"<AlphaBeta of {self.rules}>"
