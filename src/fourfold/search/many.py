"""Solves many positions at once: by threads of this process, or by workers elsewhere.

1. Look up what needs no search: finished games, and positions of the book.
2. Cut the rest into chunks.
3. Solve each chunk where there is room: every thread has a native solver with a table of its own,
   and every chunk is one native call, during which the interpreter lock is free.

A position is never searched by two threads, so that they share no table and no lock.
"""

import threading
from collections import deque
from collections.abc import Callable, Iterator, MutableMapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, Protocol

from fourfold.errors import InvalidOption, describe
from fourfold.rules import Position, Rules
from fourfold.search.budget import Budget
from fourfold.search.engine import Engine, Query
from fourfold.search.limits import Limit
from fourfold.search.order import centre_first
from fourfold.search.run import run_native
from fourfold.search.score import Unproven
from fourfold.search.stop import Stop

CHUNK = 32
"""Positions per native call of a thread: few enough to hear a stop soon."""
JOB = 256
"""Positions per job of an executor: sending fewer would cost more than solving them."""

Pair = tuple[int, int]
"""The lower and the upper bound of a value."""
Values = Pair | dict[int, Pair]
"""What was found out about a position: its bounds, or those of each column that can be played."""


class SubmitsJobs(Protocol):
    """What a pool of `concurrent.futures` and a Dask `Client` have in common."""

    def submit(self, call: Callable[[Any], Any], job: Any, /) -> Any:
        """Begin a job, and return something whose `result()` waits for its result."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked about every position."""

    wdl: bool = False
    columns: bool = False
    """Whether each column is asked about, or the position."""
    limit: Limit | None = None
    """For each position; for all of its columns together."""


def solve_chunk(query: Query, positions: Sequence[Position], question: Question) -> list[Values]:
    """Answer the question about some positions of one board, none of them finished.

    Not for the main thread, which would not hear Ctrl-C meanwhile.
    """
    if not question.columns:
        limit = question.limit or Limit()
        games = [position.moves for position in positions]
        solve_many = query.engine.native.solve_many
        return list(solve_many(games, question.wdl, limit.seconds, limit.nodes))
    if question.limit is not None:
        return [_columns_within(query, position, question) for position in positions]
    found: list[dict[int, Pair]] = []
    children: list[tuple[dict[int, Pair], int, bool]] = []
    games = []
    for position in positions:
        pairs: dict[int, Pair] = dict.fromkeys(position.legal_columns, (0, 0))
        for column in pairs:
            child = position.play(column)
            flipped = child.turn is not position.turn
            value = query.engine.known(child)
            if value is None:
                children.append((pairs, column, flipped))
                games.append(child.moves)
            else:
                pairs[column] = _seen_from_above((value, value), flipped, question.wdl)
        found.append(pairs)
    solved = query.engine.native.solve_many(games, question.wdl, None, None)
    for (pairs, column, flipped), pair in zip(children, solved, strict=True):
        pairs[column] = _seen_from_above(pair, flipped, question.wdl)
    return list(found)


def _columns_within(query: Query, position: Position, question: Question) -> dict[int, Pair]:
    budget = Budget(question.limit)
    found = {}
    for column in centre_first(position.legal_columns, position.rules.columns):
        answer = budget.search_child(query, position, column, question.wdl)
        found[column] = answer.lower, answer.upper
    return dict(sorted(found.items()))


def _seen_from_above(pair: Pair, flipped: bool, wdl: bool) -> Pair:
    lower, upper = (-pair[1], -pair[0]) if flipped else pair
    return (_sign(lower), _sign(upper)) if wdl else (lower, upper)


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def look_up(engine: Engine, position: Position, question: Question) -> Values | None:
    """Answer without a search, if the game is over or the book has it; None if neither is so."""
    if question.columns:
        if position.outcome is not None:
            return {}
        if position.ply >= engine.book_plies:
            return None
        pairs = {}
        for column in position.legal_columns:
            child = position.play(column)
            value = engine.known(child)
            if value is None:
                return None
            flipped = child.turn is not position.turn
            pairs[column] = _seen_from_above((value, value), flipped, question.wdl)
        return pairs
    if position.outcome is None and position.ply > engine.book_plies:
        return None
    value = engine.known(position)
    return None if value is None else _seen_from_above((value, value), False, question.wdl)


