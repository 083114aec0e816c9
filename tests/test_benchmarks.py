"""The benchmarks run, know right from wrong, and write what they found."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from benchmarks.framework import Result, show

ROOT = Path(__file__).parent.parent


def bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "benchmarks", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_quick_mode_of_all_that_take_no_time(tmp_path: Path) -> None:
    path = tmp_path / "new" / "bench.json"
    only = ["--only", "perft", "--only", "playouts"]
    done = bench("--quick", *only, "--json", str(path))
    assert done.returncode == 0, done.stdout + done.stderr
    report = json.loads(path.read_text(encoding="utf-8"))
    assert report["quick"] is True
    assert {row["benchmark"] for row in report["results"]} == {"perft", "playouts"}
    for row in report["results"]:
        assert row["correct"] is True, row
        assert row["rate"] > 0
        assert row["case"].partition(",")[0] in done.stdout
    floors = [row for row in report["results"] if row["floor"] is not None]
    assert {row["floor"] for row in floors} == {100e6, 15e6}


def test_wide_boards_are_solved_right(tmp_path: Path) -> None:
    path = tmp_path / "bench.json"
    done = bench("--quick", "--only", "wide", "--memory", "16", "--json", str(path))
    assert done.returncode == 0, done.stdout + done.stderr
    rows = json.loads(path.read_text(encoding="utf-8"))["results"]
    assert [row["case"] for row in rows] == ["10x6, 1 thread", "9x7, 1 thread"]
    assert all(row["correct"] for row in rows)


def test_batches_are_played_as_positions_are(tmp_path: Path) -> None:
    path = tmp_path / "bench.json"
    done = bench("--quick", "--only", "batch", "--json", str(path))
    assert done.returncode == 0, done.stdout + done.stderr
    rows = json.loads(path.read_text(encoding="utf-8"))["results"]
    assert {"7x6, step", "12x12, step and planes", "6x6-bc2, random"} <= {r["case"] for r in rows}
    assert all(row["correct"] for row in rows)


def test_other_libraries_play_the_games_of_batches(tmp_path: Path) -> None:
    pytest.importorskip("pyspiel")
    path = tmp_path / "bench.json"
    done = bench("--quick", "--only", "batch-peers", "--json", str(path))
    assert done.returncode == 0, done.stdout + done.stderr
    rows = json.loads(path.read_text(encoding="utf-8"))["results"]
    assert {"7x6, OpenSpiel", "12x12, OpenSpiel", "12x12, ff.Batch, step"} <= {
        row["case"] for row in rows
    }
    assert all(row["correct"] for row in rows)


def test_the_solver_beside_its_peer(tmp_path: Path) -> None:
    """The empty board and the hard class take seconds, and are left to `make bench`."""
    path = tmp_path / "bench.json"
    code = (
        "import sys, benchmarks.solver as s; from benchmarks.__main__ import main;"
        "easy = [file for file in s.files() if not file[1].startswith('begin-')];"
        "s.files = lambda: easy; s.EMPTY_BOARD_WITHIN.clear();"
        f"sys.exit(main(['--quick', '--only', 'solver', '--json', {str(path)!r}]))"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    rows = json.loads(path.read_text(encoding="utf-8"))["results"]
    assert {"own end-easy, 1 thread", "own middle-medium, ff.Solver"} <= {r["case"] for r in rows}
    for row in rows:
        assert row["correct"] is True, row
        assert row["numbers"]["right"] == row["numbers"]["positions"]


def test_a_folder_without_positions_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOURFOLD_POSITIONS", str(tmp_path))
    done = bench("--quick", "--only", "solver")
    assert done.returncode == 1
    assert f"{tmp_path} has no file of positions" in done.stderr
    assert "Traceback" not in done.stderr


def test_whole_boards_are_solved_only_if_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "boards.json"
    done = bench("--quick", "--only", "boards", "--size", "9", "--json", str(path))
    assert done.returncode == 0, done.stdout + done.stderr
    report = json.loads(path.read_text(encoding="utf-8"))
    assert {row["case"] for row in report["results"]} == {
        "4x4, 1 thread",
        "5x4, 1 thread",
        "4x5, 1 thread",
    }
    assert "4x4, 1 thread, " in done.stdout
    assert all(row["correct"] and row["meets_floor"] for row in report["results"])


@pytest.mark.parametrize("width", [60, 120])
def test_details_come_below_a_table_that_is_too_narrow(width: int) -> None:
    detail = "a detail of some [length] that says much"
    results = [Result("a case of its own", True, 5, "nodes", 2, detail=detail)]
    fits = width == 120
    for already in (False, True):
        console = Console(file=io.StringIO(), width=width)
        show(console, "name", results, already)
        assert isinstance(console.file, io.StringIO)
        shown = console.file.getvalue()
        assert "a case of its own   yes       2.000   2.5 nodes/s" in shown
        assert (f"2.5 nodes/s   {detail}" in shown) is fits
        assert (f"a case of its own: {detail}" in shown) is (not fits and not already)


def test_a_wrong_answer_is_shown_and_ends_with_status_1(tmp_path: Path) -> None:
    code = (
        "import sys, benchmarks.perft as p; from benchmarks.__main__ import main;"
        "p.QUICK_CASES[:] = [p.Case(7, 6, 3, 342, floor=1e30)];"
        f"sys.exit(main(['--quick', '--only', 'perft', '--json', {str(tmp_path / 'x.json')!r}]))"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    assert "wrong answers" in done.stderr
    row = json.loads((tmp_path / "x.json").read_text(encoding="utf-8"))["results"][0]
    assert row["correct"] is False
    assert row["meets_floor"] is False
    assert "NO" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["--only", "nonsense"], 2, "invalid choice: 'nonsense'"),
        (["--nonsense"], 2, "unrecognized arguments"),
        (["--quick", "--only", "playouts", "--json", "/"], 1, "cannot write /"),
    ],
)
def test_nonsense_is_refused(arguments: list[str], status: int, words: str) -> None:
    done = bench(*arguments)
    assert done.returncode == status
    assert words in done.stderr
    assert "Traceback" not in done.stderr
