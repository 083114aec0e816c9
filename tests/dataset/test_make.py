"""Data sets are exact, and the same whoever makes them and however often they are interrupted."""

import csv
import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from fourfold.dataset import Label, Labelling, Selection, make
from fourfold.dataset.formats import NOT_PLAYABLE, UNPROVEN
from fourfold.errors import DatasetError, InvalidOption, MissingPackage
from fourfold.rules import Position, Rules
from fourfold.search import Solver
from tests.support.dask_cluster import local_cluster

SMALL = Selection(rules=Rules.parse("5x5-xc2"), count=150, seed=2)
LIMITED = Labelling(nodes=300, memory_mb=16)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("whole") / "small.csv"
    make(path, SMALL, Labelling(memory_mb=16))
    return path.read_bytes()


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("limited") / "small.csv"
    made = make(path, SMALL, LIMITED)
    assert 0 < made.unproven < 150
    return path.read_bytes()


def rows_of(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode())))


def test_the_labels_are_those_of_the_solver(whole: bytes) -> None:
    solver = Solver(memory_mb=16)
    rows = rows_of(whole)
    assert len(rows) == 150
    for row in rows:
        position = Position.parse(row["position"])
        score, columns = solver.solve(position), solver.columns(position)
        best = [column for column in columns if columns[column] == score]
        assert row == {
            "position": position.to_text(),
            "ply": str(position.ply),
            "proven": "yes",
            "score": str(score.score),
            "outcome": str(score.outcome),
            "plies": str(score.plies),
            "best": "".join(str(column + 1) for column in best),
            "columns": " ".join(str(columns[c].score) if c in columns else "." for c in range(5)),
        }


def test_what_is_not_proven_is_marked(whole: bytes, limited: bytes) -> None:
    for exact, row in zip(rows_of(whole), rows_of(limited), strict=True):
        if row["proven"] == "yes":
            assert row == exact
            continue
        assert row["position"] == exact["position"]
        assert (row["score"], row["outcome"], row["plies"], row["best"]) == ("", "", "", "")
        for mine, theirs in zip(row["columns"].split(), exact["columns"].split(), strict=True):
            assert mine in ("?", theirs)
        assert "?" in row["columns"]


def test_other_workers_write_the_same(tmp_path: Path, whole: bytes, limited: bytes) -> None:
    make(tmp_path / "a.csv", SMALL, LIMITED, workers=2)
    assert (tmp_path / "a.csv").read_bytes() == limited
    with local_cluster() as address:
        make(tmp_path / "b.csv", SMALL, Labelling(memory_mb=16), cluster=address)
    assert (tmp_path / "b.csv").read_bytes() == whole


@pytest.mark.parametrize("after", [1, 2])
def test_an_interrupted_run_continues(tmp_path: Path, limited: bytes, after: int) -> None:
    path = tmp_path / "x.csv"
    done = []

    def interrupt(labelled: int, total: int) -> None:
        done.append(labelled)
        if len(done) == after + 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make(path, SMALL, LIMITED, report=interrupt)
    assert [entry.name for entry in tmp_path.iterdir()] == ["x.csv.journal"]
    begun = []
    make(path, SMALL, LIMITED, report=lambda labelled, total: begun.append(labelled))
    assert begun[0] == done[-1] > 0
    assert path.read_bytes() == limited
    assert [entry.name for entry in tmp_path.iterdir()] == ["x.csv"]


def test_the_journal_of_another_data_set_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "x.csv"

    def interrupt(labelled: int, total: int) -> None:
        if labelled:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make(path, SMALL, LIMITED, report=interrupt)
    with pytest.raises(DatasetError, match="is not the journal of this data set"):
        make(path, SMALL, Labelling("score", memory_mb=16))


@pytest.mark.parametrize("labels", ["score", "wdl"])
def test_fewer_labels(tmp_path: Path, whole: bytes, labels: str) -> None:
    path = tmp_path / "x.jsonl"
    make(path, SMALL, Labelling(labels, memory_mb=16))
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    for row, exact in zip(rows, rows_of(whole), strict=True):
        assert row["outcome"] == exact["outcome"]
        assert row["score"] == (int(exact["score"]) if labels == "score" else None)
        assert (row["best"], row["columns"]) == (None, None)


