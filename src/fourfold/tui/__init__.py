"""The game on a whole screen of the terminal, with Textual.

`run` is the way in. The rules, the clocks and the agents are those of `game`; here is only what
is drawn and what a key means. docs/playing.md shows it.
"""

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from fourfold.game import GameFile, Record

_EXIT_SECONDS = 5.0  # for leaving, once a signal has come


@dataclass(frozen=True, slots=True)
class ExitResult:
    """What `run` returns when the player leaves."""

    record: Record | None = None
    """The game, if it is not finished."""
    path: Path | None = None
    """The file that it was last saved to."""
    status: int = 0
    """The exit status: 128 and the number of a signal, or 0."""


def run(
    record: Record | None = None,
    *,
    remark: str = "",
    file: GameFile | None = None,
    path: Path | None = None,
) -> ExitResult:
    """Take the terminal until the player leaves."""
    from fourfold.tui.app import FourfoldApp

    app = FourfoldApp(record, remark=remark, file=file, path=path)
    with _leave_on_signals(app.end):
        return app.run() or ExitResult(status=app.return_code or 0)


@contextmanager
def _leave_on_signals(end: Callable[[int], None]) -> Iterator[None]:
    """Let a signal leave the screen as a key does, so that the terminal is restored.

    If the terminal is gone as well, writing to it may block for ever: so exit after some seconds.
    """
    timers: list[threading.Timer] = []

    def handle(number: int, _: object) -> None:
        timers.append(threading.Timer(_EXIT_SECONDS, os._exit, [128 + number]))
        timers[-1].daemon = True
        timers[-1].start()
        end(128 + number)

    names = [name for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {name: signal.signal(signal.Signals[name], handle) for name in names}
    try:
        yield
    finally:
        for name, handler in before.items():
            signal.signal(signal.Signals[name], handler)
        for timer in timers:
            timer.cancel()
