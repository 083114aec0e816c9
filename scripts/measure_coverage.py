"""Measure which lines and branches of the foundations their tests reach: `make coverage`.

    python -m scripts.measure_coverage            both parts
    python -m scripts.measure_coverage python     rules, game, search, store, by coverage.py
    python -m scripts.measure_coverage native     the core, by gcov and gcovr

Prints a table for each folder with the lines that are not reached, and writes pages with the
sources to build/coverage. Of the core only the lines count: gcov counts the branches of every
instance of a template apart, and those of code that the compiler adds.
"""

import argparse
import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
OUT = ROOT / "build" / "coverage"
FOLDERS = ("rules", "game", "search", "store")
GOAL = 95.0

_NATIVE = ROOT / "build" / "native-coverage"
_FLAGS = "-O1 --coverage -fprofile-update=atomic -fprofile-abs-path"

Counts = dict[str, tuple[int, int]]
"""For each folder how much of it is reached, and how much there is."""


def python_counts(report: Path) -> Counts:
    """Add up a JSON report of coverage.py by folder: lines and branches together."""
    counts: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
    for name, file in json.loads(report.read_text("utf-8"))["files"].items():
        folder = Path(name).relative_to("src/fourfold").parts[0]
        summary = file["summary"]
        counts[folder][0] += summary["covered_lines"] + summary["covered_branches"]
        counts[folder][1] += summary["num_statements"] + summary["num_branches"]
    return {folder: (done, whole) for folder, (done, whole) in counts.items()}


def native_counts(report: Path) -> Counts:
    """Add up a JSON report of gcovr by folder: the lines."""
    counts: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
    for file in json.loads(report.read_text("utf-8"))["files"]:
        folder = Path(file["file"]).parts[1]
        lines: dict[int, int] = defaultdict(int)  # a line of a template is there for each instance
        for line in file["lines"]:
            lines[line["line_number"]] += line["count"]
        counts[folder][0] += sum(count > 0 for count in lines.values())
        counts[folder][1] += len(lines)
    return {folder: (done, whole) for folder, (done, whole) in counts.items()}


def show(title: str, counts: Counts) -> bool:
    """Print a table; return True if every folder reaches the goal."""
    print(f"\n{title}")
    for folder, (done, whole) in sorted(counts.items()):
        short = "" if 100 * done >= GOAL * whole else f"  below {GOAL:.0f} %"
        print(f"{folder:12} {100 * done / max(whole, 1):6.1f} % of {whole:6,}{short}")
    return all(100 * done >= GOAL * whole for done, whole in counts.values())


def measure_python(arguments: Sequence[str]) -> bool:
    """Run the tests of the four folders, and report."""
    data = OUT / "python.data"
    coverage = [str(BIN / "python"), "-m", "coverage"]
    tests = [*(f"tests/{folder}" for folder in FOLDERS), "tests/analysis/trees"]
    sources = ",".join(f"src/fourfold/{folder}" for folder in FOLDERS)
    run(*coverage, "run", "--branch", f"--source={sources}", f"--data-file={data}",
        "-m", "pytest", "-q", *tests, *arguments)  # fmt: skip
    where = [f"--data-file={data}"]
    run(*coverage, "report", *where, "--show-missing", "--skip-covered")
    run(*coverage, "html", *where, "-q", "-d", str(OUT / "python"))
    run(*coverage, "json", *where, "-q", "-o", str(OUT / "python.json"))
    return show("lines and branches", python_counts(OUT / "python.json"))


def measure_native() -> bool:
    """Build the core with counters, run its C++ tests, and report."""
    cmake = str(BIN / "cmake")
    run(cmake, "-S", ".", "-B", str(_NATIVE), "-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={BIN}/ninja",
        "-DFOURFOLD_NATIVE_TESTS=ON", "-DFOURFOLD_X86_LEVELS=OFF", "-DCMAKE_BUILD_TYPE=Debug",
        "-DCMAKE_CXX_COMPILER=g++", f"-DCMAKE_CXX_FLAGS={_FLAGS}",
        "--log-level=WARNING")  # fmt: skip
    run(cmake, "--build", str(_NATIVE))
    for counters in _NATIVE.rglob("*.gcda"):  # of an earlier run
        counters.unlink()
    run(str(BIN / "ctest"), "--test-dir", str(_NATIVE), "--output-on-failure")
    pages = OUT / "native"
    pages.mkdir(exist_ok=True)
    run(str(BIN / "gcovr"), "--root", ".", "--filter", "native/", "--exclude", "native/tests/",
        "--object-directory", str(_NATIVE), "--merge-lines", "--exclude-throw-branches",
        "--txt", "-", "--html-details", str(pages / "index.html"),
        "--json", str(OUT / "native.json"), str(_NATIVE))  # fmt: skip
    return show("lines", native_counts(OUT / "native.json"))


def run(*command: str) -> None:
    """Run a command; if it fails, so do we."""
    done = subprocess.run(command, cwd=ROOT, env={**os.environ, "COVERAGE_CORE": "ctrace"})
    if done.returncode:
        sys.exit(f"{Path(command[0]).name} failed with status {done.returncode}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what is asked for; return 1 if a folder is below the goal."""
    parser = argparse.ArgumentParser(prog="python -m scripts.measure_coverage")
    parser.add_argument("part", nargs="?", choices=("python", "native"))
    options, others = parser.parse_known_args(arguments)
    OUT.mkdir(parents=True, exist_ok=True)
    good = True
    if options.part != "native":
        good = measure_python(others)
    if options.part != "python":
        good = measure_native() and good
    print(f"\nthe pages are in {OUT.relative_to(ROOT)}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
