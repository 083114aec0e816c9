"""A progress bar on standard error."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Report(Protocol):
    """Updates a progress bar: `done` steps of `total`, and a new title unless it is None."""

    def __call__(self, done: int, total: int, title: str | None = None) -> None: ...


@contextmanager
def progress(title: str) -> Iterator[Report]:
    """Show a bar with the remaining time while the block runs; the block calls what it is given.

    Nothing is shown unless standard error is a terminal.
    """
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
