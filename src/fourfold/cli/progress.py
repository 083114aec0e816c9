"""What a command shows on standard error while it works: a progress bar, or a line of status.

Nothing is shown unless standard error is a terminal.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from fourfold.search import SearchProgress, Watch

_PATIENCE = 0.5  # seconds that a search may take before it is shown
_CLEAR_LINE = "\r\x1b[K"


class Report(Protocol):
    """Updates a progress bar: `done` steps of `total`, and a new title unless it is None."""

    def __call__(self, done: int, total: int, title: str | None = None) -> None: ...


@contextmanager
def progress(title: str) -> Iterator[Report]:
    """Show a bar with the remaining time while the block runs; the block calls what it is given."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
    )
    # Some steps take much longer than others, so the speed is averaged over five minutes.
    with Progress(
        *columns, console=console, speed_estimate_period=300, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task(title, total=None)

        def report(done: int, total: int, title: str | None = title) -> None:
            bar.update(task, completed=done, total=total, description=title)

        yield report


@contextmanager
def solver_status() -> "Iterator[Watch | None]":
    """Show nodes and bounds of the solver's search while the block runs, if that takes longer.

    The block gives the solver what it gets; None if there is nobody to show it to. The line is
    cleared at the end, so that only the answer stays.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from fourfold.search import SolverProgress

    is_shown = False

    def watch(now: "SearchProgress") -> None:
        nonlocal is_shown
        if now.seconds >= _PATIENCE and isinstance(now, SolverProgress):
            is_shown = True
            bounds = f"score from {now.lower.score} to {now.upper.score}"
            text = f"{bounds}, {now.nodes or 0:,} nodes, {now.seconds:.1f} s"
            print(f"{_CLEAR_LINE}{text}", end="", file=sys.stderr, flush=True)

    try:
        yield watch
    finally:
        if is_shown:
            print(_CLEAR_LINE, end="", file=sys.stderr, flush=True)
