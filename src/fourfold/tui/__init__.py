"""The game on a whole screen of the terminal, with Textual.

`run` is the way in. The rules, the clocks and the agents are those of `game`; here is only what
is drawn and what a key means. docs/playing.md shows it.
"""

from pathlib import Path

from fourfold.game import GameFile, Record


def run(
    record: Record | None = None,
    *,
    remark: str = "",
    file: GameFile | None = None,
    path: Path | None = None,
) -> tuple[Record, Path | None] | None:
    """Take the terminal until the player leaves.

    Returns the game that was not finished, if any, and the file that it may have been saved to.
    """
    from fourfold.tui.app import FourfoldApp

    return FourfoldApp(record, remark=remark, file=file, path=path).run()
