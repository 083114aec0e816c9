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
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fourfold.errors import FourfoldError
from fourfold.game import Game
from fourfold.rules import Position
from fourfold.support.interrupts import interrupts_held_back

_INTERVAL = 0.1  # seconds between two writes of one worker

_LARGEST = 65_536  # bytes of a file that is read

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
        with contextlib.suppress(OSError), interrupts_held_back():
            self._path.parent.mkdir(exist_ok=True)
            try:
                temporary.write_text(json.dumps(_state(self._game)), encoding="utf-8")
                temporary.replace(self._path)
            except OSError:
                temporary.unlink(missing_ok=True)
                raise
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


# Reading


@dataclass(frozen=True, slots=True)
class LiveGame:
    """A game that is being played, as its file tells."""

    number: int
    players: tuple[str, str]
    """The names of FIRST and SECOND."""
    position: Position
    opening: int
    """How many of the position's moves were played before the players began."""
    clocks: tuple[float | None, float | None]
    """Seconds that are left to each for the game; None without a clock."""
    updated: float
    """When the file was written, in seconds since 1970."""


def live_files(path: Path, most: int) -> tuple[tuple[int, int], ...]:
    """Return the running games of a tournament's file: their numbers, and when each was written.

    The first ones, at most so many, by their numbers.
    """
    found: list[tuple[int, int]] = []
    try:
        with os.scandir(live_folder(path)) as entries:
            for entry in entries:
                number = entry.name.removesuffix(".json")
                if number.isascii() and number.isdigit() and len(number) < 13:
                    with contextlib.suppress(OSError):  # the game has just ended
                        found.append((int(number), entry.stat().st_mtime_ns))
    except OSError:  # nothing is being played
        return ()
    return tuple(sorted(found)[:most])


def read_live(path: Path, number: int) -> LiveGame | None:
    """Read the file of a running game; None if it has ended, or the file is not such a one."""
    try:
        with (live_folder(path) / f"{number}.json").open("rb") as file:
            data = file.read(_LARGEST)
        state = json.loads(data)
        first, second = (str(name) for name in state["players"])
        clock_first, clock_second = (_seconds(clock) for clock in state["clocks"])
        return LiveGame(
            number,
            (first, second),
            Position.parse(str(state["position"])),
            int(state["opening"]),
            (clock_first, clock_second),
            float(state["updated"]),
        )
    except (OSError, ValueError, KeyError, TypeError, RecursionError, FourfoldError):
        return None


def _seconds(clock: object) -> float | None:
    return float(clock) if isinstance(clock, int | float) else None
