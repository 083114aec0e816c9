"""The perfect solver: the proven score of any position, by search and by opening book.

    solve          the score of a position
    columns        the score of each column
    ..._many       either of them for many positions, on threads or by workers
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

from fourfold.rules import Position, Rules, as_position
from fourfold.search.book import Book, OneBook, book_of, open_books
from fourfold.search.budget import Budget, seconds_and_nodes
from fourfold.search.engine import Engine, Query, SolverProgress, SolverResult
from fourfold.search.limits import NO_LIMIT, Limit
from fourfold.search.many import (
    Question,
    SubmitsJobs,
    Values,
    look_up,
    solve_on_executor,
    solve_on_threads,
)
from fourfold.search.order import centre_first
from fourfold.search.proofs import column_bounds, give_up, prove_best, score_or_outcome
from fourfold.search.protocol import Watch, watch_onwards
from fourfold.search.score import Bounds, Score, Unproven
from fourfold.search.stop import Stop
from fourfold.support.checks import whole_number
from fourfold.support.forks import tell_of_forks
from fourfold.support.lru import LruCache

_MOST_THREADS = 64
_LEAST_MEMORY, _MOST_MEMORY = 16, 2**20
_FOR_THE_PROOF = 0.75  # of the limit of a search; the rest is for what can be proven of columns
_AFTER_A_STOP = 0.002  # seconds for the columns then, so that a win at once is not overlooked


class Solver:
    """Solves positions of any rules, given as such or as text. Safe to use from several threads.

    threads: how many search one position together.
    memory_mb: the most that its tables take together, from the system as they fill. Those of the
        last board are kept; another board, or `..._many` on threads, takes their place.
    book: True for the books that come with the package (and those of `--book`), False for none,
        or a book of your own, or several, each a path or a Book: one for positions of its rules,
        the package's for all others.

    A shipped book that is damaged is not used, and `book_problem` says why; a book of your own
    that is damaged raises BookError.

    >>> solver = ff.Solver(threads=2, memory_mb=64)
    >>> print(solver.solve("7x6:4455"))
    win in 3 plies (score 18)
    >>> {column: score.score for column, score in solver.columns("5x4:3333").items()}
    {0: -1, 1: 0, 3: 0, 4: -1}
    >>> solver.best_column("7x6:4455")
    2
    """

    def __init__(
        self,
        threads: int = 1,
        memory_mb: int = 256,
        book: bool | OneBook | Iterable[OneBook] = True,
    ) -> None:
        self.threads = whole_number("threads", threads, 1, _MOST_THREADS)
        """How many threads search one position together."""
        self.memory_mb = whole_number("memory_mb", memory_mb, _LEAST_MEMORY, _MOST_MEMORY)
        """The most that its tables take together."""
        self.book_problem: str | None = None
        """Why a book that comes with the package is not used; None if all is well."""
        self._ships_books = book is not False
        self._own_books = {} if isinstance(book, bool) else open_books(book)
        self._lock = threading.Lock()
        # One or the other: together they would take twice the memory.
        self._engines: LruCache[Rules, Engine] = LruCache(1)
        self._thread_engines: LruCache[tuple[Rules, int], list[Engine]] = LruCache(1)
        self._latest: Engine | None = None
        # The query of each thread. Only single operations on this dict: no lock.
        self._queries: dict[int, Query] = {}
        tell_of_forks(self)

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

        >>> ff.Solver().solve("7x6:4455").score
        18
        >>> ff.Solver().solve("7x6:4455", wdl=True).score
        1
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
                return score_or_outcome(value, engine.cells - ply, wdl)
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
            give_up(position, query.bounds(answer))
        return score_or_outcome(value, query.free, wdl)

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

        >>> scores = ff.Solver().columns("5x4:3333")
        >>> [(column, score.score) for column, score in scores.items()]
        [(0, -1), (1, 0), (3, 0), (4, -1)]
        """
        position = as_position(position)
        found = self.column_bounds(position, wdl, limit, stop, watch, shared=False)
        scores = {}
        for column, bounds in found.items():
            if bounds.proven is None:
                give_up(position, None)
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
            return column_bounds(query, position, Budget(limit), shared, columns)

    def best_column(
        self,
        position: Position | str,
        limit: Limit | None = None,
        stop: Stop | None = None,
        watch: Watch | None = None,
    ) -> int:
        """Find a column with the best score; of equals the centre-most, and then the left one.

        The limit is for everything together; Unproven is raised if it ends the search.

        >>> ff.Solver().best_column("7x6:4455")
        2
        """
        position = as_position(position)
        with self._query(position, False, stop, watch) as query:
            return prove_best(query, position, Budget(limit)).column

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

        >>> result = ff.Solver().search("7x6:4455")
        >>> result.column, result.line, result.finished
        (2, (2,), True)
        """
        position = as_position(position)
        seconds_and_nodes(limit)  # refuses what is no limit of a proof
        whole = NO_LIMIT if limit is None else limit
        with self._query(position, False, stop, watch) as query:
            proof = Budget(whole.part(_FOR_THE_PROOF))
            try:
                return prove_best(query, position, proof)
            except Unproven as unproven:
                proven = unproven.bounds
                assert proven is not None
            stopped = query.requested
        left = Limit(_AFTER_A_STOP) if stopped else whole.less(proof.seconds, proof.nodes)
        rest = Budget(left)
        onwards = watch_onwards(watch, proof.seconds, proof.nodes)
        with self._query(position, False, None if stopped else stop, onwards) as query:
            columns = column_bounds(query, position, rest, shared=True)
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

    # Many positions

    def solve_many(
        self,
        positions: Iterable[Position | str],
        wdl: bool = False,
        limit: Limit | None = None,
        stop: Stop | None = None,
        *,
        threads: int | None = None,
        executor: SubmitsJobs | str | None = None,
    ) -> list[Score]:
        """Solve many positions, and return their scores in the same order.

        limit: for each position; Unproven is raised for the first that is not proven.
        threads: how many positions are solved at once, each by one thread with its part of
            `memory_mb`; as many as the solver has if not given.
        executor: who solves them instead: a pool of `concurrent.futures`, a Dask client, or the
            address of a Dask scheduler. Each worker has a table of `memory_mb`.

        >>> scores = ff.Solver(memory_mb=64).solve_many(["7x6:444444", "7x6:4455"], threads=2)
        >>> [score.score for score in scores]
        [1, 18]
        """
        question = Question(wdl, False, limit)
        scores = []
        for position, values in self._answers(positions, question, stop, threads, executor):
            assert isinstance(values, tuple)
            scores.append(_proven_score(position, values, wdl))
        return scores

    def columns_many(
        self,
        positions: Iterable[Position | str],
        wdl: bool = False,
        limit: Limit | None = None,
        stop: Stop | None = None,
        *,
        threads: int | None = None,
        executor: SubmitsJobs | str | None = None,
    ) -> list[dict[int, Score]]:
        """Solve each column of many positions: `columns` for all of them, as in `solve_many`.

        >>> (columns,) = ff.Solver(memory_mb=64).columns_many(["5x4:3333"])
        >>> [score.score for score in columns.values()]
        [-1, 0, 0, -1]
        """
        question = Question(wdl, True, limit)
        scores = []
        for position, values in self._answers(positions, question, stop, threads, executor):
            assert isinstance(values, dict)
            scores.append(
                {
                    column: _proven_score(position, pair, wdl, of_column=True)
                    for column, pair in values.items()
                }
            )
        return scores

    def _answers(
        self,
        positions: Iterable[Position | str],
        question: Question,
        stop: Stop | None,
        threads: int | None,
        executor: SubmitsJobs | str | None,
    ) -> list[tuple[Position, Values]]:
        count = whole_number(
            "threads", self.threads if threads is None else threads, 1, _MOST_THREADS
        )
        seconds_and_nodes(question.limit)  # refuses what is no limit of a proof
        wanted = [as_position(position) for position in positions]
        answers: dict[int, Values] = {}
        missing: dict[Rules, list[int]] = {}
        for number, position in enumerate(wanted):
            known = look_up(self._engine_to_look_up(position), position, question)
            if known is None:
                missing.setdefault(position.rules, []).append(number)
            else:
                answers[number] = known
        for rules, numbers in missing.items():
            rest = [wanted[number] for number in numbers]
            if executor is None:
                engines = self._engines_of(rules, count)
                found = solve_on_threads(engines, rest, question, self._queries, stop)
            else:
                found = solve_on_executor(executor, rest, question, self.memory_mb)
            answers.update(zip(numbers, found, strict=True))
        return [(position, answers[number]) for number, position in enumerate(wanted)]

    def _engines_of(self, rules: Rules, count: int) -> list[Engine]:
        """Return the engines of so many threads, which share the memory."""
        if count == self.threads == 1:
            return [self._engine_of(Position(rules))]
        memory = max(1, self.memory_mb // count)
        with self._lock:
            self._engines.clear()
            self._latest = None
            return self._thread_engines.get_or_make(
                (rules, count),
                lambda: [Engine(rules, 1, memory, book=None) for _ in range(count)],
            )

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
            self._thread_engines.clear()
            self._latest = None

    def after_fork(self) -> None:
        """Forget the queries of threads that a forked process does not have."""
        here = threading.get_ident()
        self._lock = threading.Lock()
        self._queries = {thread: query for thread, query in self._queries.items() if thread == here}

    def __repr__(self) -> str:
        return f"Solver(threads={self.threads}, memory_mb={self.memory_mb})"

    def _engine_of(self, position: Position) -> Engine:
        engine = self._latest
        rules = position.rules
        if engine is not None and (engine.rules is rules or engine.rules == rules):
            return engine
        with self._lock:
            self._latest = None  # or it would keep the table that makes way
            self._thread_engines.clear()
            engine = self._latest = self._engine_of_rules(rules)
        return engine

    def _engine_to_look_up(self, position: Position) -> Engine:
        """Return the engine for its book alone, which leaves the tables of threads alone."""
        with self._lock:
            return self._engine_of_rules(position.rules)

    def _engine_of_rules(self, rules: Rules) -> Engine:
        return self._engines.get_or_make(
            rules, lambda: Engine(rules, self.threads, self.memory_mb, self._book_of(rules))
        )

    def _book_of(self, rules: Rules) -> Book | None:
        if (own := self._own_books.get(rules)) is not None:
            return own
        if not self._ships_books:
            return None
        book, problem = book_of(rules)
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


def _proven_score(
    position: Position, pair: tuple[int, int], wdl: bool, *, of_column: bool = False
) -> Score:
    free = position.rules.playable_cells - position.ply
    lower, upper = (score_or_outcome(value, free, wdl) for value in pair)
    if lower != upper:
        give_up(position, None if of_column else Bounds(lower, upper))
    return lower


# The solver behind ff.solve

_default: Solver | None = None
_default_lock = threading.Lock()


def solve(position: Position | str, wdl: bool = False, limit: Limit | None = None) -> Score:
    """The score of a position, by a solver that is shared by all who call this.

    >>> score = ff.solve("7x6:4455")
    >>> score.score, score.plies
    (18, 3)
    >>> print(ff.solve(ff.Position.parse("9x4-xi4-ba4:121212")))
    win in 1 ply (score 15)
    """
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
