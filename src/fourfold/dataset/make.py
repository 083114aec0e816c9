"""Makes a data set: can be interrupted, runs on many workers, always writes the same file.

1. Find the positions (`selection`), in chunks (`chunks`).
2. Label each chunk, on any worker; the labels go into the journal beside the file.
3. Write a temporary file, and rename it.
4. Remove the journal.

If it is killed at any point and started again, it continues with the missing chunks.
"""

import contextlib
import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path

from fourfold.dataset.chunks import CHUNK, Chunks
from fourfold.dataset.formats import WRITERS, check_format, format_of
from fourfold.dataset.labels import Label, Labelling, forget_table, label_job, read_labels
from fourfold.dataset.selection import Selection
from fourfold.errors import DatasetError, InvalidOption, WorkerError
from fourfold.search import Solver
from fourfold.support.checks import whole_number
from fourfold.support.executors import MOST_WORKERS, open_executor, run_jobs
from fourfold.support.journal import Journal
from fourfold.support.whole_file import replacing

JOB_SECONDS = 0.5
MOST_CHUNKS = 64

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
    chunks = Chunks(selection)
    check_format(name, chunks.boards)
    widths = [size * labelling.width(rules) for rules, size in chunks.sizes]
    path = out.with_name(out.name + ".journal")
    with Journal(path, _identity(chunks, labelling), widths, "data set", DatasetError) as journal:
        try:
            _label_missing(chunks, journal, labelling, workers, cluster, report)
        except Exception:
            if not journal.solved or chunks.too_few:  # there is nothing to continue
                with contextlib.suppress(OSError):
                    path.unlink()
            raise
        labels = [
            label
            for number, chunk in enumerate(chunks)
            for label in read_labels(chunk, journal.solved[number], labelling)
        ]
        _write(labels, name, out)
    with contextlib.suppress(OSError):  # the data set is complete: a journal that stays is no error
        path.unlink()
    return Made(tuple(labels), name)


def _identity(chunks: Chunks, labelling: Labelling) -> bytes:
    """Return what identifies the labels; the memory only counts where a limit ends searches."""
    memory = 0 if labelling.nodes is None else labelling.memory_mb
    text = f"{labelling.labels} {labelling.nodes} {memory} {CHUNK}\n"
    return hashlib.sha256(text.encode() + chunks.identity).digest()


def _label_missing(
    chunks: Chunks,
    journal: Journal,
    labelling: Labelling,
    workers: int,
    cluster: str | None,
    report: ReportProgress,
) -> None:
    total = chunks.positions
    labelled = sum(chunks.sizes[number][1] for number in journal.solved)
    report(labelled, total)
    if len(journal.solved) == len(chunks.sizes):
        return
    call = partial(_label_chunks, labelling)
    pace = _Pace()
    missing = (
        _Chunk(number, str(chunk[0].rules), [position.moves for position in chunk])
        for number, chunk in enumerate(chunks)
        if number not in journal.solved
    )
    jobs = ((None, job) for job in iter(lambda: list(islice(missing, pace.chunks)), []))
    try:
        with open_executor(workers, cluster) as executor:
            for _, (values, seconds) in run_jobs(executor, call, jobs):
                journal.add_all(values)
                pace.measure(seconds / len(values))
                labelled += sum(chunks.sizes[number][1] for number in values)
                report(labelled, total)
    except WorkerError as error:
        if not journal.solved:
            raise
        raise DatasetError(
            f"{error}; what was labelled is kept, and the same command continues from there"
        ) from None
    finally:
        forget_table()  # of a single worker, which is this process


@dataclass(frozen=True, slots=True)
class _Chunk:
    number: int
    rules: str
    games: list[tuple[int, ...]]


@dataclass(slots=True)
class _Pace:
    """How many chunks a job has: enough for half a second, since a job costs some milliseconds."""

    chunks: int = 1

    def measure(self, seconds: float) -> None:
        """Take note of how long a chunk took."""
        self.chunks = max(1, min(round(JOB_SECONDS / max(seconds, 1e-9)), MOST_CHUNKS))


def _label_chunks(labelling: Labelling, job: list[_Chunk]) -> tuple[dict[int, list[int]], float]:
    """Label some chunks; return the values of each, and how long it took."""
    began = time.perf_counter()
    values = {chunk.number: label_job(chunk.rules, labelling, chunk.games) for chunk in job}
    return values, time.perf_counter() - began


def _write(labels: Sequence[Label], name: str, out: Path) -> None:
    try:
        with replacing(out) as temporary:
            WRITERS[name](labels, temporary)
    except OSError as error:
        raise DatasetError(
            f"the data set {out} cannot be written: {error.strerror or error}"
        ) from None
