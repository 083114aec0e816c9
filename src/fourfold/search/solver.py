"""The perfect solver: the proven score of any position, by search and by opening book.

    solve          the score of a position
    columns        the score of each column
    best_column    a best column: the quickest win, else a draw, else the slowest loss
    bounds         whatever can be proven within a limit
    search         a best column, or what is proven within a limit: the protocol of every search

The answers do not depend on the number of threads, nor on earlier queries.
"""

import os
import threading
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NoReturn

from fourfold.errors import InvalidOption, describe
from fourfold.rules import Position, Rules, as_position
from fourfold.search.book import Book, shipped
from fourfold.search.budget import Budget, seconds_and_nodes
from fourfold.search.engine import Answer, Engine, Query, SolverProgress, SolverResult
from fourfold.search.limits import NO_LIMIT, Limit
from fourfold.search.order import centre_first
from fourfold.search.protocol import Watch, searchable, watch_onwards
from fourfold.search.score import Bounds, Score, Unproven, outcome_of, score_of
from fourfold.search.stop import Stop
from fourfold.support.checks import whole_number
from fourfold.support.lru import LruCache

_KEPT_BOARDS = 2
_MOST_THREADS = 64
_LEAST_MEMORY, _MOST_MEMORY = 16, 2**20
_FOR_THE_PROOF = 0.75  # of the limit of a search; the rest is for what can be proven of columns
_AFTER_A_STOP = 0.002  # seconds for the columns then, so that a win at once is not overlooked


