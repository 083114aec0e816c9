"""The registry of benchmarks, their results, and how these become a table and a file."""

import json
import platform
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.measure import Measurement
from rich.table import Table

import fourfold
from fourfold import _native

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Result:
    """One case: what was done, whether the answer was right, and how long it took."""

    case: str
    correct: bool
    amount: float
    unit: str
    seconds: float
    floor: float | None = None
    """The least rate that will do, in units a second; None where there is no such demand."""
    within: float | None = None
    """The most seconds that will do; None where there is no such demand."""
    detail: str = ""
    numbers: Mapping[str, float] = field(default_factory=dict)
    """What else was measured, for programs."""

    @property
    def rate(self) -> float:
        """Units a second."""
        return self.amount / self.seconds if self.seconds > 0 else float("inf")

    @property
    def meets_floor(self) -> bool | None:
        """Whether it is as fast as demanded; None without a demand."""
        if self.floor is None and self.within is None:
            return None
        fast = self.floor is None or self.rate >= self.floor
        return fast and (self.within is None or self.seconds <= self.within)


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line asks of every benchmark."""

    quick: bool = False
    """Small cases, once each, to see that all works."""
    memory_mb: int | None = None
    """The size of the solver's table; None for the benchmark's own."""
    size: int = 13
    """Empty boards with columns + rows up to this."""


Function = Callable[[Options], Iterable[Result]]


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A function that yields results, and how it is run."""

    run: Function
    by_default: bool
    live: bool


BENCHMARKS: dict[str, Benchmark] = {}


def benchmark(
    name: str, *, by_default: bool = True, live: bool = False
) -> Callable[[Function], Function]:
    """Register a benchmark under a name, which `--only` takes.

    Without `by_default` it runs only when asked for by name. A `live` one, which takes long, shows
    a line for each case as soon as it is done.
    """

    def register(function: Function) -> Function:
        if name in BENCHMARKS:
            raise ValueError(f"there are two benchmarks called {name!r}")
        BENCHMARKS[name] = Benchmark(function, by_default, live)
        return function

    return register


def timed(call: Callable[[], Answer], repeats: int = 1) -> tuple[Answer, float]:
    """Call several times; return the answer and the seconds of the fastest run.

    The fastest, because whatever else a machine does can only make a run slower.
    """
    seconds = float("inf")
    for _ in range(repeats):
        began = time.perf_counter()
        answer = call()
        seconds = min(seconds, time.perf_counter() - began)
    return answer, seconds


def show(console: Console, name: str, results: Sequence[Result], already: bool = False) -> None:
    """Print the results of one benchmark.

    Details that do not fit into the table come below it, unless they were shown `already`.
    """
    whole = table(name, results)
    unlimited = console.options.update(max_width=10_000)
    if Measurement.get(console, unlimited, whole).maximum <= console.width:
        console.print(whole)
        return
    console.print(table(name, results, details=False))
    for result in results:
        if result.detail and not already:
            console.print(
                f"{result.case}: {result.detail}", highlight=False, markup=False, soft_wrap=True
            )


def table(name: str, results: Sequence[Result], details: bool = True) -> Table:
    """Make the table of one benchmark, with or without the details of each case."""
    drawn = Table(title=name, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)
    floors = any(result.meets_floor is not None for result in results)
    details = details and any(result.detail for result in results)
    drawn.add_column("case", no_wrap=True)
    drawn.add_column("right", no_wrap=True)
    drawn.add_column("seconds", justify="right", no_wrap=True)
    drawn.add_column("rate", justify="right", no_wrap=True)
    if floors:
        drawn.add_column("floor", justify="right", no_wrap=True)
        drawn.add_column("met", no_wrap=True)
    if details:
        drawn.add_column("")
    for result in results:
        cells = [escape(result.case), _yes_or_no(result.correct), f"{result.seconds:.3f}"]
        cells.append(rate(result))
        if floors:
            cells.append(demand(result))
            cells.append(_yes_or_no(result.meets_floor))
        if details:
            cells.append(escape(result.detail))
        drawn.add_row(*cells)
    return drawn


def line(result: Result) -> str:
    """Format one result, of a benchmark that still runs."""
    words = [result.case, f"{result.seconds:.3f} s", rate(result)]
    if result.meets_floor is not None:
        words.append(f"{demand(result)} {'met' if result.meets_floor else 'NOT MET'}")
    words += [result.detail] if result.detail else []
    return ("" if result.correct else "WRONG  ") + ", ".join(words)


def rate(result: Result) -> str:
    """Format a rate; a unit that begins with x is a ratio of seconds to seconds."""
    return f"{short(result.rate)} {result.unit}{'' if result.unit.startswith('x ') else '/s'}"


def demand(result: Result) -> str:
    floor = "" if result.floor is None else f"{short(result.floor)}"
    within = "" if result.within is None else f"{result.within:g} s"
    return " and ".join(filter(None, [floor, within]))


def _yes_or_no(value: bool | None) -> str:
    if value is None:
        return ""
    return "[green]yes[/]" if value else "[bold red]NO[/]"


def short(number: float) -> str:
    """Format a number with three digits: 715 M, 4.31 M, 950."""
    for size, letter in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if number >= size:
            return f"{number / size:.3g}{letter}"
    return f"{number:.3g}"


def report(results: dict[str, list[Result]], quick: bool) -> dict[str, Any]:
    """Return all results and where they were measured, as plain data."""
    return {
        "fourfold": fourfold.__version__,
        "native": _native.LEVEL,
        "python": platform.python_version(),
        "machine": f"{platform.system()} {platform.machine()}",
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "quick": quick,
        "results": [
            {
                "benchmark": name,
                "case": result.case,
                "correct": result.correct,
                "amount": result.amount,
                "unit": result.unit,
                "seconds": result.seconds,
                "rate": result.rate,
                "floor": result.floor,
                "within": result.within,
                "meets_floor": result.meets_floor,
                "detail": result.detail,
                "numbers": dict(result.numbers),
            }
            for name, of_name in results.items()
            for result in of_name
        ],
    }


def write(path: Path, content: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
