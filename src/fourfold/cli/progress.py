"""A bar on standard error for what takes long."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress(title: str) -> Iterator[Callable[[int, int], None]]:
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

        def tell(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        yield tell
