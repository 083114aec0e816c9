"""The games that are being played now, each as a small file that a page can show.

While a tournament runs, `NAME.live/GAME.json` beside its file holds the position of game GAME, its
players and their clocks. It is replaced as a whole, at most ten times a second, and removed when
the game ends. A tournament that is killed leaves such files behind, which its next run removes.
"""

import contextlib
import json
import os
import shutil
import time
from pathlib import Path
from typing import Any

from fourfold.game import Game

_INTERVAL = 0.1  # seconds between two writes of one worker

_last_written = 0.0


def live_folder(path: Path) -> Path:
    """Return the folder of the running games of a tournament's file."""
    return path.with_suffix(".live")


def clear(path: Path) -> None:
    """Remove what an earlier run has left behind, and the folder."""
    shutil.rmtree(live_folder(path), ignore_errors=True)


class LiveFile:
    """The file of one running game. Whatever goes wrong with it, the game goes on."""

    def __init__(self, folder: Path | None, game: Game) -> None:
        self._game = game
        self._path = None if folder is None else folder / f"{game.tags['game']}.json"
        self._ply = -1  # of the position that was last written
        self._is_written = False

    def __enter__(self) -> "LiveFile":
        self.update()
        return self

    def __exit__(self, *_: object) -> None:
        if self._is_written and self._path is not None:
            with contextlib.suppress(OSError):
                self._path.unlink()

    def update(self) -> None:
        """Write the game, if it has changed and the last write was long enough ago."""
        global _last_written
        if self._path is None or self._game.position.ply == self._ply:
            return
        now = time.monotonic()
        if now - _last_written < _INTERVAL:
            return
        _last_written = now
        temporary = self._path.with_suffix(f".{os.getpid()}.new")
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(exist_ok=True)
            temporary.write_text(json.dumps(_state(self._game)), encoding="utf-8")
            temporary.replace(self._path)
            self._is_written = True
            self._ply = self._game.position.ply


def _state(game: Game) -> dict[str, Any]:
    return {
        **{name: int(game.tags[name]) for name in ("game", "pair", "round") if name in game.tags},
        "players": [player.name for player in game.players],
        "position": game.position.to_text(),
        "opening": len(game.start.moves),
        "clocks": list(game.clock.snapshot()),
        "began": game.began,
        "updated": round(time.time(), 3),
    }
