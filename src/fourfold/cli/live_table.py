"""The table of a tournament while it runs, on standard error if that is a terminal."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table

    from fourfold.arena import PlayedGame
    from fourfold.arena.tournament_run import ReportProgress, TournamentRun

_INTERVAL = 0.25  # seconds between two drawings
_SHARE = 20  # of so much time, one part at most is spent on drawing
_OTHER_LINES = 6  # of the screen, besides the players


@contextmanager
def live_table() -> "Iterator[ReportProgress]":
    """Show the table while the block runs; the block calls what it is given after every game."""
    from rich.console import Console
    from rich.live import Live

    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda run, game: None
        return
    began = time.monotonic()
    played_before: int | None = None
    next_drawing = 0.0
    with Live(console=console, auto_refresh=False, transient=True) as live:

        def report(run: "TournamentRun", game: "PlayedGame | None") -> None:
            nonlocal played_before, next_drawing
            if played_before is None:
                played_before = run.played
            now = time.monotonic()
            if game is None or now >= next_drawing:
                left = _time_left(run, run.played - played_before, now - began)
                live.update(_table(run, left, console.height - _OTHER_LINES), refresh=True)
                taken = time.monotonic() - now
                next_drawing = now + max(_INTERVAL, _SHARE * taken)

        yield report


def _time_left(run: "TournamentRun", played: int, seconds: float) -> str:
    if not played:
        return ""
    left = (run.planned - run.played) * seconds / played
    minutes, rest = divmod(round(left), 60)
    hours, minutes = divmod(minutes, 60)
    clock = f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
    return f", about {clock} left"


def _table(run: "TournamentRun", left: str, most: int) -> "Table":
    from rich.table import Table
    from rich.text import Text

    from fourfold.arena.report import percent
    from fourfold.support.plain_text import printable

    result = run.result
    table = Table(title=f"{run.played} of {run.planned} games{left}")
    table.add_column("", justify="right")
    table.add_column("player", overflow="ellipsis", no_wrap=True)
    for name in ("score", "won-drawn-lost", "games"):
        table.add_column(name, justify="right")
    for place, agent in enumerate(result.ranking[: max(1, most)], start=1):
        tally = result.total(agent)
        # Text, because a name may look like Rich's own markup.
        player = Text(printable(result.agents[agent]))
        table.add_row(str(place), player, percent(tally), str(tally), str(tally.games))
    return table
