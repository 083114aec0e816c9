"""The game on a whole screen of the terminal, with Textual.

`run` is the way in. The rules, the clocks and the agents are those of `game`; here is only what
is drawn and what a key means. docs/playing.md shows it.
"""

from dataclasses import dataclass
from pathlib import Path

from fourfold.game import GameFile, Record


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
    return app.run() or Left(status=app.return_code or 0)
