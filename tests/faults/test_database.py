"""The database of games on a disk that fails: everything that a call writes is there, or nothing.

SQLite itself meets the failure, in its own calls of the system: the limit on the size of a file
lets it grow so far and no further (an error of input and output, in the middle of a page too), and
the greatest number of pages is a full disk, which strikes at the statement that needs one more.
"""

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import event

from fourfold.cli.main import run
from fourfold.errors import StoreError
from fourfold.game import Participant, Record
from fourfold.store import Store, StoredGame
from fourfold.store.backup import back_up, restore
from fourfold.store.maintenance import check
from tests.store.older import rewound

resource = pytest.importorskip("resource")

_STEP = 512 if os.environ.get("FOURFOLD_FAULTS") else 6_000
_PAGE = 4_096
_PLAYERS = (Participant.human("Ann"), Participant.human("Ben"))
_CAUSES = ("full", "disk I/O error", "unable to open")


def _game(moves: str = "4455", comment: str = "") -> StoredGame:
    record = replace(Record.from_text(f"7x6:{moves}"), players=_PLAYERS, tags={"event": comment})
    return StoredGame.new(record)


@contextmanager
def _file_size(most: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def _contents(path: Path) -> list[tuple[object, ...]]:
    """Return all rows of all tables, as another program sees them now."""
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        rows = [
            (name, *row)
            for (name,) in sorted(names)
            for row in connection.execute(f"SELECT * FROM {name}").fetchall()
        ]
    connection.close()
    return sorted(rows, key=repr)


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with some games, of which a finished one is counted."""
    path = tmp_path_factory.mktemp("database") / "games.db"
    with Store.open(f"sqlite:///{path}") as store:
        store.create(replace(_game(), id="first"))
        for _ in range(5):
            store.create(_game("44556", "a" * 500))
    return path


_LONG = "b" * 20_000
_CHANGES: dict[str, Callable[[Store], object]] = {
    "create": lambda store: store.create(_game("4455362", _LONG)),
    "upload": lambda store: store.create(replace(_game("4455", _LONG), uploaded=True)),
    "save": lambda store: store.save(
        replace(store.get("first"), record=_game("445536", _LONG).record)
    ),
    "rematch": lambda store: store.create_next(
        replace(store.get("first"), next="second"), replace(_game("", _LONG), id="second")
    ),
    "claim": lambda store: store.claim("first", 1, "owner" * 2_000, 60.0),
    "proofs": lambda store: store.save_proofs("7x6", _LONG),
}


@pytest.mark.parametrize("name", _CHANGES)
def test_each_page_of_a_change_is_one_too_many(name: str, template: Path, tmp_path: Path) -> None:
    change = _CHANGES[name]
    path = tmp_path / "games.db"
    shutil.copy(template, path)
    before = _contents(path)
    refused = 0
    with Store.open(f"sqlite:///{path}") as store:
        pages = [1]  # fewer than there are: none more

        @event.listens_for(store._engine, "checkout")
        def limit(connection: sqlite3.Connection, *_: object) -> None:
            connection.execute(f"PRAGMA max_page_count = {pages[0]}")

        pages[0] = template.stat().st_size // _PAGE
        while True:
            error = _error_of(lambda: change(store))
            if error is None:
                break
            refused += 1
            assert str(error).endswith("is full"), error
            assert len(str(error).splitlines()) == 1
            assert str(path) not in error.public
            assert _contents(path) == before, "something was written"
            assert store.get("first").version == 1
            pages[0] += 1
    assert _contents(path) != before
    assert refused >= 1
    assert not check(f"sqlite:///{path}").problems


@pytest.mark.parametrize("name", ["create", "save", "rematch", "proofs"])
def test_a_change_at_each_size_of_the_files(name: str, template: Path, tmp_path: Path) -> None:
    change = _CHANGES[name]
    path = tmp_path / "games.db"
    refused = 0
    for most in range(0, 10**7, _STEP):
        for file in tmp_path.iterdir():
            file.unlink()
        shutil.copy(template, path)
        with Store.open(f"sqlite:///{path}") as store:
            before = _contents(path)
            error = _refusal(lambda: change(store), most)
            assert _contents(path) == before or not error
            if not error:
                break
            refused += 1
            change(store)  # now there is room
        assert not check(f"sqlite:///{path}").problems
    assert refused >= 2


def _refusal(work: Callable[[], object], most: int) -> str:
    """Do something while files may not grow beyond a size; return the sentence of the error."""
    with _file_size(most):
        error = _error_of(work)
    if error is None:
        return ""
    assert len(str(error).splitlines()) == 1
    assert any(cause in str(error) for cause in _CAUSES), error
    return str(error)


def _open(url: str) -> None:
    Store.open(url).close()


def _error_of(work: Callable[[], object]) -> StoreError | None:
    try:
        work()
    except StoreError as error:
        return error
    return None


def test_a_new_database_at_each_size(tmp_path: Path) -> None:
    refused = 0
    for most in range(0, 10**7, 4 * _STEP):
        path = tmp_path / f"{most}.db"
        url = f"sqlite:///{path}"
        error = _refusal(partial(_open, url), most)
        with Store.open(url) as store:  # now there is room
            store.create(_game())
        assert not check(url).problems
        if not error:
            break
        refused += 1
    assert refused >= 2


def test_an_upgrade_at_each_size(template: Path, tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    shutil.copy(template, old)
    with rewound(f"sqlite:///{old}", "ADD COLUMN counted"):
        pass
    before = _contents(old)
    refused = 0
    for most in range(0, 10**7, 2 * _STEP):
        path = tmp_path / f"{most}.db"
        shutil.copy(old, path)
        url = f"sqlite:///{path}"
        error = _refusal(partial(_open, url), most)
        if error:
            refused += 1
            versions = [row for row in _contents(path) if row[0] == "fourfold_version"]
            if versions == [row for row in before if row[0] == "fourfold_version"]:
                assert _contents(path) == before, "an upgrade was done by half"
        with Store.open(url) as store:
            assert len(store.statistics()) == 0
            assert store.get("first").version == 1
        assert not check(url).problems
        if not error:
            break
    assert refused >= 2


def test_a_backup_and_a_restore_at_each_size(
    template: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "kept.backup"
    back_up(f"sqlite:///{template}", kept)
    whole = kept.read_bytes()
    url = f"sqlite:///{tmp_path / 'restored.db'}"
    with Store.open(url) as store:
        store.create(replace(_game(), id="other"))
    results = set()
    for most in range(0, 10**7, 4 * _STEP):
        database = f"sqlite:///{template}"
        with _file_size(most):
            saved = run(["db", "backup", str(kept), "--database", database, "--force"])
        backup_errors = capsys.readouterr().err
        assert _is_whole(kept, whole)
        with Store.open(url) as store:
            before = _contents(tmp_path / "restored.db")
        with _file_size(most):
            restored = run(["db", "restore", str(kept), "--database", url, "--force"])
        restore_errors = capsys.readouterr().err
        assert restored == 0 or _contents(tmp_path / "restored.db") == before
        for status, errors in ((saved, backup_errors), (restored, restore_errors)):
            if status != 0:
                assert errors.startswith("fourfold: "), errors
                assert len(errors.splitlines()) == 1, errors
        assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
        results.add((saved == 0, restored == 0))
        if saved == restored == 0:
            break
    assert (False, False) in results
    assert (True, True) in results
    assert restore(kept, url, replace=True)[0].games == 6


def _is_whole(path: Path, whole: bytes) -> bool:
    """Return True if a backup is one of six games."""
    with sqlite3.connect(path) as connection:
        games = connection.execute("SELECT count(*) FROM fourfold_games").fetchone()[0]
    connection.close()
    return bool(games == 6 and path.stat().st_size >= len(whole))
