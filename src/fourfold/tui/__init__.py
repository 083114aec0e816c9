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

_PATIENCE = 5.0  # seconds for leaving, once a signal has come


@dataclass(frozen=True, slots=True)
class Left:
    """How the screen was left."""

    record: Record | None = None
    """The game, if it was not finished."""
    path: Path | None = None
    """The file that it may have been saved to."""
    status: int = 0
    """The exit status: not 0 if somebody ended the process."""


def run(
    record: Record | None = None,
    *,
    remark: str = "",
    file: GameFile | None = None,
    path: Path | None = None,
) -> Left:
    """Take the terminal until the player leaves."""
    from fourfold.tui.app import FourfoldApp

    app = FourfoldApp(record, remark=remark, file=file, path=path)
    with _ending_at_signals(app.end):
        return app.run() or Left(status=app.return_code or 0)


@contextmanager
def _ending_at_signals(end: Callable[[int], None]) -> Iterator[None]:
    """Let a signal leave the screen as a key does, so that the terminal is as it was before.

    Where the terminal is gone as well, whoever writes to it may wait for ever: so not for long.
    """
    timers: list[threading.Timer] = []

    def handle(number: int, _: object) -> None:
        timers.append(threading.Timer(_PATIENCE, os._exit, [128 + number]))
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
