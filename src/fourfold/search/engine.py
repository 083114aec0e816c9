"""The native solver of one board, and one query to it.

On the main thread, which has to hear Ctrl-C, a search begins with some thousand nodes, enough for
most positions; only if these are not enough does `run_native` continue it in a thread of its own.
The table remembers what the first part has found out.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from fourfold import _native
from fourfold.errors import InvalidOption
from fourfold.rules import Position, Rules
from fourfold.search.audit import announce_search
from fourfold.search.book import Book
from fourfold.search.native_rules import native_rules
from fourfold.search.protocol import SearchProgress, SearchResult, Watch
from fourfold.search.run import on_main_thread, run_native
from fourfold.search.score import Bounds, Score, outcome_of, score_of
from fourfold.search.stop import Stop

_QUICK_NODES = 50_000
_REPORT = 0.1  # seconds between two reports


@dataclass(frozen=True, slots=True, kw_only=True)
class SolverResult(SearchResult):
    """A best column if it is finished; else the one for which most is proven."""

    bounds: Bounds
    """What is proven of the position."""
    column_bounds: Mapping[int, Bounds] = field(default_factory=dict)
    """What is proven of the columns of a search that was ended; empty if it finished."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SolverProgress(SearchProgress):
    """How far a search has got.

    Where several columns are searched, the bounds are those of the present one.
    """

    lower: Score
    upper: Score


class Answer(Protocol):
    """What the native solver has proven: bounds of the value (see `score`), and the cost."""

    @property
    def lower(self) -> int: ...
    @property
    def upper(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def seconds(self) -> float: ...


class ValueBounds(NamedTuple):
    """An answer that was put together in Python."""

    lower: int
    upper: int
    nodes: int = 0
    seconds: float = 0.0


class Engine:
    """A native solver with its table, and the book of its board."""

    __slots__ = ("book", "book_plies", "cells", "native", "rules")

    def __init__(self, rules: Rules, threads: int, memory_mb: int, book: Book | None) -> None:
        announce_search("solver")
        try:
            self.native = _native.Solver(native_rules(rules), memory_mb, threads)
        except MemoryError:
            raise InvalidOption(
                f"a table of {memory_mb} MB is more memory than there is; choose less"
            ) from None
        self.rules = rules
        self.cells = rules.playable_cells
        self.book = book
        self.book_plies = -1 if book is None else book.plies

    def known(self, position: Position) -> int | None:
        """Look up a value that needs no search: of a finished position, or of one in the book."""
        outcome = position.outcome
        if outcome is not None:
            # The winner has moved last, so the side to move has lost, with no ply to come.
            return 0 if outcome.winner is None else -(1 + self.cells - position.ply)
        return None if self.book is None else self.book.value(position)


class Query:
    """One query to the solver, which may take several searches, so that others can end it.

    It is a `StopRequest` of its own: it ends by the caller's `Stop` or by `Solver.stop`.
    """

    __slots__ = (
        "_began",
        "_nodes",
        "_reported",
        "_stop",
        "_watch",
        "ended",
        "engine",
        "flipped",
        "free",
        "wdl",
    )

    def __init__(
        self,
        engine: Engine,
        free: int,
        wdl: bool,
        stop: Stop | None = None,
        watch: Watch | None = None,
    ) -> None:
        self.engine = engine
        self.free = free
        """The free cells of the position of the query."""
        self.wdl = wdl
        """Whether the answer is to be win, draw or loss only."""
        self.flipped = False
        """Whether what is being searched just now is the opponent's position."""
        self.ended = False
        """Set by `Solver.stop`."""
        self._stop = stop
        self._watch = watch
        self._nodes = 0  # of the searches that are over
        self._began = self._reported = time.monotonic()

    def search(
        self, moves: Sequence[int], wdl: bool, seconds: float | None, nodes: int | None
    ) -> Answer:
        """Search one position, from any thread."""
        native = self.engine.native
        if not on_main_thread():
            if self._stop is None and self._watch is None:
                return native.solve(moves, wdl, seconds, nodes)
            return self._search_attended(moves, wdl, seconds, nodes)
        if nodes is not None and nodes <= _QUICK_NODES:
            return self._counted(native.solve(moves, wdl, seconds, nodes))
        quick = native.solve(moves, wdl, seconds, _QUICK_NODES)
        if quick.finished or self.requested:
            return self._counted(quick)
        if seconds is not None:
            seconds -= quick.seconds
            if seconds <= 0:
                return self._counted(quick)
        if nodes is not None:
            nodes = max(1, nodes - quick.nodes)
        self._counted(quick)
        rest = self._search_attended(moves, wdl, seconds, nodes)
        return ValueBounds(
            max(quick.lower, rest.lower),
            min(quick.upper, rest.upper),
            quick.nodes + rest.nodes,
            quick.seconds + rest.seconds,
        )

    def _search_attended(
        self, moves: Sequence[int], wdl: bool, seconds: float | None, nodes: int | None
    ) -> Answer:
        native = self.engine.native
        answer: Answer = run_native(
            lambda: native.solve(moves, wdl, seconds, nodes),
            native.stop,
            self,
            None if self._watch is None else self._report,
        )
        return self._counted(answer)

    # Stopping

    @property
    def requested(self) -> bool:
        """Whether the query is to end."""
        return self.ended or (self._stop is not None and self._stop.requested)

    def calling(self, callback: Callable[[], None]) -> AbstractContextManager[None]:
        """Call a function when the caller's stop is requested, while this lasts."""
        return nullcontext() if self._stop is None else self._stop.calling(callback)

    # Watching

    def progress(self) -> SolverProgress:
        """Tell how far the present search has got."""
        now = self.engine.native.progress()
        lower, upper = (-now.upper, -now.lower) if self.flipped else (now.lower, now.upper)
        return SolverProgress(
            time.monotonic() - self._began,
            self._nodes + now.nodes,
            lower=self.score(lower),
            upper=self.score(upper),
        )

    def _report(self) -> None:
        assert self._watch is not None
        self._reported = time.monotonic()
        self._watch(self.progress())

    def _counted(self, answer: Answer) -> Answer:
        """Count the nodes of a search that is over, and report if none of them took long."""
        if self._watch is not None:
            if time.monotonic() - self._reported > _REPORT:
                self._report()
            self._nodes += answer.nodes
        return answer

    # Values

    def score(self, value: int) -> Score:
        """Turn a value into the score that was asked for."""
        if self.wdl:
            return outcome_of((value > 0) - (value < 0))
        return score_of(value, self.free)

    def bounds(self, answer: Answer) -> Bounds:
        """Turn an answer into bounds of the score."""
        return Bounds(
            self.score(answer.lower), self.score(answer.upper), answer.nodes, answer.seconds
        )
