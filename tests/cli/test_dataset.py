"""`fourfold dataset make`: what it says, and what it leaves behind when it is killed."""

import os
import signal
from pathlib import Path

import pytest

from tests.waiting import read_if_there, wait_for

from .conftest import Command
from .process import started

SMALL = ["--rules", "5x4", "--count", "200", "--seed", "1", "--memory", "16"]


def test_make(fourfold: Command, tmp_path: Path) -> None:
    path = tmp_path / "small.csv"
    done = fourfold("dataset", "make", str(path), *SMALL, "--plies", "4-12")
    assert (done.status, done.errors) == (0, "")
    assert done.output.startswith(f"{path}: 200 positions, ")
    assert done.output.endswith(" loss, 0 not proven\n")
    assert len(path.read_text().splitlines()) == 201
    assert [entry.name for entry in tmp_path.iterdir()] == ["small.csv"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["x"], "fourfold: the name of the file x says no format"),
        (["-"], "fourfold: FILE is '-', but must be a file"),
        (["x.csv", "--from", "nothing"], "fourfold: the positions nothing cannot be read"),
        (["x.csv", "--plies", "many"], "fourfold: the plies are 'many'"),
        (["x.csv", "--labels", "all"], "fourfold: the labels are 'all'"),
        (["x.csv", "--memory", "1"], "fourfold: memory_mb is 1"),
        (["x.csv", "--workers", "0"], "fourfold: the number of workers is 0"),
        (["no/x.csv"], "fourfold: the data set no/x.csv cannot be written"),
    ],
)
def test_bad_arguments(
    fourfold: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    sentence: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    done = fourfold("dataset", "make", *arguments)
    assert (done.status, done.output) == (2, "")
    assert done.errors.startswith(sentence)
    assert done.errors.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="Windows has no POSIX signals")
@pytest.mark.parametrize(("workers", "how"), [("1", "SIGINT"), ("2", "SIGKILL")])
def test_killed_and_on_again(fourfold: Command, tmp_path: Path, workers: str, how: str) -> None:
    arguments = ["--rules", "6x5", "--plies", "8-14", "--count", "384", "--memory", "16"]
    whole, path = tmp_path / "whole.csv", tmp_path / "x.csv"
    assert fourfold("dataset", "make", str(whole), *arguments).status == 0
    journal = tmp_path / "x.csv.journal"
    with started("dataset", "make", str(path), *arguments, "--workers", workers) as process:
        wait_for(lambda: len(read_if_there(journal)) > 100 or path.exists())
        os.killpg(process.pid, getattr(signal, how))
        output, errors = process.communicate(timeout=20)
    if not path.exists():  # as good as always
        assert (output, errors) == (b"", b"")
        assert process.returncode == (130 if how == "SIGINT" else -signal.SIGKILL)
        assert fourfold("dataset", "make", str(path), *arguments).status == 0
    assert path.read_bytes() == whole.read_bytes()
    assert not journal.exists()