def test_several_boards(tmp_path: Path) -> None:
    source = tmp_path / "positions.txt"
    source.write_text("4x4:12\n5x4:12\n4x4:13\n4x4-bb1:2\n")
    path = tmp_path / "x.jsonl"
    make(path, Selection(source), Labelling(memory_mb=16))
    assert [len(json.loads(line)["columns"]) for line in path.read_text().splitlines()] == [
        4, 5, 4, 4,
    ]  # fmt: skip
    with pytest.raises(InvalidOption, match="of 3 boards, but NumPy arrays hold those of one"):
        make(tmp_path / "x.npz", Selection(source))


def test_numpy(tmp_path: Path, limited: bytes) -> None:
    np = pytest.importorskip("numpy", reason="NumPy is not installed")
    for name in ("a.npz", "b.npz"):
        made = make(tmp_path / name, SMALL, LIMITED)
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()
    arrays = np.load(tmp_path / "a.npz")
    assert str(arrays["rules"]) == "5x5-xc2"
    for number, label in enumerate(made.labels):
        check_arrays({name: arrays[name][number] for name in arrays if name != "rules"}, label)


def check_arrays(row: dict[str, Any], label: Label) -> None:
    position = label.position
    assert tuple(row["moves"][: position.ply]) == position.moves
    assert (row["moves"][position.ply :] == -1).all()
    assert row["boards"][1, 2] == 3  # forbidden; [row, column], row 0 at the bottom
    assert (row["boards"] == 1).sum() == (position.ply + 1) // 2
    assert row["turn"] == position.ply % 2
    assert row["proven"] == label.proven
    assert row["score"] == (label.score.score if label.score else UNPROVEN)
    assert tuple(row["best"].nonzero()[0]) == (label.best or ())
    playable = tuple((row["columns"] != NOT_PLAYABLE).nonzero()[0])
    assert playable == position.legal_columns


def test_parquet(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    parquet = pytest.importorskip("pyarrow.parquet")
    make(tmp_path / "x.parquet", SMALL, LIMITED)
    make(tmp_path / "x.jsonl", SMALL, LIMITED)
    rows = [json.loads(line) for line in (tmp_path / "x.jsonl").read_text().splitlines()]
    assert parquet.read_table(tmp_path / "x.parquet").to_pylist() == rows


def test_the_uci_layout(tmp_path: Path) -> None:
    source = tmp_path / "positions.txt"
    source.write_text("44444433\n4444443\n")
    path = tmp_path / "connect-4.data"
    make(path, Selection(source), Labelling("wdl", memory_mb=16))
    first, second = path.read_text().splitlines()
    blank = ["b"] * 12
    cells = [*blank, *"xobbbb", *"xoxoxo", *["b"] * 18]
    assert first == ",".join([*cells, "win"])
    assert second.endswith(",win" if Solver().solve("4444443").score < 0 else ",draw")
    with pytest.raises(InvalidOption, match="no mark for the cells of 5x5-xc2"):
        make(tmp_path / "x.data", SMALL)


@pytest.mark.parametrize("name", ["x.npz", "x.parquet"])
def test_a_missing_package_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    package = {"x.npz": "numpy", "x.parquet": "pyarrow"}[name]
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingPackage, match=rf"package {package}: pip install 'fourfold\[dataset"):
        make(tmp_path / name, SMALL)
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_made_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidOption, match="says no format"):
        make(tmp_path / "x", SMALL)
    with pytest.raises(InvalidOption, match="the format is 'xml', but must be one of csv, jsonl"):
        make(tmp_path / "x", SMALL, file_format="xml")
    with pytest.raises(InvalidOption, match="the labels are 'all', but must be one of columns"):
        Labelling("all")
    with pytest.raises(InvalidOption, match="nobody"):
        make(tmp_path / "x.csv", SMALL, cluster="nobody")
    (tmp_path / "x.csv").write_text("mine")
    with pytest.raises(InvalidOption, match="exists already; --replace writes over it"):
        make(tmp_path / "x.csv", SMALL)
    assert [entry.name for entry in tmp_path.iterdir()] == ["x.csv"]
    make(tmp_path / "x.csv", Selection(count=1, plies=(40, 40)), replace=True)
    assert (tmp_path / "x.csv").read_text().startswith("position,")
