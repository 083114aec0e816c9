"""Builds an opening book: can be interrupted, runs on many workers, always writes the same bytes.

1. Find every position of the last ply (`positions`), in the order of the keys.
2. Solve them in chunks, on any worker; each solved chunk goes into the journal beside the book.
3. Compute the shallower plies by negamax.
4. Write a temporary file, read it back, compare, and rename it to the book.
5. Remove the journal.

If the builder is killed at any point and started again, it continues with the missing chunks.
"""

import contextlib
import hashlib
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from pathlib import Path

from fourfold.errors import BookError, InvalidOption, WorkerError
from fourfold.rules import Position, Rules
from fourfold.search.book import file as book_file
from fourfold.search.book.book import Book
from fourfold.search.book.positions import layers, values_above
from fourfold.search.engine import Engine, Query
from fourfold.support.checks import whole_number
from fourfold.support.executors import MOST_WORKERS, open_executor, run_jobs
from fourfold.support.journal import Journal
from fourfold.support.whole_file import replacing

CHUNK = 16
"""Positions per chunk: few enough to lose little work, and neighbours share table entries."""

ReportProgress = Callable[[int, int], None]
"""Called with the number of positions solved so far, and of all."""


def build(
    rules: Rules,
    plies: int,
    out: Path,
    workers: int = 1,
    cluster: str | None = None,
    memory_mb: int = 128,
    report: ReportProgress = lambda solved, total: None,
    *,
    replace: bool = False,
) -> Book:
    """Build the book of a board, or continue a build, and return the book read from its file.

    workers: processes on this machine; a single one is this process.
    cluster: the address of a Dask scheduler, whose workers are used instead.
    memory_mb: the size of the table of each worker.
    report: called as positions are solved.
    replace: write over a book that is deeper, or of another board.
    """
    workers = whole_number("the number of workers", workers, 1, MOST_WORKERS)
    _check_writable(out)
    if not replace:
        _check_replaceable(out, rules, plies)
    all_layers = layers(rules, plies)
    games = [moves for _, moves in sorted(all_layers[-1].items())]
    chunks = [games[start : start + CHUNK] for start in range(0, len(games), CHUNK)]
    identity = hashlib.sha256(f"{rules} {plies} {CHUNK} ".encode() + b"/".join(games)).digest()
    journal_path = out.with_name(out.name + ".journal")
    sizes = [len(chunk) for chunk in chunks]
    with Journal(journal_path, identity, sizes, "book", BookError) as journal:
        try:
            _solve_missing(rules, chunks, journal, workers, cluster, memory_mb, report)
        except Exception:
            if not journal.solved:  # such as an unknown cluster: there is nothing to continue
                with contextlib.suppress(OSError):
                    journal_path.unlink()
            raise
        solved = [value for number in range(len(chunks)) for value in journal.solved[number]]
        values = [dict(zip(sorted(all_layers[-1]), solved, strict=True))]
        for layer in reversed(all_layers[:-1]):
            values.append(values_above(rules, plies, layer, values[-1]))
        book = _write_and_compare(rules, values[::-1], out)
    with contextlib.suppress(OSError):  # the book is complete: a journal that stays is no error
        journal_path.unlink()
    return book


def solve_chunk(rules_text: str, memory_mb: int, games: Sequence[bytes]) -> list[int]:
    """Return the values of some positions; workers on this machine or a cluster run this."""
    engine = _engine(rules_text, memory_mb)
    values = []
    for moves in games:
        query = Query(engine, 0, wdl=False)
        answer = query.search(tuple(moves), False, None, None)
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
    report: ReportProgress,
) -> None:
    total = sum(map(len, chunks))
    solved = sum(map(len, journal.solved.values()))
    report(solved, total)
    missing = [number for number in range(len(chunks)) if number not in journal.solved]
    if not missing:
        return

    def keep(number: int, values: Sequence[int]) -> None:
        nonlocal solved
        journal.add(number, values)
        solved += len(values)
        report(solved, total)

    call = partial(solve_chunk, str(rules), memory_mb)
    jobs = ((number, chunks[number]) for number in missing)
    try:
        with open_executor(workers, cluster) as executor:
            for number, values in run_jobs(executor, call, jobs):
                keep(number, values)
    except WorkerError as error:
        if not journal.solved:
            raise
        raise BookError(
            f"{error}; what was solved is kept, and the same command continues from there"
        ) from None
    finally:
        _engine.cache_clear()  # the table of a single worker, which is this process


def _check_writable(out: Path) -> None:
    """Refuse a path that cannot be written, before hours of work rather than after them."""
    if out.is_dir():
        raise BookError(f"the book {out} cannot be written: it is a folder")
    if not out.parent.is_dir():
        raise BookError(f"the book {out} cannot be written: there is no folder {out.parent}")


def _check_replaceable(out: Path, rules: Rules, plies: int) -> None:
    """Refuse to write over a book that is deeper than the new one, or of another board."""
    try:
        old = Book.from_bytes(out.read_bytes(), str(out))
    except FileNotFoundError:
        return
    except OSError as error:
        raise BookError(f"the book {out} cannot be read: {error.strerror}") from None
    except BookError:  # none that can be used
        return
    if old.rules != rules or old.plies > plies:
        raise InvalidOption(
            f"{out} is already a book of {old.rules} with {old.plies} plies; "
            f"--replace writes one of {rules} with {plies} plies over it"
        )


def _write_and_compare(rules: Rules, values: list[dict[int, int]], out: Path) -> Book:
    try:
        with replacing(out) as temporary:
            temporary.write_bytes(book_file.write(rules, values))
            book = Book.open(temporary)
            for ply, expected in enumerate(values):
                if dict(zip(*book.ply(ply), strict=True)) != expected:
                    raise BookError(f"the book {out} was written, but reads back differently")
    except OSError as error:
        raise BookError(f"the book {out} cannot be written: {error.strerror}") from None
    return book
