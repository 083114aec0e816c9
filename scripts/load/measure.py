"""Figures: percentiles, tables, and their file under build/load."""

import json
import os
import platform
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from benchmarks.web import quantile

FOLDER = Path("build/load")
_WIDTH = 200  # of a table that goes to a file

__all__ = ["in_ms", "keep", "quantile", "show"]


def in_ms(seconds: Sequence[float], share: float) -> float:
    """Return the milliseconds within which this share of all was answered; NaN without any."""
    return round(1000 * quantile(seconds, share), 1) if seconds else float("nan")


def show(title: str, rows: Iterable[Mapping[str, object]]) -> None:
    """Print rows as a table; the keys of the first are the columns."""
    lines = list(rows)
    console = Console()
    if not console.is_terminal:
        console.width = _WIDTH
    table = Table(title=title, title_justify="left")
    for name in lines[0] if lines else ():
        table.add_column(name, justify="left" if isinstance(lines[0][name], str) else "right")
    for line in lines:
        table.add_row(*(_text(value) for value in line.values()))
    console.print(table, markup=False)


def _text(value: object) -> str:
    return f"{value:,.1f}" if isinstance(value, float) else f"{value}"


def keep(name: str, results: Any, folder: Path = FOLDER) -> Path:
    """Write results, with the machine and the time, to a file; return its path."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{name}.json"
    told = {
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "processors": len(os.sched_getaffinity(0)),
        "python": platform.python_version(),
        "results": results,
    }
    file.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    return file
