"""Building books: the same bytes on any number of workers and after any interruption."""

import os
import signal
import subprocess
import sys
import threading
from contextlib import nullcontext
from pathlib import Path

import pytest

from fourfold import BookError, InvalidOption, Position, Rules
from fourfold.errors import WorkerError
from fourfold.search.book import Book
from fourfold.search.book import build as book_build
from fourfold.search.book import file as book_file
from fourfold.search.book.build import CHUNK, build
from fourfold.support.executors import ThisProcess, WorkerLostError
from fourfold.support.journal import Journal
from tests.support.dask_cluster import local_cluster
from tests.waiting import wait_for

BOARDS = [("4x4", 6), ("5x4-xc1", 4), ("4x5-bb2", 4)]

# Builds a book and is killed, as if by another, after so many calls of `report`.
KILLED = """
import os, signal, sys
from pathlib import Path
from fourfold import Rules
from fourfold.search.book.build import build

def report(solved, total):
    global calls
    calls -= 1
    if calls == 0:
        print(solved, total, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    rules, plies, out, workers, calls = sys.argv[1], int(sys.argv[2]), *sys.argv[3:]
    calls = int(calls)
    build(Rules.parse(rules), plies, Path(out), int(workers), memory_mb=16, report=report)
"""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The books as one uninterrupted worker builds them."""
    folder = tmp_path_factory.mktemp("whole")
    made = {}
    for text, plies in BOARDS:
        path = folder / f"{text}.book"
        build(Rules.parse(text), plies, path, memory_mb=16)
        made[text] = path.read_bytes()
    assert sorted(path.name for path in folder.iterdir()) == sorted(f"{b}.book" for b in made)
    return made


@pytest.mark.parametrize(("text", "plies"), BOARDS)
def test_two_workers_write_the_same(
    whole: dict[str, bytes], tmp_path: Path, text: str, plies: int
) -> None:
    told: list[tuple[int, int]] = []
    path = tmp_path / "two.book"
    book = build(
        Rules.parse(text),
        plies,
        path,
        workers=2,
        memory_mb=16,
        report=lambda solved, total: told.append((solved, total)),
    )
    assert path.read_bytes() == whole[text]
    assert list(tmp_path.iterdir()) == [path]
    assert (book.rules, book.plies) == (Rules.parse(text), plies)
    total = book.counts[-1]
    assert told[0] == (0, total)
    assert told[-1] == (total, total)
    assert told == sorted(told)


def running_of(group: int) -> list[int]:
    """The processes of a group that are still running."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            _, _, rest = path.read_text().rpartition(")")
        except OSError:
            continue
        state, _, process_group = rest.split()[:3]
        if int(process_group) == group and state != "Z":
            found.append(int(path.parent.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="this system has no /proc")
@pytest.mark.parametrize(("workers", "other_workers"), [("1", 2), ("2", 1)])
def test_killed_and_begun_again(
    whole: dict[str, bytes], tmp_path: Path, workers: str, other_workers: int
) -> None:
    path = tmp_path / "4x4.book"
    solved = 0
    for calls in ("3", "1", "5"):
        arguments = ["4x4", "6", str(path), workers, calls]
        script = tmp_path / "killed.py"
        script.write_text(KILLED)
        process = subprocess.Popen(
            [sys.executable, str(script), *arguments],
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        output, _ = process.communicate(timeout=60)
        script.unlink()
        assert process.returncode == -signal.SIGKILL
        assert int(output.split()[0]) >= solved  # nothing was lost, ...
        solved = int(output.split()[0])
        assert not path.exists()
        # ... and nobody works on for nothing
        wait_for(lambda pid=process.pid: running_of(pid) == [])  # type: ignore[misc]
    assert solved >= 2 * CHUNK
    build(Rules(4, 4), 6, path, workers=other_workers, memory_mb=16)
    assert path.read_bytes() == whole["4x4"]
    assert list(tmp_path.iterdir()) == [path]


class Interrupted(BaseException):
    """Stands for Ctrl-C."""


def interrupt_after(calls: int) -> book_build.ReportProgress:
    def report(solved: int, total: int) -> None:
        nonlocal calls
        calls -= 1
        if calls == 0:
            raise Interrupted

    return report


@pytest.mark.parametrize("workers", [1, 2])
def test_interrupted_and_begun_again(whole: dict[str, bytes], tmp_path: Path, workers: int) -> None:
    path = tmp_path / "4x4.book"
    for calls in (1, 3, 2, 6):
        with pytest.raises(Interrupted):
            build(Rules(4, 4), 6, path, workers, memory_mb=16, report=interrupt_after(calls))
    told: list[int] = []
    build(Rules(4, 4), 6, path, workers, memory_mb=16, report=lambda solved, _: told.append(solved))
    assert told[0] >= 7 * CHUNK
    assert path.read_bytes() == whole["4x4"]


@pytest.mark.parametrize("lost", [1, 3, 4, 5, 20, 37, 38, 39, 100])
def test_a_torn_journal_loses_only_its_end(
    whole: dict[str, bytes], tmp_path: Path, lost: int
) -> None:
    path = tmp_path / "4x4.book"
    journal = tmp_path / "4x4.book.journal"
    with pytest.raises(Interrupted):
        build(Rules(4, 4), 6, path, memory_mb=16, report=interrupt_after(6))
    data = journal.read_bytes()
    record = 4 + 2 + 2 * CHUNK + 4
    journal.write_bytes(data[:-lost] + b"\xee" * (lost % 3))
    told: list[int] = []
    build(Rules(4, 4), 6, path, memory_mb=16, report=lambda solved, _: told.append(solved))
    assert told[0] == (5 - -(-lost // record)) * CHUNK
    assert path.read_bytes() == whole["4x4"]


def test_a_journal_torn_in_its_header(whole: dict[str, bytes], tmp_path: Path) -> None:
    path = tmp_path / "4x4.book"
    for length in (0, 5, 19, 30, 50):
        with pytest.raises(Interrupted):
            build(Rules(4, 4), 6, path, memory_mb=16, report=interrupt_after(1))
        journal = tmp_path / "4x4.book.journal"
        journal.write_bytes(journal.read_bytes()[:length])
        build(Rules(4, 4), 6, path, memory_mb=16)
        assert path.read_bytes() == whole["4x4"]


def test_the_journal_of_another_book_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "my.book"
    with pytest.raises(Interrupted):
        build(Rules(4, 4), 6, path, memory_mb=16, report=interrupt_after(3))
    journal = tmp_path / "my.book.journal"
    data = journal.read_bytes()
    for rules, plies in [(Rules(4, 4), 5), (Rules(4, 5), 6), (Rules(4, 4, [(0, 0)]), 6)]:
        with pytest.raises(BookError, match=r"my\.book\.journal is not the journal of this book"):
            build(rules, plies, path, memory_mb=16)
        assert journal.read_bytes() == data
    journal.write_bytes(b"my diary")
    with pytest.raises(BookError, match="is not the journal of this book"):
        build(Rules(4, 4), 6, path, memory_mb=16)
    assert journal.read_bytes() == b"my diary"


def test_the_journal_of_another_book_without_a_position_is_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "my.book"
    with pytest.raises(Interrupted):
        build(Rules(4, 4), 6, path, memory_mb=16, report=interrupt_after(1))
    build(Rules(4, 4), 3, path, memory_mb=16)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no flock")
def test_two_builders_of_one_book(tmp_path: Path) -> None:
    with (
        Journal(tmp_path / "x", b"i" * 32, [1], "book", BookError) as journal,
        pytest.raises(BookError, match="another process is building with the journal"),
    ):
        Journal(tmp_path / "x", b"i" * 32, [1], "book", BookError)
    journal = Journal(
        tmp_path / "x", b"i" * 32, [1], "book", BookError
    )  # the lock went with the file
    journal.add(0, [-5])
    journal.close()
    with Journal(tmp_path / "x", b"i" * 32, [1], "book", BookError) as journal:
        assert journal.solved == {0: (-5,)}


def test_an_older_book_stays_until_the_new_one_is_done(
    whole: dict[str, bytes], tmp_path: Path
) -> None:
    path = tmp_path / "4x4.book"
    path.write_bytes(b"an older one")
    with pytest.raises(Interrupted):
        build(Rules(4, 4), 6, path, memory_mb=16, report=interrupt_after(3))
    assert path.read_bytes() == b"an older one"
    build(Rules(4, 4), 6, path, memory_mb=16)
    assert path.read_bytes() == whole["4x4"]


def test_what_is_written_is_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = book_file.write

    def writes_wrongly(rules: Rules, plies: list[dict[int, int]]) -> bytes:
        return write(rules, [{key: value + 1 for key, value in ply.items()} for ply in plies])

    monkeypatch.setattr(book_file, "write", writes_wrongly)
    with pytest.raises(BookError, match="was written, but reads back differently"):
        build(Rules(4, 4), 3, tmp_path / "4x4.book", memory_mb=16)
    assert [path.name for path in tmp_path.iterdir()] == ["4x4.book.journal"]


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(BookError, match="it is a folder"):
        build(Rules(4, 4), 3, tmp_path)
    with pytest.raises(BookError, match="there is no folder"):
        build(Rules(4, 4), 3, tmp_path / "no" / "4x4.book")


@pytest.mark.parametrize("workers", [0, -1, 1025, True, 1.5, "2"])
def test_bad_workers(tmp_path: Path, workers: object) -> None:
    with pytest.raises(InvalidOption, match=r"the number of workers is .*, but must be"):
        build(Rules(4, 4), 3, tmp_path / "x", workers=workers)  # type: ignore[arg-type]


@pytest.mark.parametrize("plies", [-1, 16, 2.0])
def test_bad_plies(tmp_path: Path, plies: object) -> None:
    with pytest.raises(InvalidOption, match="the number of plies of a book on 4x4 is"):
        build(Rules(4, 4), plies, tmp_path / "x")  # type: ignore[arg-type]


@pytest.mark.parametrize(("text", "plies"), [("4x4", 0), ("4x4", 15), ("4x4-xb1-bb2", 14)])
def test_the_shallowest_and_the_deepest(tmp_path: Path, text: str, plies: int) -> None:
    rules = Rules.parse(text)
    if plies > 10:  # most of the board filled already, so that it takes no time
        cells = [(c, r) for c in (0, 3) for r in range(4)] + [(1, 0)]
        rules = Rules(4, 4, [c for c in cells if c != rules.bonus], rules.bonus)
        plies = rules.playable_cells - 1
    book = build(rules, plies, tmp_path / "x.book", memory_mb=16)
    assert book.value(Position(rules)) == 0
    assert len(book.counts) == plies + 1


def test_a_board_without_a_cell_has_an_empty_book(tmp_path: Path) -> None:
    rules = Rules(4, 4, [(c, r) for c in range(4) for r in range(4)])
    book = build(rules, 0, tmp_path / "x.book", memory_mb=16)
    assert len(book) == 0
    assert book.value(Position(rules)) is None


class Dying(ThisProcess):
    """An executor whose workers die after some jobs."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs

    def result(self, submitted: object) -> object:
        self._jobs -= 1
        if self._jobs < 0:
            raise WorkerLostError
        return super().result(submitted)


def test_workers_that_die(
    whole: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "4x4.book"
    monkeypatch.setattr(book_build, "open_executor", lambda *_: nullcontext(Dying(0)))
    with pytest.raises(WorkerError, match="a worker has died 3 times while it ran the same job"):
        build(Rules(4, 4), 6, path, workers=2, memory_mb=16)
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setattr(book_build, "open_executor", lambda *_: nullcontext(Dying(2)))
    with pytest.raises(BookError, match=r"a worker has died 3 times .*; what was solved is kept"):
        build(Rules(4, 4), 6, path, workers=2, memory_mb=16)
    monkeypatch.undo()
    build(Rules(4, 4), 6, path, workers=1, memory_mb=16)
    assert path.read_bytes() == whole["4x4"]


def test_a_cluster_that_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(WorkerError, match=r"a cluster needs .* pip install 'fourfold\[cluster\]'"):
        build(Rules(4, 4), 3, tmp_path / "x", cluster="tcp://127.0.0.1:1", memory_mb=16)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.filterwarnings("ignore")
def test_a_dask_cluster(whole: dict[str, bytes], tmp_path: Path) -> None:
    path = tmp_path / "4x4.book"
    with local_cluster(threads=2) as address:
        build(Rules(4, 4), 6, path, cluster=address, memory_mb=16)
    assert path.read_bytes() == whole["4x4"]


def test_books_can_be_opened_by_many_threads(whole: dict[str, bytes]) -> None:
    book = Book.from_bytes(whole["4x4"], "x")
    position = Position.parse("4x4:112233")
    found: list[int | None] = []
    threads = [
        threading.Thread(target=lambda: found.append(book.value(position))) for _ in range(20)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(found)) == 1
    assert len(found) == 20
