"""A bar on standard error for what takes long."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class Tell(Protocol):
    """How a bar is told what is done, of how much, and what to say of it."""

    def __call__(self, done: int, total: int, title: str | None = None) -> None: ...


@contextmanager
def progress(title: str) -> Iterator[Tell]:
    """A bar with the time left, if somebody is looking; it is told what is done, of how much."""
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
    # What is counted is unequally hard, so the speed is that of the last minutes.
    with Progress(
        *columns, console=console, speed_estimate_period=300, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task(title, total=None)

        def tell(done: int, total: int, title: str | None = title) -> None:
            bar.update(task, completed=done, total=total, description=title)

        yield tell
