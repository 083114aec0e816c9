"""Analyses for people: every column of a position, proven where time allows, else estimated.

    Analyst           analyses one position after another and remembers what it has seen
    Analysis          what it has found out about a position
    ColumnAnalysis    the same about one column

Half of the limit goes to the solver. Where that leaves columns open, the Monte Carlo search
estimates how often they win. The two are never mixed: a column has a proof or an estimate. The
page's analysis and the terminal's tips both come from here, so that they follow the same rules.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from fourfold.rules import Position
from fourfold.search import Bounds, Limit, Result, Score, Search, SearchProgress, Solver, Stop
from fourfold.search.order import centre_first
from fourfold.search.score import Unproven
from fourfold.search.uct import Uct

DEFAULT_SECONDS = 2.0
"""How long an analysis takes at most, unless a limit says otherwise."""
LONGEST_LINE = 16
_LEAST_SECONDS = 0.01  # for the estimates, however late the proofs were done
_POINTS = {Result.WIN: 1.0, Result.DRAW: 0.5, Result.LOSS: 0.0}


@dataclass(frozen=True, slots=True)
class ColumnAnalysis:
    """What is known of a column, for the player to move."""

    outcome: Result | None = None
    """Proven; None where it is not."""
    score: Score | None = None
    """Proven as well, with how long the game lasts."""
    win_chance: float | None = None
    """Estimated, from 0 to 1, where nothing is proven."""

    @property
    def proven(self) -> bool:
        """Return True if the outcome is proven."""
        return self.outcome is not None

    @property
    def expected_points(self) -> float:
        """Return 1 for a win, 0.5 for a draw, 0 for a loss, if proven; else the win chance."""
        if self.outcome is not None:
            return _POINTS[self.outcome]
        return 0.5 if self.win_chance is None else self.win_chance


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known of a position, for the player to move."""

    position: Position
    columns: Mapping[int, ColumnAnalysis] = field(default_factory=dict)
    """Every column that can be played."""
    best: int | None = None
    """The best column; None once the game is over."""
    line: tuple[int, ...] = ()
    """How play may go on from here, beginning with the best column."""
    nodes: int = 0
    seconds: float = 0.0

    @property
    def best_analysis(self) -> ColumnAnalysis:
        """Return what is known of the best column, and so of the position."""
        return ColumnAnalysis() if self.best is None else self.columns[self.best]

    @property
    def is_complete(self) -> bool:
        """Return True if every score is proven."""
        return all(column.score is not None for column in self.columns.values())


class Analyst:
    """Analyses one position at a time; its tables stay warm for the next one."""

    def __init__(self, memory_mb: int = 32, seed: int | None = None) -> None:
        """Create an analyst.

        memory_mb: of each of its two searches.
        seed: of the estimates; None for different ones each time.
        """
        self._solver = Solver(memory_mb=memory_mb)
        self._estimator: Search = Uct(memory_mb=memory_mb, seed=seed)

    def analyse(
        self,
        position: Position,
        limit: Limit | None = None,
        stop: Stop | None = None,
        watch: Callable[[Analysis], None] | None = None,
    ) -> Analysis:
        """Find out as much about a position as the limit allows.

        limit: seconds or nodes, for everything together; without either, 2 seconds.
        stop: ends it with what is known so far.
        watch: called with what is known so far, first when the proofs are done and then several
            times a second; see `fourfold.search.Watch` for its thread.
        """
        began = time.monotonic()
        whole = Limit() if limit is None else limit
        if whole.seconds is None and whole.nodes is None:
            whole = whole.and_also(Limit(DEFAULT_SECONDS))
        if not position.legal_columns:
            return Analysis(position)
        bounds = self._solver.column_bounds(position, limit=whole.part(0.5), stop=stop)
        columns = {column: _proven(each) for column, each in bounds.items()}
        nodes = sum(each.nodes for each in bounds.values())
        line: tuple[int, ...] = ()

        def analysis(now: SearchProgress | None = None) -> Analysis:
            """What is known after the proofs, and from the estimates so far."""
            known = columns if now is None else _estimated(columns, now.scores, now.evaluations)
            seen = nodes + (0 if now is None else now.nodes or 0)
            best = _best(position, known)
            return Analysis(position, known, best, (best,), seen, time.monotonic() - began)

        if not all(column.proven for column in columns.values()):
            if watch is not None:
                watch(analysis())
            left = whole.less(time.monotonic() - began, nodes)
            if left.seconds is not None:
                left = replace(left, seconds=max(left.seconds, _LEAST_SECONDS))
            found = self._estimator.search(
                position,
                left,
                stop,
                None if watch is None else lambda now: watch(analysis(now)),
            )
            nodes += found.nodes
            line = found.line
            columns = _estimated(columns, found.scores, found.evaluations)
        best = _best(position, columns)
        line = line if line[:1] == (best,) else (best,)
        if columns[best].score is not None:
            left = whole.less(time.monotonic() - began, nodes)
            line = max(self._best_line(position.play(best), (best,), left, stop), line, key=len)
        return Analysis(position, columns, best, line, nodes, time.monotonic() - began)

    def _best_line(
        self, position: Position, line: tuple[int, ...], limit: Limit, stop: Stop | None
    ) -> tuple[int, ...]:
        """Continue a line by best play, as far as it can be proven within a limit."""
        began = time.monotonic()
        while position.outcome is None and len(line) < LONGEST_LINE:
            spent = time.monotonic() - began
            if limit.seconds is not None and spent >= limit.seconds:
                break
            try:
                column = self._solver.best_column(position, limit.less(spent), stop)
            except Unproven:
                break
            position = position.play(column)
            line = (*line, column)
        return line


def _proven(bounds: Bounds) -> ColumnAnalysis:
    """What the solver knows: all, only who wins, or nothing."""
    if bounds.proven is not None:
        return ColumnAnalysis(bounds.proven.outcome, bounds.proven)
    if bounds.lower.outcome is bounds.upper.outcome:
        return ColumnAnalysis(bounds.lower.outcome)
    return ColumnAnalysis()


def _estimated(
    columns: Mapping[int, ColumnAnalysis],
    scores: Mapping[int, Score],
    win_rates: Mapping[int, float],
) -> dict[int, ColumnAnalysis]:
    """Complete what is proven by what the Monte Carlo search says of the other columns.

    It proves outcomes as well, but not how long the game lasts: such a column has no score.
    """
    known = dict(columns)
    for column, analysis in columns.items():
        if analysis.proven:
            continue
        score = scores.get(column)
        if score is not None:
            known[column] = ColumnAnalysis(score.outcome)
        else:
            known[column] = ColumnAnalysis(win_chance=win_rates.get(column))
    return known


def _best(position: Position, columns: Mapping[int, ColumnAnalysis]) -> int:
    """The quickest win, else what promises most, else the slowest loss."""

    def promise(column: int) -> tuple[float, int]:
        known = columns[column]
        return known.expected_points, 0 if known.score is None else known.score.rank

    return max(centre_first(position.legal_columns, position.rules.columns), key=promise)
