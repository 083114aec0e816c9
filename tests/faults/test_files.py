"""Every operation on a file fails once: there is the old file or the new one, and one sentence."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from fourfold.cli.main import run
from fourfold.errors import BookError, FourfoldError, RecordError
from fourfold.game import GameFile, Record, load, save
from fourfold.search.book import Book
from fourfold.support.journal import Journal
from fourfold.support.whole_file import write_whole

from .file_faults import FileFaults, each_operation_fails, failing

_OLD, _NEW = Record.from_text("7x6:4455"), Record.from_text("7x6:4455667")


@contextmanager
def _refused(kind: type[FourfoldError], start: str) -> Iterator[list[str]]:
    """Take an error of our own, which begins with these words; any other goes on."""
    sentences: list[str] = []
    try:
        yield sentences
    except kind as error:
        sentences.append(str(error))
    assert all(sentence.startswith(start) for sentence in sentences), sentences


def _names(folder: Path) -> set[str]:
    return {path.name for path in folder.rglob("*")}


def test_a_whole_file_is_the_old_one_or_the_new_one(tmp_path: Path) -> None:
    def check(folder: Path, faults: FileFaults) -> None:
        path = folder / "file"
        try:
            with failing(faults):
                write_whole(path, b"new" * 100)
            expected = b"new" * 100
        except OSError:
            expected = b"old"
        assert path.read_bytes() in (expected, b"new" * 100)
        assert _names(folder) == {"file"} or faults.failed.startswith("unlink"), faults.failed
        write_whole(path, b"newer")
        assert path.read_bytes() == b"newer"

    failed = each_operation_fails(tmp_path, lambda at: _put(at / "file", b"old"), check)
    assert failed >= 5


def _put(path: Path, data: bytes) -> None:
    path.write_bytes(data)


def test_saved_games(tmp_path: Path) -> None:
    def check(folder: Path, faults: FileFaults) -> None:
        path = folder / "my.games"
        sentence = f"the games {path} cannot be written: "
        with _refused(RecordError, sentence) as failed, failing(faults):
            save(path, [_OLD, _NEW])
        records = load(path).records
        assert len(records) in ((1, 2) if failed else (2,))
        assert _names(folder) == {"my.games"} or faults.failed.startswith("unlink")
        save(path, _NEW)
        assert load(path).records[0].moves == _NEW.moves

    assert each_operation_fails(tmp_path, lambda at: save(at / "my.games", _OLD), check) >= 5


def test_appended_games(tmp_path: Path) -> None:
    def check(folder: Path, faults: FileFaults) -> None:
        path = folder / "my.games"
        written = 1
        sentence = f"the games {path} cannot be "
        with _refused(RecordError, sentence), failing(faults), GameFile(path) as file:
            for _ in range(3):
                file.append(_NEW)
                written += 1
        # Half a line is damage, unless the system has also refused to cut it off again.
        found = load(path)
        assert not found.damage, faults.failed
        assert len(found.records) == written, faults.failed
        with GameFile(path) as file:
            file.append(_OLD)
        assert len(load(path).records) == written + 1

    assert each_operation_fails(tmp_path, lambda at: save(at / "my.games", _OLD), check) >= 8


def test_read_games(tmp_path: Path) -> None:
    def check(folder: Path, faults: FileFaults) -> None:
        path = folder / "my.games"
        with _refused(RecordError, f"the games {path} cannot be read: "), failing(faults):
            load(path)
        assert len(load(path).records) == 1

    assert each_operation_fails(tmp_path, lambda at: save(at / "my.games", _OLD), check) >= 2


def test_journals(tmp_path: Path) -> None:
    sizes = [3, 3, 3]

    def check(folder: Path, faults: FileFaults) -> None:
        path = folder / "a.journal"
        done = []
        with (
            _refused(BookError, f"the journal {path} cannot be ") as failed,
            failing(faults),
            Journal(path, b"x" * 32, sizes, "book", BookError) as journal,
        ):
            done = list(journal.solved)
            for number in set(range(3)) - set(done):
                journal.add(number, [1, number, 3])
                done.append(number)
        assert faults.failed or not failed
        with Journal(path, b"x" * 32, sizes, "book", BookError) as journal:
            assert set(journal.solved) >= set(done), faults.failed
            assert all(values == (1, n, 3) for n, values in journal.solved.items())
            for number in range(3):
                journal.add(number, [1, number, 3])
        with Journal(path, b"x" * 32, sizes, "book", BookError) as journal:
            assert set(journal.solved) == {0, 1, 2}

    def begun(folder: Path) -> None:
        with Journal(folder / "a.journal", b"x" * 32, sizes, "book", BookError) as journal:
            journal.add(1, [1, 1, 3])

    assert each_operation_fails(tmp_path / "a", lambda at: None, check) >= 6
    assert each_operation_fails(tmp_path / "b", begun, check) >= 6


# Commands

_BOOK = ("book", "build", "--rules", "4x4", "--plies", "1", "--memory", "16", "--out", "a.book")
_DATASET = ("dataset", "make", "--count", "4", "--rules", "4x4", "a.csv")
_PLAYERS = ("tournament", "random", "greedy", "--games", "2", "--rules", "4x4", "--resume")
_TOURNAMENT = (*_PLAYERS, "a.games")
_RESULTS = ("results", "old.games", "--svg", "pictures", "--json", "a.json")


@pytest.mark.parametrize(
    ("arguments", "files"),
    [
        (_BOOK, {"a.book"}),
        (_DATASET, {"a.csv"}),
        (_TOURNAMENT, {"a.games"}),
        (("new-agent", "mine"), {"mine", "mine.py", "test_mine.py", "pyproject.toml", "README.md"}),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_commands(
    arguments: tuple[str, ...],
    files: set[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    def check(folder: Path, faults: FileFaults) -> None:
        monkeypatch.chdir(folder)
        with failing(faults):
            status = run(list(arguments))
        errors = capfd.readouterr().err
        if status != 0:
            assert status in (1, 2)
            sentences = [line for line in errors.splitlines() if line.startswith("fourfold: ")]
            assert len(sentences) == 1, (faults.failed, errors)
        assert "Traceback" not in errors, (faults.failed, errors)
        left = {name for name in _names(folder) if name.endswith((".new", ".tmp"))}
        assert not left or faults.failed.startswith("unlink"), (faults.failed, left)
        again = run(list(arguments))
        errors = capfd.readouterr().err
        # What is there already is not made again: then it is complete.
        assert again == 0 or "exists already" in errors, (faults.failed, errors)
        assert _names(folder) >= files, faults.failed
        _check_complete(folder)

    assert each_operation_fails(tmp_path, lambda at: None, check) >= 3


def _check_complete(folder: Path) -> None:
    for path in folder.iterdir():
        match path.suffix:
            case ".book":
                assert Book.open(path).plies == 1
            case ".games":
                assert len(load(path).records) == 2
            case ".csv":
                assert len(path.read_text("utf-8").splitlines()) == 5


def test_a_result_is_the_old_one_or_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    finished = tmp_path / "finished.games"
    assert run([*_PLAYERS, str(finished)]) == 0
    capfd.readouterr()
    contents = finished.read_bytes()

    def prepare(folder: Path) -> None:
        _put(folder / "old.games", contents)
        _put(folder / "a.json", b"old")

    def check(folder: Path, faults: FileFaults) -> None:
        monkeypatch.chdir(folder)
        with failing(faults):
            status = run(list(_RESULTS))
        errors = capfd.readouterr().err
        result = (folder / "a.json").read_text("utf-8")
        assert result == "old" or result.rstrip().endswith("}"), faults.failed
        assert result != "old" or status != 0
        for picture in folder.glob("pictures/*"):
            whole = picture.read_text("utf-8").rstrip().endswith("</svg>")
            assert whole or picture.suffix == ".new"
        if status != 0:
            assert errors.startswith("fourfold: "), (faults.failed, errors)
            assert len(errors.splitlines()) == 1, (faults.failed, errors)
        assert run(list(_RESULTS)) == 0
        capfd.readouterr()

    assert each_operation_fails(tmp_path, prepare, check) >= 6


def test_a_deeper_book_that_cannot_be_read_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run([*_BOOK[:5], "2", *_BOOK[6:]]) == 0
    contents = (tmp_path / "a.book").read_bytes()

    def check(folder: Path, faults: FileFaults) -> None:
        monkeypatch.chdir(folder)
        with failing(faults):
            run(list(_BOOK))
        assert (folder / "a.book").read_bytes() == contents
        capfd.readouterr()

    def prepare(folder: Path) -> None:
        _put(folder / "a.book", contents)

    # Refused at once where it can be read.
    prepare(tmp_path)
    assert run(list(_BOOK)) == 2
    assert each_operation_fails(tmp_path, prepare, check) >= 2


def test_errors_are_ours(tmp_path: Path) -> None:
    def check(folder: Path, faults: FileFaults) -> None:
        with _refused(FourfoldError, "the opening book ") as failed, failing(faults):
            Book.open(folder / "a.book")
        assert failed or not faults.failed

    book = tmp_path / "whole.book"
    assert run([*_BOOK[:-1], str(book)]) == 0
    data = book.read_bytes()
    assert each_operation_fails(tmp_path, lambda at: _put(at / "a.book", data), check) >= 2
