"""Measure what work takes of the machine's memory at its peak, as Linux counts it.

A module of cases has `CASES`, which maps names to a `Case`. `python -m tests.resident_memory
MODULE` runs them in turn with the garbage collector off, and prints what each took.
"""

import gc
import importlib
import json
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

TOLERANCE = 0.05
"""By so much may a search exceed its limit."""
CONSTANT = 4.0
"""MB besides: 0.3 for each thread after the first, stacks, what Python's allocator keeps, and one
large page. Where the system makes large pages of small ones, memory comes and goes by 2 MB."""
_ROOT = Path(__file__).resolve().parents[1]

resident_memory_only = pytest.mark.skipif(
    not Path("/proc/self/clear_refs").exists(), reason="only Linux tells the peak of the memory"
)


@dataclass(frozen=True, slots=True)
class Case:
    """Work that fills the memory it may take, or a certain part of it."""

    work: Callable[[], object]
    """Returns what holds the memory."""
    limit_mb: float
    least_mb: float = 0.0
    """What it takes at least: with less the case would show nothing."""


@dataclass(frozen=True, slots=True)
class Taken:
    """By how many MB the memory grew."""

    peak: float
    left: float
    """Once the work's object is gone."""


def measure(module: str) -> dict[str, Taken]:
    """Measure all cases of a module in one child process."""
    command = [sys.executable, "-m", "tests.resident_memory", module]
    done = subprocess.run(command, cwd=_ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return {name: Taken(*taken) for name, taken in json.loads(done.stdout).items()}


def check(case: Case, taken: Taken) -> None:
    """Check that a case has kept to its limit, and given everything back."""
    assert case.least_mb <= taken.peak <= case.limit_mb * (1 + TOLERANCE) + CONSTANT, taken
    assert taken.left <= CONSTANT, taken


def _megabytes(name: str) -> float:
    lines = Path("/proc/self/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name + ":")) / 1024


def _take(work: Callable[[], object]) -> Taken:
    before = _megabytes("VmRSS")
    Path("/proc/self/clear_refs").write_text("5", "ascii")  # the peak is what it is now
    owner = work()
    peak = _megabytes("VmHWM") - before
    del owner
    # A thread that has just ended may still be giving its stack back.
    deadline = time.monotonic() + 20
    while _megabytes("VmRSS") - before > CONSTANT and time.monotonic() < deadline:
        time.sleep(0.01)
    return Taken(peak, _megabytes("VmRSS") - before)


def main() -> None:
    """Run the cases of the module that is named."""
    cases: dict[str, Case] = importlib.import_module(sys.argv[1]).CASES
    next(iter(cases.values())).work()  # what is loaded and kept with the first work
    gc.collect()
    gc.disable()
    json.dump({name: _pair(_take(case.work)) for name, case in cases.items()}, sys.stdout)


def _pair(taken: Taken) -> tuple[float, float]:
    return taken.peak, taken.left


if __name__ == "__main__":
    main()