class Solver:
    """Solves positions of any rules, given as such or as text. Safe to use from several threads.

    threads: how many search one position together.
    memory_mb: the size of the table of one board, taken from the system as it fills. The
        tables of the last two boards are kept, and no more.
    book: True for the books that come with the package, False for none, or a book of your own,
        as a path or a Book; it is used for the positions of its rules.

    A shipped book that is damaged is not used, and `book_problem` says why; a book of your own
    that is damaged raises BookError.
    """

    def __init__(
        self,
        threads: int = 1,
        memory_mb: int = 256,
        book: bool | str | os.PathLike[str] | Book = True,
    ) -> None:
        self.threads = whole_number("threads", threads, 1, _MOST_THREADS)
        self.memory_mb = whole_number("memory_mb", memory_mb, _LEAST_MEMORY, _MOST_MEMORY)
        self.book_problem: str | None = None
        self._ships_books = book is True
        if isinstance(book, str | os.PathLike):
            book = Book.open(book)
        elif not isinstance(book, bool | Book):
            raise InvalidOption(f"a book is {describe(book)}, but must be a path, True or False")
        self._own_book = book if isinstance(book, Book) else None
        self._lock = threading.Lock()
        self._engines: LruCache[Rules, Engine] = LruCache(_KEPT_BOARDS)
        self._latest: Engine | None = None
        # The query of each thread. Only single operations on this dict: no lock.
        self._queries: dict[int, Query] = {}

    # Queries

    def solve(
        self,
        position: Position | str,
        wdl: bool = False,
        limit: Limit | None = None,
        stop: Stop | None = None,
        watch: Watch | None = None,
    ) -> Score:
        """Solve a position: its score, for the side to move.

        With `wdl` only whether it is won, drawn or lost, which is quicker. A finished position
        is lost for the side to move, in 0 plies, or drawn. If the limit or the stop ends the
        search first, Unproven is raised, with the bounds.
        """
        # The quickest positions take less time than Python takes to ask about them: hence no
        # context manager and no call that can be spared.
        if type(position) is not Position:
            position = as_position(position)
        engine = self._engine_of(position)
        moves = position.moves
        ply = len(moves)
        if position.outcome is not None or ply <= engine.book_plies:
            value = engine.known(position)
            if value is not None:
                return _score(value, engine.cells - ply, wdl)
        query = Query(engine, engine.cells - ply, wdl, stop, watch)
        thread = threading.get_ident()
        self._queries[thread] = query
        try:
            seconds, nodes = (None, None) if limit is None else seconds_and_nodes(limit)
            answer = query.search(moves, wdl, seconds, nodes)
        finally:
            del self._queries[thread]
        value = answer.lower
        if value != answer.upper:
            _give_up(position, query.bounds(answer))
        return _score(value, query.free, wdl)

    def bounds(
        self,
        position: Position | str,
        wdl: bool = False,
        limit: Limit | None = None,
        stop: Stop | None = None,
        watch: Watch | None = None,
    ) -> Bounds:
        """Return what is proven of a position when the limit ends the search, and at what cost."""
        position = as_position(position)
        with self._query(position, wdl, stop, watch) as query:
            return query.bounds(Budget(limit).search(query, position, wdl))

    def columns(
        self,
        position: Position | str,
        wdl: bool = False,
        limit: Limit | None = None,
        stop: Stop | None = None,
        watch: Watch | None = None,
    ) -> dict[int, Score]:
        """Solve each column, for the side to move; {} once the game is over.

        The limit is for all columns together; Unproven is raised if it ends the search.
        """
        position = as_position(position)
        found = self.column_bounds(position, wdl, limit, stop, watch, shared=False)
        scores = {}
        for column, bounds in found.items():
            if bounds.proven is None:
                _give_up(position, None)
            scores[column] = bounds.proven
        return scores

    def column_bounds(
        self,
        position: Position | str,
        wdl: bool = False,
        limit: Limit | None = None,
        stop: Stop | None = None,
        watch: Watch | None = None,
        *,
        shared: bool = True,
        columns: Iterable[int] | None = None,
    ) -> dict[int, Bounds]:
        """Return what is proven of each column when the limit, which is for all, ends the search.

        Each gets an equal share of what is left; if not `shared`, the first ones get all they
        need, from the centre outwards.
        columns: the columns to search, if not all that can be played.
        """
        position = as_position(position)
        with self._query(position, wdl, stop, watch) as query:
            return _column_bounds(query, position, Budget(limit), shared, columns)

    def best_column(
        self,
        position: Position | str,
        limit: Limit | None = None,
        stop: Stop | None = None,
        watch: Watch | None = None,
    ) -> int:
        """Find a column with the best score; of equals the centre-most, and then the left one.

        The limit is for everything together; Unproven is raised if it ends the search.
        """
        position = as_position(position)
        with self._query(position, False, stop, watch) as query:
            return _prove_best(query, position, Budget(limit)).column

    def search(
        self,
        position: Position | str,
        limit: Limit | None = None,
        stop: Stop | None = None,
        watch: Watch | None = None,
    ) -> SolverResult:
        """Find a best column, as `best_column` does, with its score.

        If the limit or the stop ends the search first, the result is not finished: it has no
        score, but the bounds of the position and of every column.
        """
        position = as_position(position)
        seconds_and_nodes(limit)  # refuses what is no limit of a proof
        whole = NO_LIMIT if limit is None else limit
        with self._query(position, False, stop, watch) as query:
            proof = Budget(whole.part(_FOR_THE_PROOF))
            try:
                return _prove_best(query, position, proof)
            except Unproven as unproven:
                proven = unproven.bounds
                assert proven is not None
            stopped = query.requested
        left = Limit(_AFTER_A_STOP) if stopped else whole.less(proof.seconds, proof.nodes)
        rest = Budget(left)
        onwards = watch_onwards(watch, proof.seconds, proof.nodes)
        with self._query(position, False, None if stopped else stop, onwards) as query:
            columns = _column_bounds(query, position, rest, shared=True)
        column = max(
            centre_first(columns, position.rules.columns),
            key=lambda column: (columns[column].lower.rank, columns[column].upper.rank),
        )
        return SolverResult(
            column,
            score=proven.proven,
            scores={c: bounds.proven for c, bounds in columns.items() if bounds.proven},
            line=(column,),
            nodes=proof.nodes + rest.nodes,
            seconds=proof.seconds,
            finished=False,
            bounds=proven,
            column_bounds=columns,
        )

    def solve_many(
        self, positions: Iterable[Position | str], wdl: bool = False, limit: Limit | None = None
    ) -> list[Score]:
        """The score of each position, in order; the limit is for each of them."""
        return [self.solve(position, wdl, limit) for position in positions]

    # While it runs

    def stop(self) -> None:
        """End every query that is running, within milliseconds.

        For other threads and for signal handlers. What was asked raises Unproven, or returns the
        bounds. Returns when the queries of other threads have ended.
        """
        here = threading.get_ident()
        queries = list(self._queries.items())
        for _, query in queries:
            query.ended = True
        if here in dict(queries):
            self._queries[here].engine.native.stop()
        # A search hears only a stop that comes after its beginning, so it is told repeatedly.
        while running := [
            query
            for thread, query in queries
            if thread != here and self._queries.get(thread) is query
        ]:
            for query in running:
                query.engine.native.stop()
            time.sleep(0.001)

    def progress(self) -> SolverProgress | None:
        """Tell how far the running query has got; None if none is running."""
        for query in list(self._queries.values()):
            return query.progress()
        return None

    def clear(self) -> None:
        """Give the memory of the tables back; nothing but speed is lost."""
        with self._lock:
            self._engines.clear()
            self._latest = None

    def __repr__(self) -> str:
        return f"Solver(threads={self.threads}, memory_mb={self.memory_mb})"

    def _engine_of(self, position: Position) -> Engine:
        engine = self._latest
        rules = position.rules
        if engine is not None and (engine.rules is rules or engine.rules == rules):
            return engine
        with self._lock:
            engine = self._engines.get_or_make(
                rules, lambda: Engine(rules, self.threads, self.memory_mb, self._book_of(rules))
            )
            self._latest = engine
        return engine

    def _book_of(self, rules: Rules) -> Book | None:
        if self._own_book is not None:
            return self._own_book if self._own_book.rules == rules else None
        if not self._ships_books:
            return None
        book, problem = shipped(rules)
        self.book_problem = problem or self.book_problem
        return book

    @contextmanager
    def _query(
        self, position: Position, wdl: bool, stop: Stop | None, watch: Watch | None
    ) -> Iterator[Query]:
        engine = self._engine_of(position)
        query = Query(engine, engine.cells - position.ply, wdl, stop, watch)
        thread = threading.get_ident()
        self._queries[thread] = query
        try:
            yield query
        finally:
            del self._queries[thread]


