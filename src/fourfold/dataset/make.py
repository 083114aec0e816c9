"""Makes a data set: can be interrupted, runs on many workers, always writes the same file.

1. Find the positions (`selection`).
2. Label them in chunks, on any worker; each chunk goes into the journal beside the file.
3. Write a temporary file, and rename it.
4. Remove the journal.

If it is killed at any point and started again, it continues with the missing chunks.
"""

import contextlib
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from pathlib import Path

from fourfold.dataset.formats import WRITERS, check_format, format_of
from fourfold.dataset.labels import Label, Labelling, forget_table, label_job, read_labels
from fourfold.dataset.selection import Selection, find_positions
from fourfold.errors import DatasetError, InvalidOption, WorkerError
from fourfold.rules import Position
from fourfold.search import Solver
from fourfold.support.checks import whole_number
from fourfold.support.executors import MOST_WORKERS, open_executor, run_jobs
from fourfold.support.journal import Journal

CHUNK = 64
"""Positions per job. Labels within a limit of nodes depend on it, so it never changes."""

ReportProgress = Callable[[int, int], None]
"""Called with the number of positions labelled so far, and of all."""


@dataclass(frozen=True, slots=True)
class Made:
    """What a data set holds."""

    labels: tuple[Label, ...]
    format: str

    @property
    def unproven(self) -> int:
        """How many positions are marked as not proven."""
        return sum(not label.proven for label in self.labels)


def make(
    out: Path,
    selection: Selection,
    labelling: Labelling | None = None,
    file_format: str | None = None,
    workers: int = 1,
    cluster: str | None = None,
    report: ReportProgress = lambda labelled, total: None,
    *,
    replace: bool = False,
) -> Made:
    """Make a data set, or continue one that was interrupted.

    file_format: one of `formats`; if not given, what the name of the file ends in.
    workers: processes on this machine; a single one is this process.
    cluster: the address of a Dask scheduler, whose workers are used instead.
    replace: write over a file that exists.
    """
    labelling = Labelling() if labelling is None else labelling
    name = format_of(out, file_format)
    workers = whole_number("the number of workers", workers, 1, MOST_WORKERS)
    Solver(memory_mb=labelling.memory_mb, book=False)  # refuses a size that cannot be
    if out.exists() and not replace:
        raise InvalidOption(f"{out} exists already; --replace writes over it")
    if not out.parent.is_dir():
        raise InvalidOption(f"{out} cannot be written: there is no folder {out.parent}")
    positions = find_positions(selection)
    check_format(name, [Label(position, None, None) for position in positions])
    chunks = _chunks(positions)
    sizes = [len(chunk) * labelling.width(chunk[0].rules) for chunk in chunks]
    path = out.with_name(out.name + ".journal")
    identity = _identity(positions, labelling)
    with Journal(path, identity, sizes, "data set", DatasetError) as journal:
        try:
            _label_missing(chunks, journal, labelling, workers, cluster, report)
        except Exception:
            if not journal.solved:  # such as an unknown cluster: there is nothing to continue
                path.unlink()
            raise
        labels = [
            label
            for number, chunk in enumerate(chunks)
            for label in read_labels(chunk, journal.solved[number], labelling)
        ]
        _write(labels, name, out)
    path.unlink()
    return Made(tuple(labels), name)


def _chunks(positions: Sequence[Position]) -> list[list[Position]]:
    chunks = []
    for _, group in groupby(positions, key=lambda position: position.rules):
        same_board = list(group)
        chunks += [same_board[i : i + CHUNK] for i in range(0, len(same_board), CHUNK)]
    return chunks


def _identity(positions: Sequence[Position], labelling: Labelling) -> bytes:
    """Return what identifies the labels; the memory only counts where a limit ends searches."""
    memory = 0 if labelling.nodes is None else labelling.memory_mb
    text = f"{labelling.labels} {labelling.nodes} {memory} {CHUNK}\n"
    digest = hashlib.sha256(text.encode())
    for position in positions:
        digest.update(f"{position.to_text()}\n".encode())
    return digest.digest()


def _label_missing(
    chunks: Sequence[Sequence[Position]],
    journal: Journal,
    labelling: Labelling,
    workers: int,
    cluster: str | None,
    report: ReportProgress,
) -> None:
    total = sum(map(len, chunks))
    labelled = sum(len(chunks[number]) for number in journal.solved)
    report(labelled, total)
    missing = [number for number in range(len(chunks)) if number not in journal.solved]
    if not missing:
        return
    call = partial(_label_chunk, labelling)
    jobs = (
        (number, (str(chunks[number][0].rules), [position.moves for position in chunks[number]]))
        for number in missing
    )
    try:
        with open_executor(workers, cluster) as executor:
            for number, values in run_jobs(executor, call, jobs):
                journal.add(number, values)
                labelled += len(chunks[number])
                report(labelled, total)
    except WorkerError as error:
        if not journal.solved:
            raise
        raise DatasetError(
            f"{error}; what was labelled is kept, and the same command continues from there"
        ) from None
    finally:
        forget_table()  # of a single worker, which is this process


def _label_chunk(labelling: Labelling, job: tuple[str, list[tuple[int, ...]]]) -> list[int]:
    rules_text, games = job
    return label_job(rules_text, labelling, games)


def _write(labels: Sequence[Label], name: str, out: Path) -> None:
    temporary = out.with_name(out.name + ".new")
    try:
        WRITERS[name](labels, temporary)
        temporary.replace(out)
    except OSError as error:
        raise DatasetError(f"the data set {out} cannot be written: {error.strerror}") from None
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()
