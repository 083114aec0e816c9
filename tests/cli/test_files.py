"""Results that a command writes: complete or not at all, whenever it is interrupted."""

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from fourfold.agents.external.template import write_project
from fourfold.cli.files import check_writable, write_result
from fourfold.support.folders import temporary_folder
from fourfold.support.whole_file import write_whole

needs_signals = pytest.mark.skipif(os.name == "nt", reason="Windows has no POSIX signals")


def interrupted(patch: pytest.MonkeyPatch, owner: Any, name: str) -> None:
    """Press Ctrl-C in the middle of a function, and again just after it."""
    real = getattr(owner, name)

    def pressed(*arguments: Any, **options: Any) -> Any:
        signal.raise_signal(signal.SIGINT)
        result = real(*arguments, **options)
        signal.raise_signal(signal.SIGINT)
        return result

    patch.setattr(owner, name, pressed)


def names(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


@needs_signals
def test_a_result_is_whole_after_ctrl_c(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "result.json"
    path.write_text("old")
    interrupted(monkeypatch, Path, "write_bytes")
    with pytest.raises(KeyboardInterrupt):
        write_result(str(path), "new")
    assert (path.read_text(), names(tmp_path)) == ("new", ["result.json"])


def test_an_error_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "result.json"
    path.write_text("old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, b"new")
    assert (path.read_text(), names(tmp_path)) == ("old", ["result.json"])


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes and links")
def test_modes_and_links_are_kept(tmp_path: Path) -> None:
    path, link = tmp_path / "result.json", tmp_path / "link.json"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"new", 0o640)


def test_a_folder_that_takes_no_new_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "result.json"
    path.write_text("old")

    monkeypatch.setattr(os, "access", lambda *_: False)  # root may do it all the same
    write_whole(path, b"new")
    assert (path.read_text(), names(tmp_path)) == ("new", ["result.json"])


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_stays_a_pipe(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reading = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    write_whole(path, b"new")
    assert os.read(reading, 10) == b"new"
    os.close(reading)
    assert path.is_fifo()


@needs_signals
def test_the_check_of_a_file_leaves_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupted(monkeypatch, os, "close")
    with pytest.raises(KeyboardInterrupt):
        check_writable("the result", tmp_path / "result.json")
    monkeypatch.undo()
    assert names(tmp_path) == []


@needs_signals
def test_a_project_has_all_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    interrupted(monkeypatch, Path, "write_text")
    with pytest.raises(KeyboardInterrupt):
        write_project("my_player", tmp_path / "my_player")
    assert len(names(tmp_path / "my_player")) == 4


@needs_signals
@pytest.mark.parametrize("moment", ["mkdir", "rmdir"])
def test_a_temporary_folder_is_removed(
    moment: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupted(monkeypatch, os, moment)
    with pytest.raises(KeyboardInterrupt), temporary_folder("some-", tmp_path) as folder:
        (folder / "file").touch()
    monkeypatch.undo()
    assert names(tmp_path) == []