def _score(value: int, free: int, wdl: bool) -> Score:
    return outcome_of((value > 0) - (value < 0)) if wdl else score_of(value, free)


def _column_bounds(
    query: Query,
    position: Position,
    budget: Budget,
    shared: bool,
    columns: Iterable[int] | None = None,
) -> dict[int, Bounds]:
    found = {}
    wanted = position.legal_columns if columns is None else columns
    ordered = centre_first(wanted, position.rules.columns)
    for place, column in enumerate(ordered):
        waiting = len(ordered) - place if shared else 1
        answer = budget.search_child(query, position, column, query.wdl, waiting)
        found[column] = query.bounds(answer)
    return dict(sorted(found.items()))


def _prove_best(query: Query, position: Position, budget: Budget) -> SolverResult:
    """Find a best column and prove it; Unproven, with the bounds of the position, if that fails."""
    searchable(position)
    legal = centre_first(position.legal_columns, position.rules.columns)
    root = budget.search(query, position, wdl=False)
    bounds = query.bounds(root)
    if bounds.proven is None:
        _give_up(position, bounds)
    scores = {}
    for column in legal:
        value: int | None = root.lower
        if column != legal[-1]:  # which must be it if no other is
            try:
                value = _value_if_good(budget, query, position, column, root.lower)
            except Unproven:
                _give_up(position, bounds)
        if value is not None:
            scores[column] = query.score(value)
        if value == root.lower:
            break
    return SolverResult(
        column,
        score=bounds.proven,
        scores=scores,
        line=(column,),
        nodes=budget.nodes,
        seconds=budget.seconds,
        bounds=bounds,
    )


def _value_if_good(
    budget: Budget, query: Query, position: Position, column: int, best: int
) -> int | None:
    """Find the value of a column; None if a cheaper search shows that it is not the best."""
    if best == query.free and position.play(column).outcome is None:
        return None  # there is a win at once, and this is none
    if best >= 0:
        sign = _proven(budget.search_child(query, position, column, wdl=True), position)
        if sign != (best > 0):
            return None
        if best == 0:
            return 0
    return _proven(budget.search_child(query, position, column, wdl=False), position)


def _proven(answer: Answer, position: Position) -> int:
    if answer.lower != answer.upper:
        _give_up(position, None)
    return answer.lower


def _give_up(position: Position, bounds: Bounds | None) -> NoReturn:
    text = f"'{position.to_text()}' is not proven: the search was ended before it was done"
    if bounds is not None and bounds.proven is None:
        text += f", and its score lies between {bounds.lower.score} and {bounds.upper.score}"
    raise Unproven(text, bounds)


# The solver behind ff.solve

_default: Solver | None = None
_default_lock = threading.Lock()


def solve(position: Position | str, wdl: bool = False, limit: Limit | None = None) -> Score:
    """The score of a position, by a solver that is shared by all who call this."""
    global _default
    solver = _default
    if solver is None:
        with _default_lock:
            solver = _default = _default or Solver()
    return solver.solve(position, wdl, limit)


def _forget_default() -> None:
    """A forked process must not wait for a thread that it does not have."""
    global _default, _default_lock
    _default = None
    _default_lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_default)
