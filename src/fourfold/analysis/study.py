"""The analysis of one position, step by step.

First some thousand nodes for every column, which prove what is easy, and a short Monte Carlo search
for the others: that is the first answer. Then round follows round, each three times as long as the
one before, until everything is proven or the limit is reached:

    proofs        of every column without a score, the most promising first; the solver's table
                  keeps what the rounds before have found out
    estimates     of the columns without a proven outcome, in the same tree from round to round
    lines         for the columns that have none, or one that can go on

A column has a proof or an estimate, and what is proven stays proven.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Literal, NamedTuple

from fourfold.analysis.allowance import Allowance
from fourfold.analysis.calibration import fullness, win_chance
from fourfold.analysis.lines import LineFinder
from fourfold.analysis.results import Analysis, ColumnAnalysis
from fourfold.rules import Position
from fourfold.search import Bounds, Solver, Stop
from fourfold.search.order import centre_first
from fourfold.search.uct import ColumnStatistics, Uct

_QUICK_SECONDS = 0.001  # for the first proof of each column; a thousand nodes
_QUICK_NODES = 1_000
_FIRST_ESTIMATE = 0.01
_FIRST_ROUND = 0.04
_GROWTH = 3
_LONGEST_ESTIMATE = 0.2  # seconds between two answers
_FOR_LINES = 0.25  # of what the proofs of a round take
_LEAST_FOR_A_LINE = 0.001

Lines = Literal["all", "best", "none"]
"""For which columns to find out how play may go on."""


class Tools(NamedTuple):
    """The searches of an analyst."""

    solver: Solver
    estimator: Uct
    line_finder: LineFinder


class Study:
    """What is known of a position so far, and the steps that find out more."""

    def __init__(
        self,
        position: Position,
        known: Mapping[int, ColumnAnalysis],
        tools: Tools,
        allowance: Allowance,
        stop: Stop | None,
        lines: Lines,
    ) -> None:
        """Begin a study of a position that has a column to play.

        known: what was proven before.
        """
        self.position = position
        self.columns = {
            column: known.get(column, ColumnAnalysis(line=(column,)))
            for column in position.legal_columns
        }
        self._allowance = allowance
        self._stop = stop
        self._tools = tools
        self._wanted_lines = lines
        self._is_settled = False  # the Monte Carlo search has proven all that it can

    def steps(self) -> Iterator[Analysis]:
        """Yield what is known, again and again, until everything is proven or time is up."""
        for column in self._without_score():
            self._prove(column, _QUICK_SECONDS, _QUICK_NODES)
        self._estimate(_FIRST_ESTIMATE)
        yield self.analysis()
        seconds = _FIRST_ROUND
        while not self._is_done and self._without_score():
            seconds = self._fitted(seconds)
            yield from self._proofs(seconds)
            yield from self._estimates(seconds)
            if self._without_score():
                yield from self._lines(_FOR_LINES * seconds)
            seconds *= _GROWTH
        yield from self._whole_lines()

    def analysis(self) -> Analysis:
        """Return what is known so far."""
        return Analysis(
            self.position,
            dict(self.columns),
            self._by_promise(self.columns)[0],
            self._allowance.nodes,
            self._allowance.seconds,
        )

    # What is left to do

    @property
    def _is_done(self) -> bool:
        """Whether the limit is reached, or the stop requested."""
        return self._allowance.left <= 0 or (self._stop is not None and self._stop.requested)

    def _without_score(self) -> list[int]:
        return self._by_promise(c for c, known in self.columns.items() if known.score is None)

    def _without_outcome(self) -> list[int]:
        return self._by_promise(c for c, known in self.columns.items() if not known.proven)

    def _by_promise(self, columns: Iterable[int]) -> list[int]:
        """The most promising first; of equals the centre-most."""
        ordered = centre_first(columns, self.position.rules.columns)
        return sorted(ordered, key=lambda column: self.columns[column].promise, reverse=True)

    def _fitted(self, seconds: float) -> float:
        """Let the last round take all that is left: what follows it would be too short."""
        parts = 1.0 if self._wanted_lines == "none" else 1 + _FOR_LINES
        if self._without_outcome() and not self._is_settled:
            parts += 1
        left = self._allowance.left / parts
        return left if left < (1 + _GROWTH / 2) * seconds else seconds

    # The steps

    def _proofs(self, seconds: float) -> Iterator[Analysis]:
        waiting = self._without_score()
        end = self._allowance.left - seconds
        for place, column in enumerate(waiting):
            share = (self._allowance.left - end) / (len(waiting) - place)
            if self._is_done or share <= 0:
                return
            before = self.columns[column]
            self._prove(column, share)
            if self.columns[column] != before:
                yield self.analysis()

    def _prove(self, column: int, seconds: float, nodes: int | None = None) -> None:
        limit = self._allowance.part(seconds)
        if nodes is not None:
            limit = replace(limit, nodes=nodes if limit.nodes is None else min(nodes, limit.nodes))
        bounds = self._tools.solver.column_bounds(
            self.position, limit=limit, stop=self._stop, columns=[column]
        )[column]
        self._allowance.nodes += bounds.nodes
        self.columns[column] = _proven(self.columns[column], bounds)

    def _estimates(self, seconds: float) -> Iterator[Analysis]:
        end = self._allowance.left - seconds
        slices = max(1, round(seconds / _LONGEST_ESTIMATE))
        for place in range(slices):
            share = (self._allowance.left - end) / (slices - place)
            if self._is_done or share <= 0 or self._is_settled or not self._without_outcome():
                return
            self._estimate(share)
            yield self.analysis()

    def _estimate(self, seconds: float) -> None:
        if not self._without_outcome():
            return
        found = self._tools.estimator.search(
            self.position, self._allowance.part(seconds), self._stop
        )
        self._allowance.nodes += found.simulations
        self._is_settled = found.score is not None
        self.columns = _estimated(self.position, self.columns, found.columns)
        best = found.column
        if self.columns[best].score is None and found.line[:1] == (best,):
            self.columns[best] = replace(self.columns[best], line=found.line)

    def _lines(self, seconds: float) -> Iterator[Analysis]:
        """Half of the time is for the best column, the others share the rest."""
        best, *others = self._by_promise(self.columns)
        others.sort(key=lambda column: len(self.columns[column].line))
        wanted = {"all": [best, *others], "best": [best], "none": []}[self._wanted_lines]
        waiting = [column for column in wanted if not self._has_whole_line(column)]
        end = self._allowance.left - seconds
        for place, column in enumerate(waiting):
            parts = len(waiting) - place
            share = (self._allowance.left - end) / (min(2, parts) if column == best else parts)
            is_empty = len(self.columns[column].line) == 1
            if self._is_done or (share <= 0 and not is_empty):
                break
            self._continue_line(column, max(share, _LEAST_FOR_A_LINE))
        if waiting:
            yield self.analysis()

    def _whole_lines(self) -> Iterator[Analysis]:
        """Go on until every line is whole: a line that took too long may be quicker next time."""
        nodes = -1
        while not self._is_done and nodes != self._allowance.nodes:
            nodes = self._allowance.nodes
            yield from self._lines(self._allowance.left)

    def _continue_line(self, column: int, seconds: float) -> None:
        known, finder = self.columns[column], self._tools.line_finder
        if known.score is not None:
            line = finder.continue_by_proof(
                self.position, known.line, self._allowance, seconds, self._stop
            )
        else:
            limit = self._allowance.part(seconds)
            line, nodes = finder.guess(self.position, column, limit, self._stop)
            self._allowance.nodes += nodes
        self.columns[column] = replace(known, line=line)

    def _has_whole_line(self, column: int) -> bool:
        known = self.columns[column]
        if known.score is None:  # the tree has the line of its best column
            return len(known.line) > 1 and column == self._by_promise(self.columns)[0]
        return len(known.line) == known.score.plies


def _proven(known: ColumnAnalysis, bounds: Bounds) -> ColumnAnalysis:
    """What the solver adds: all, only who wins, or nothing."""
    if bounds.proven is not None:
        # The line is found anew: a guess need not be best play.
        return ColumnAnalysis(score=bounds.proven, line=known.line[:1])
    if known.proven or bounds.lower.outcome is not bounds.upper.outcome:
        return known
    return replace(known, outcome=bounds.lower.outcome)


def _estimated(
    position: Position,
    columns: Mapping[int, ColumnAnalysis],
    statistics: tuple[ColumnStatistics, ...],
) -> dict[int, ColumnAnalysis]:
    """Complete what is proven by what the Monte Carlo search says of the other columns.

    It proves outcomes as well, but not how long the game lasts: such a column has no score. It
    looks most often at what it holds best, so that no other guess is better than that one.
    """
    known = dict(columns)
    guessed = []
    for each in statistics:
        if known[each.column].proven:
            continue
        if each.proven is not None:
            known[each.column] = replace(known[each.column], outcome=each.proven.outcome)
        else:
            guessed.append(each)
    guessed.sort(key=lambda each: each.visits, reverse=True)
    chances = [_chance(position, each) for each in guessed]
    for each, chance in zip(guessed, chances, strict=True):
        known[each.column] = replace(known[each.column], win_chance=min(chance, chances[0]))
    return known


def _chance(position: Position, of: ColumnStatistics) -> float:
    rate = 0.5 if of.win_rate is None else of.win_rate
    return win_chance(rate, of.visits, fullness(position), position.rules.playable_cells)
