"""The perfect solver: the proven score of any position, by search and by opening book.

    solve          the score of a position
    columns        the score of each column
    best_column    a best column: the quickest win, else a draw, else the slowest loss
    bounds         whatever can be proven within a limit

The answers do not depend on the number of threads, nor on what was asked before.
"""

import os
import threading
import time
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NoReturn

from fourfold.errors import IllegalMove, InvalidOption, describe
from fourfold.rules import Position, Rules
from fourfold.search.book import Book, shipped
from fourfold.search.budget import Budget, seconds_and_nodes
from fourfold.search.engine import Answer, Call, Engine
from fourfold.search.limits import Limit
from fourfold.search.order import centre_first
from fourfold.search.score import Best, Bounds, Progress, Score, Unproven, outcome_of, score_of

_KEPT_BOARDS = 2
_MOST_THREADS = 64
_LEAST_MEMORY, _MOST_MEMORY = 16, 2**20


class Solver:
    """Solves positions of any rules. Safe to use from several threads at once.

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
        self.threads = _checked("threads", threads, 1, _MOST_THREADS)
        self.memory_mb = _checked("memory_mb", memory_mb, _LEAST_MEMORY, _MOST_MEMORY)
        self.book_problem: str | None = None
        self._ships_books = book is True
        if isinstance(book, str | os.PathLike):
            book = Book.open(book)
        elif not isinstance(book, bool | Book):
            raise InvalidOption(f"a book is {describe(book)}, but must be a path, True or False")
        self._own_book = book if isinstance(book, Book) else None
        self._lock = threading.Lock()
        self._engines: OrderedDict[Rules, Engine] = OrderedDict()
        self._latest: Engine | None = None
        # What each thread is asking just now. Only single operations on this dict: no lock.
        self._calls: dict[int, Call] = {}

    # Questions

    def solve(self, position: Position, wdl: bool = False, limit: Limit | None = None) -> Score:
        """The score of a position, for the side to move.

        With `wdl` only whether it is won, drawn or lost, which is quicker. A finished position
        is lost for the side to move, in 0 plies, or drawn. If the limit ends the search first,
        Unproven is raised, with the bounds.
        """
        # The quickest positions take less time than Python takes to ask about them: hence no
        # context manager and no call that can be spared.
        engine = self._engine_of(position)
        moves = position.moves
        ply = len(moves)
        if position.outcome is not None or ply <= engine.book_plies:
            value = engine.known(position)
            if value is not None:
                return _score(value, engine.cells - ply, wdl)
        call = Call(engine, engine.cells - ply, wdl)
        thread = threading.get_ident()
        self._calls[thread] = call
        try:
            seconds, nodes = (None, None) if limit is None else seconds_and_nodes(limit)
            answer = call.search(moves, wdl, seconds, nodes)
        finally:
            del self._calls[thread]
        value = answer.lower
        if value != answer.upper:
            _give_up(position, _bounds(call, answer))
        return _score(value, call.free, wdl)

    def bounds(self, position: Position, wdl: bool = False, limit: Limit | None = None) -> Bounds:
        """What is proven of a position when the limit ends the search, and at what cost."""
        with self._asking(position, wdl) as call:
            return _bounds(call, Budget(limit).search(call, position, wdl))

    def columns(
        self, position: Position, wdl: bool = False, limit: Limit | None = None
    ) -> dict[int, Score]:
        """The score of playing each column, for the side to move; {} once the game is over.

        The limit is for all columns together; Unproven is raised if it ends the search.
        """
        found = self.column_bounds(position, wdl, limit, shared=False)
        scores = {}
        for column, bounds in found.items():
            if bounds.proven is None:
                _give_up(position, None)
            scores[column] = bounds.proven
        return scores

    def column_bounds(
        self,
        position: Position,
        wdl: bool = False,
        limit: Limit | None = None,
        shared: bool = True,
    ) -> dict[int, Bounds]:
        """What is proven of each column when the limit, which is for all of them, ends the search.

        Each gets an equal share of what is left; if not `shared`, the first ones get all they
        need, from the centre outwards.
        """
        found = {}
        with self._asking(position, wdl) as call:
            budget = Budget(limit)
            legal = centre_first(position.legal_columns, position.rules.columns)
            for place, column in enumerate(legal):
                waiting = len(legal) - place if shared else 1
                answer = budget.search_child(call, position, column, wdl, waiting)
                found[column] = _bounds(call, answer)
        return dict(sorted(found.items()))

    def best_column(self, position: Position, limit: Limit | None = None) -> int:
        """A column with the best score; of equals the centre-most, and then the left one."""
        return self.best(position, limit).column

    def best(self, position: Position, limit: Limit | None = None) -> Best:
        """The best column with its score, and what was found on the way to it.

        The limit is for everything together; Unproven is raised if it ends the search.
        """
        with self._asking(position, wdl=False) as call:
            legal = centre_first(position.legal_columns, position.rules.columns)
            if not legal:
                raise IllegalMove(
                    f"no column of '{position.to_text()}' can be played: the game is over"
                )
            budget = Budget(limit)
            root = budget.search(call, position, wdl=False)
            if root.lower != root.upper:
                _give_up(position, _bounds(call, root))
            scores = {}
            for column in legal:
                value: int | None = root.lower
                if column != legal[-1]:  # which must be it if no other is
                    value = _value_if_good(budget, call, position, column, root.lower)
                if value is not None:
                    scores[column] = score_of(value, call.free)
                if value == root.lower:
                    break
            return Best(column, scores[column], scores, budget.nodes, budget.seconds)

    def solve_many(
        self, positions: Iterable[Position], wdl: bool = False, limit: Limit | None = None
    ) -> list[Score]:
        """The score of each position, in order; the limit is for each of them."""
        return [self.solve(position, wdl, limit) for position in positions]

    # While it runs

    def stop(self) -> None:
        """End every question that is being asked, in a few milliseconds.

        For other threads and for signal handlers. What was asked raises Unproven, or returns the
        bounds. Returns when the questions of other threads have ended.
        """
        here = threading.get_ident()
        calls = list(self._calls.items())
        for _, call in calls:
            call.stopped = True
        if here in dict(calls):
            self._calls[here].engine.native.stop()
        # A search hears only a stop that comes after its beginning, so it is told repeatedly.
        while running := [
            call for thread, call in calls if thread != here and self._calls.get(thread) is call
        ]:
            for call in running:
                call.engine.native.stop()
            time.sleep(0.001)

    def progress(self) -> Progress | None:
        """What the search that is running has done so far; None if none is.

        Where several columns are asked about, the bounds are those of the one being searched.
        """
        for call in list(self._calls.values()):
            now = call.engine.native.progress()
            lower, upper = (-now.upper, -now.lower) if call.flipped else (now.lower, now.upper)
            return Progress(
                now.nodes,
                _score(lower, call.free, call.wdl),
                _score(upper, call.free, call.wdl),
            )
        return None

    def clear(self) -> None:
        """Give the memory of the tables back; nothing but speed is lost."""
        with self._lock:
            self._engines.clear()
            self._latest = None

    def __repr__(self) -> str:
        return f"Solver(threads={self.threads}, memory_mb={self.memory_mb})"

    # Inside

    def _engine_of(self, position: Position) -> Engine:
        if type(position) is not Position:
            raise InvalidOption(f"a solver needs a Position, not {describe(position)}")
        engine = self._latest
        rules = position.rules
        if engine is not None and (engine.rules is rules or engine.rules == rules):
            return engine
        with self._lock:
            engine = self._engines.get(rules)
            if engine is None:
                book = self._book_of(rules)
                while len(self._engines) >= _KEPT_BOARDS:
                    self._engines.popitem(last=False)
                engine = Engine(rules, self.threads, self.memory_mb, book)
                self._engines[rules] = engine
            self._engines.move_to_end(rules)
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
    def _asking(self, position: Position, wdl: bool) -> Iterator[Call]:
        engine = self._engine_of(position)
        call = Call(engine, engine.cells - position.ply, wdl)
        thread = threading.get_ident()
        self._calls[thread] = call
        try:
            yield call
        finally:
            del self._calls[thread]


def _score(value: int, free: int, wdl: bool) -> Score:
    return outcome_of((value > 0) - (value < 0)) if wdl else score_of(value, free)


def _bounds(call: Call, answer: Answer) -> Bounds:
    return Bounds(
        _score(answer.lower, call.free, call.wdl),
        _score(answer.upper, call.free, call.wdl),
        answer.nodes,
        answer.seconds,
    )


def _value_if_good(
    budget: Budget, call: Call, position: Position, column: int, best: int
) -> int | None:
    """The value of a column, or None if it is found not to be the best one on a cheaper way."""
    if best == call.free and position.play(column).outcome is None:
        return None  # there is a win at once, and this is none
    if best >= 0:
        sign = _proven(budget.search_child(call, position, column, wdl=True), position)
        if sign != (best > 0):
            return None
        if best == 0:
            return 0
    return _proven(budget.search_child(call, position, column, wdl=False), position)


def _proven(answer: Answer, position: Position) -> int:
    if answer.lower != answer.upper:
        _give_up(position, None)
    return answer.lower


def _give_up(position: Position, bounds: Bounds | None) -> NoReturn:
    text = f"'{position.to_text()}' is not proven: the search was ended before it was done"
    if bounds is not None:
        text += f", and its score lies between {bounds.lower.score} and {bounds.upper.score}"
    raise Unproven(text, bounds)


def _checked(name: str, value: object, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise InvalidOption(
            f"{name} is {describe(value)}, but must be a whole number from {least} to {most}"
        )
    return value


# The solver behind ff.solve

_default: Solver | None = None
_default_lock = threading.Lock()


def solve(position: Position, wdl: bool = False, limit: Limit | None = None) -> Score:
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