def solve_on_threads(
    engines: Sequence[Engine],
    positions: Sequence[Position],
    question: Question,
    queries: MutableMapping[int, Query],
    stop: Stop | None = None,
) -> list[Values]:
    """Answer the question about positions of one board, by a thread for each of the engines.

    queries: where the solver finds the query of each thread, to end it.
    """
    chunks = list(_chunks(positions, CHUNK))
    results: dict[int, list[Values]] = {}
    waiting = deque(range(len(chunks)))
    running = [Query(engine, 0, question.wdl) for engine in engines]

    def end() -> None:
        for query in running:
            query.ended = True
            query.engine.native.stop()

    def work(query: Query) -> None:
        thread = threading.get_ident()
        queries[thread] = query
        try:
            while not query.ended:
                try:
                    number = waiting.popleft()
                except IndexError:
                    return
                values = solve_chunk(query, chunks[number], question)
                if not query.ended:
                    results[number] = values
        except BaseException:
            waiting.clear()
            raise
        finally:
            del queries[thread]

    def work_together() -> None:
        if len(running) == 1:
            work(running[0])
            return
        with ThreadPoolExecutor(len(running), "fourfold-solve-many") as pool:
            for future in [pool.submit(work, query) for query in running]:
                future.result()

    run_native(work_together, end, stop)
    if len(results) < len(chunks):
        raise Unproven("the positions are not all proven: the search was ended before it was done")
    return [values for number in range(len(chunks)) for values in results[number]]


def solve_on_executor(
    executor: SubmitsJobs | str,
    positions: Sequence[Position],
    question: Question,
    memory_mb: int,
) -> list[Values]:
    """Answer the question about positions of one board, by an executor or by a Dask cluster.

    executor: a pool or a Dask client, or the address of a Dask scheduler, where the jobs of a
        worker that dies are run again.
    """
    rules = positions[0].rules
    call = partial(solve_job, str(rules), memory_mb, question)
    jobs = [[position.moves for position in chunk] for chunk in _chunks(positions, JOB)]
    if isinstance(executor, str):
        from fourfold.support.executors import open_executor, run_jobs

        with open_executor(1, executor) as cluster:
            results = dict(run_jobs(cluster, call, enumerate(jobs)))
        return [values for number in range(len(jobs)) for values in results[number]]
    if not callable(getattr(executor, "submit", None)):
        raise InvalidOption(
            f"an executor is {describe(executor)}, but must be a pool of concurrent.futures, "
            "a Dask client or the address of a Dask scheduler"
        )
    futures = [executor.submit(call, job) for job in jobs]
    try:
        return [values for future in futures for values in future.result()]
    finally:
        for future in futures:
            future.cancel()


def solve_job(
    rules_text: str, memory_mb: int, question: Question, games: Sequence[Sequence[int]]
) -> list[Values]:
    """Answer the question about some positions; the workers of an executor run this."""
    query = Query(_engine(rules_text, memory_mb), 0, question.wdl)
    positions = [Position(query.engine.rules, moves) for moves in games]

    def end() -> None:
        query.ended = True
        query.engine.native.stop()

    return run_native(lambda: solve_chunk(query, positions, question), end)


@lru_cache(maxsize=1)
def _engine(rules_text: str, memory_mb: int) -> Engine:
    return Engine(Rules.parse(rules_text), 1, memory_mb, book=None)


def _chunks(positions: Sequence[Position], size: int) -> Iterator[Sequence[Position]]:
    for start in range(0, len(positions), size):
        yield positions[start : start + size]
