"""The tournaments of the data folder: found by their names, listed, and read as they grow.

Called from threads, because it reads files. A tournament that was looked at is read on from where
its file ended the last time.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from fourfold.arena import live
from fourfold.arena.tournament_file import SUFFIX, check_name, default_folder
from fourfold.arena.tournament_follower import LARGEST_FILE, TournamentFollower
from fourfold.errors import FourfoldError, InvalidOption, describe
from fourfold.support.file_lock import is_locked
from fourfold.support.lru import LruCache
from fourfold.web.errors import TournamentNotFound

MOST_LISTED = 100
"""Tournaments in a list; older ones are left out."""
_MOST_FOLLOWED = 8  # tournaments whose games are kept in memory
_MOST_COUNTED = 2 * MOST_LISTED
_FRESH = 10.0  # seconds for which a running game speaks for a process elsewhere
_RESULT = b'\n{"result"'  # how the last line of each game begins


@dataclass
class _Followed:
    follower: TournamentFollower
    lock: threading.Lock = field(default_factory=threading.Lock)


@dataclass
class _Count:
    """How many games a file holds, up to a place in it."""

    identity: tuple[int, int]
    end: int = 0
    games: int = 0


@dataclass(frozen=True, slots=True)
class ListedTournament:
    """A tournament as the list shows it."""

    follower: TournamentFollower
    """It has read the settings, but not the games."""
    played: int
    updated: float
    """When its file was last written, in seconds since 1970."""
    is_running: bool


class TournamentFolder:
    """The tournaments in a folder."""

    def __init__(self, path: Path | None = None) -> None:
        """path: the folder; that of the user's data if not given."""
        self._path = path
        self._lock = threading.Lock()
        self._followed: LruCache[str, _Followed] = LruCache(_MOST_FOLLOWED)
        self._counts: LruCache[str, _Count] = LruCache(_MOST_COUNTED)
        self._written: LruCache[str, tuple[int, float]] = LruCache(_MOST_COUNTED)

    @property
    def path(self) -> Path:
        """The folder, which need not be there yet."""
        return default_folder() if self._path is None else self._path

    def file(self, name: str) -> Path:
        """Return the file of a tournament; TournamentNotFound if it is none or not there."""
        try:
            path = self.path / f"{check_name(name)}{SUFFIX}"
            is_there = path.is_file()
        except (InvalidOption, OSError):  # such as a name that is too long
            is_there = False
        if not is_there:
            raise TournamentNotFound(f"there is no tournament {describe(name)}")
        return path

    @contextmanager
    def reading(self, name: str) -> Iterator[TournamentFollower]:
        """Read what is new of a tournament, and have it for oneself until the block ends.

        TournamentNotFound if there is none, RecordError if its file cannot be read.
        """
        path = self.file(name)
        with self._lock:
            followed = self._followed.get_or_make(name, lambda: _Followed(TournamentFollower(path)))
        with followed.lock:
            try:
                followed.follower.update()
            except OSError:
                raise TournamentNotFound(f"there is no tournament {describe(name)}") from None
            if not followed.follower.settings:
                raise TournamentNotFound(f"the tournament {describe(name)} has not begun yet")
            yield followed.follower

    def is_running(self, path: Path) -> bool:
        """Return True if a process plays this tournament, here or on another machine."""
        if is_locked(path):
            return True
        newest = max((written for _, written in live.live_files(path, 64)), default=0)
        return newest > 0 and self._passed_since(path, newest) < _FRESH

    def _passed_since(self, path: Path, written: int) -> float:
        """Return the seconds since the running games were written, as far as we have seen it.

        The clocks of two machines differ, and jump. They are compared only for what was there when
        we first looked; from then on every change is new when we see it.
        """
        now = time.monotonic()
        with self._lock:
            last = self._written.get(path.name)
            if last is None:
                age = abs(time.time() - written / 1e9)
                last = (written, now - age)
            elif last[0] != written:
                last = (written, now)
            self._written.put(path.name, last)
        return now - last[1]

    def list(self) -> tuple[list[ListedTournament], int]:
        """Return the tournaments, those that were written last first, and how many are left out."""
        found: list[tuple[float, Path]] = []
        for path in self.path.glob(f"*{SUFFIX}"):
            with suppress(OSError):  # it was removed meanwhile
                found.append((path.stat().st_mtime, path))
        found.sort(reverse=True)
        listed = []
        for updated, path in found[:MOST_LISTED]:
            try:
                check_name(path.stem)
                with path.open("rb") as file:
                    first = file.readline(2**20)
                follower = TournamentFollower(path)
                follower.read_settings(first)
                played = self._count(path)
            except (OSError, FourfoldError):
                continue  # something else is in the folder
            if follower.settings:  # else it has not begun
                listed.append(ListedTournament(follower, played, updated, self.is_running(path)))
        return listed, max(0, len(found) - MOST_LISTED)

    def _count(self, path: Path) -> int:
        """Count the games of a file, reading only what was appended since the last time."""
        status = path.stat()
        identity = status.st_dev, status.st_ino
        with self._lock:
            count = self._counts.get(path.name)
            if count is None or count.identity != identity or status.st_size < count.end:
                count = _Count(identity)
            if status.st_size > count.end:
                with path.open("rb") as file:
                    file.seek(count.end)
                    data = file.read(LARGEST_FILE)
                whole = data.rfind(b"\n")  # the line break itself belongs to the next part
                count.games += data.count(_RESULT, 0, max(whole, 0))
                count.end += max(whole, 0)
            self._counts.put(path.name, count)
            return count.games
