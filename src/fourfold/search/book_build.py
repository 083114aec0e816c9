"""Building an opening book: resumable, on any number of workers, always the same bytes.

1. Find every position of the last ply (`book_positions`), in the order of the keys.
2. Solve them in chunks, wherever; each solved chunk goes into the journal beside the book.
3. Work out the shallower plies by negamax.
4. Write a temporary file, read it back, compare, and put it in its place at once.
5. Remove the journal.

Killed at any point and started again, the builder goes on with the chunks that are missing.
"""

import contextlib
import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, wait
from functools import lru_cache
from pathlib import Path

from fourfold.errors import BookError, InvalidOption, describe
from fourfold.rules import Position, Rules
from fourfold.search import book_file
from fourfold.search.book import Book
from fourfold.search.book_journal import Journal
from fourfold.search.book_positions import layers, values_above
from fourfold.search.book_workers import cluster_executor, process_executor
from fourfold.search.engine import Call, Engine

CHUNK = 16
"""Positions that are solved together: little is lost with one, and their keys are neighbours."""

_MOST_WORKERS = 1024

Tell = Callable[[int, int], None]
"""Called with the positions solved so far, and all of them."""


def build(
    rules: Rules,
    plies: int,
    out: Path,
    workers: int = 1,
    cluster: str | None = None,
    memory_mb: int = 128,
    tell: Tell = lambda solved, total: None,
) -> Book:
    """Build the book of a board, or finish it, and return it as it was read back from its file.

    workers: processes on this machine; one works in this process.
    cluster: the address of a Dask scheduler, whose workers are used instead.
    memory_mb: the size of the table of each worker.
    """
    if type(workers) is not int or not 1 <= workers <= _MOST_WORKERS:
        raise InvalidOption(
            f"the workers are {describe(workers)}, "
            f"but must be a whole number from 1 to {_MOST_WORKERS}"
        )
    _check_writable(out)
    found = layers(rules, plies)
    games = [moves for _, moves in sorted(found[-1].items())]
    chunks = [games[place : place + CHUNK] for place in range(0, len(games), CHUNK)]
    identity = hashlib.sha256(f"{rules} {plies} {CHUNK} ".encode() + b"/".join(games)).digest()
    journal_path = out.with_name(out.name + ".journal")
    with Journal(journal_path, identity, [len(chunk) for chunk in chunks]) as journal:
        _solve_missing(rules, chunks, journal, workers, cluster, memory_mb, tell)
        solved = [value for number in range(len(chunks)) for value in journal.solved[number]]
        values = [dict(zip(sorted(found[-1]), solved, strict=True))]
        for layer in reversed(found[:-1]):
            values.append(values_above(rules, plies, layer, values[-1]))
        book = _put_in_place(rules, values[::-1], out)
    journal_path.unlink()
    return book


def solve_chunk(rules_text: str, memory_mb: int, games: Sequence[bytes]) -> list[int]:
    """The values of some positions; this is what workers run, wherever they are."""
    engine = _engine(rules_text, memory_mb)
    values = []
    for moves in games:
        call = Call(engine, 0, wdl=False)
        answer = call.search(tuple(moves), False, None, None)
        if answer.lower != answer.upper:
            raise BookError(f"'{Position(engine.rules, moves).to_text()}' could not be proven")
        values.append(answer.lower)
    return values


@lru_cache(maxsize=1)
def _engine(rules_text: str, memory_mb: int) -> Engine:
    return Engine(Rules.parse(rules_text), 1, memory_mb, book=None)


def _solve_missing(
    rules: Rules,
    chunks: Sequence[Sequence[bytes]],
    journal: Journal,
    workers: int,
    cluster: str | None,
    memory_mb: int,
    tell: Tell,
) -> None:
    total = sum(map(len, chunks))
    solved = sum(map(len, journal.solved.values()))
    tell(solved, total)
    missing = [number for number in range(len(chunks)) if number not in journal.solved]
    if not missing:
        return

    def keep(number: int, values: Sequence[int]) -> None:
        nonlocal solved
        journal.add(number, values)
        solved += len(values)
        tell(solved, total)

    if cluster is None and workers == 1:
        for number in missing:
            keep(number, solve_chunk(str(rules), memory_mb, chunks[number]))
        _engine.cache_clear()
        return
    executor = process_executor(workers) if cluster is None else cluster_executor(cluster)
    with executor as (pool, at_once):
        for number, values in _results(pool, at_once, str(rules), memory_mb, chunks, missing):
            keep(number, values)


def _results(
    pool: Executor,
    at_once: int,
    rules_text: str,
    memory_mb: int,
    chunks: Sequence[Sequence[bytes]],
    missing: Sequence[int],
) -> Iterator[tuple[int, list[int]]]:
    """Chunks as they are solved, never more than a few waiting for a worker."""
    waiting = iter(missing)
    running = {}
    try:
        while True:
            for number in waiting:
                future = pool.submit(solve_chunk, rules_text, memory_mb, chunks[number])
                running[future] = number
                if len(running) >= 2 * at_once:
                    break
            if not running:
                return
            done, _ = wait(running, timeout=1.0, return_when=FIRST_COMPLETED)
            for future in done:
                yield running.pop(future), future.result()
    except BrokenExecutor:
        raise BookError(
            "a worker has died; what was solved is kept, and the same command goes on with it"
        ) from None


def _check_writable(out: Path) -> None:
    """Say at once, not after an hour, that the book cannot be put where it is wanted."""
    if out.is_dir():
        raise BookError(f"the book {out} cannot be written: it is a folder")
    if not out.parent.is_dir():
        raise BookError(f"the book {out} cannot be written: there is no folder {out.parent}")


def _put_in_place(rules: Rules, values: list[dict[int, int]], out: Path) -> Book:
    temporary = out.with_name(out.name + ".new")
    try:
        with temporary.open("wb") as file:
            file.write(book_file.write(rules, values))
            file.flush()
            os.fsync(file.fileno())
        book = Book.open(temporary)
        for ply, wanted in enumerate(values):
            if dict(zip(*book.ply(ply), strict=True)) != wanted:
                raise BookError(f"the book {out} was not read back as it was written")
        temporary.replace(out)
    except OSError as error:
        raise BookError(f"the book {out} cannot be written: {error.strerror}") from None
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()
    return book
