"""Files of games: JSON lines, several games in one file, never left broken.

`save` writes a temporary file and renames it into place. `GameFile` appends, each time with one
write that is on the disk before it returns; a last line that was cut off by a crash is removed when
the file is next opened for appending. `load` reads damaged files as far as they are whole, and
says where the damage starts.
"""

import contextlib
import stat
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from fourfold.errors import FourfoldError, RecordError, describe
from fourfold.game.events import Event, GameEnded, PliesRedone, PliesUndone, PlyPlayed
from fourfold.game.game import Game
from fourfold.game.json_lines import (
    Line,
    RecordReader,
    encode,
    move_line,
    record_lines,
    result_line,
    undo_line,
)
from fourfold.game.record import Record
from fourfold.support.file_lock import lock
from fourfold.support.whole_file import append_whole, write_whole


@dataclass(frozen=True, slots=True)
class LoadResult:
    """The games of a file, up to the first damaged line."""

    records: tuple[Record, ...]
    damage: str = ""
    """One sentence that names the damaged line and what is wrong with it; empty if none is."""
    tournaments: tuple[Line, ...] = ()
    """The settings of the tournaments whose games these are; see `fourfold.arena`."""


def load(path: Path | str) -> LoadResult:
    """Read the games of a file, up to its end or its first damaged line.

    RecordError if not even the first line can be read.
    """
    path = Path(path)
    with _translated_errors(path, "read"):
        _refuse_devices(path)
        data = path.read_bytes()
    reader, damage, _, _ = _read(data, path)
    if not reader.records and (damage or not reader.tournaments):
        raise RecordError(damage or f"{path}, line 1: there is no game, the file is empty")
    return LoadResult(reader.records, damage, tuple(reader.tournaments))


def save(path: Path | str, records: Record | Iterable[Record]) -> None:
    """Write games to a file, replacing it; after a crash it holds the old games or the new ones."""
    path = Path(path)
    with _translated_errors(path, "written"):
        _refuse_devices(path)
    games = [records] if isinstance(records, Record) else list(records)
    data = b"".join(encode(record_lines(game)) for game in games)
    with _translated_errors(path, "written"):
        write_whole(path, data)


def path_of(text: str) -> Path:
    """Return the path of a typed text, where `~` is the home folder."""
    try:
        return Path(text).expanduser()
    except RuntimeError:  # ~nobody
        return Path(text)


class GameFile:
    """A file to which one process at a time appends games."""

    def __init__(self, path: Path | str, *, whole_games: bool = False) -> None:
        """Open or create the file; RecordError if it is damaged or holds something else.

        whole_games: in the file of a tournament, cut a last game off that is not finished: there
            every game is appended as a whole.
        """
        self.path = Path(path)
        with _translated_errors(self.path, "written"):
            _refuse_devices(self.path)
            # Unbuffered: a buffer would write again what has failed, when the file is closed.
            self._file = self.path.open("r+b" if self.path.exists() else "x+b", buffering=0)
        try:
            if not lock(self._file):
                raise RecordError(f"another process is writing the games {self.path}")
            with _translated_errors(self.path, "read"):
                data = self._file.readall()
            self.content, end = _whole_part(data, self.path, whole_games)
            """What the file held when it was opened."""
            with _translated_errors(self.path, "written"):
                self._file.truncate(end)
                self._file.seek(end)
            if end and data[end - 1 : end] != b"\n":
                self._write(b"\n")
        except BaseException:
            self._file.close()
            raise

    def append(self, record: Record) -> None:
        """Append a game."""
        self.write(record_lines(record))

    def write(self, lines: Iterable[Line]) -> None:
        """Append lines; they are on the disk when this returns."""
        self._write(encode(lines))

    def follow(self, game: Game) -> Callable[[], None]:
        """Write a game as it goes on, each move at once; the function that is returned ends that.

        The moves that were played already are written first.
        """
        self.append(game.record)

        def write_event(event: Event) -> None:
            match event:
                case PlyPlayed(ply=ply):
                    self.write([move_line(ply, game.rules)])
                case PliesUndone(plies=plies):
                    self.write([undo_line(plies)])
                case PliesRedone(plies=plies):
                    self.write(move_line(ply, game.rules) for ply in plies)
                case GameEnded(ending=ending):
                    self.write([result_line(ending)])
                case _:
                    pass

        return game.subscribe(write_event)

    def close(self) -> None:
        """Close the file, so that other processes can append to it."""
        with _translated_errors(self.path, "written"):
            self._file.close()

    def __enter__(self) -> "GameFile":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write(self, data: bytes) -> None:
        """Write all of it or nothing: half a line would be damage."""
        with _translated_errors(self.path, "written"):
            append_whole(self._file, data)


@contextlib.contextmanager
def _translated_errors(path: Path, what: str) -> Iterator[None]:
    """Turn errors of the operating system into a RecordError of one sentence."""
    try:
        yield
    except OSError as error:
        raise RecordError(f"the games {path} cannot be {what}: {error.strerror}") from None
    except ValueError as error:  # a name with a zero in it
        raise RecordError(f"the games {describe(str(path))} cannot be {what}: {error}") from None


def _refuse_devices(path: Path) -> None:
    """Raise RecordError for a device: reading it may never end, and save would replace it."""
    with contextlib.suppress(FileNotFoundError):
        mode = path.stat().st_mode
        if stat.S_ISCHR(mode) or stat.S_ISBLK(mode):
            raise RecordError(f"the games {path} are not a file, but a device")


def _read(data: bytes, path: Path) -> tuple[RecordReader, str, int, int]:
    """Return the reader after the last good line, the damage if any, and two places in the data:

    the end of what was read, and where the last game begins.
    """
    reader = RecordReader()
    place = last_game = games = 0
    for number, line in enumerate(data.split(b"\n"), start=1):
        try:
            reader.read(line)
        except FourfoldError as error:
            return reader, f"{path}, line {number}: {_sentence(error)}", place, last_game
        if reader.games_begun > games:
            games, last_game = reader.games_begun, place
        place += len(line) + 1
    return reader, "", len(data), last_game


def _sentence(error: FourfoldError) -> str:
    text = str(error)
    return f"this line {text}" if text.startswith(("is ", "has ", "takes ")) else text


def _whole_part(data: bytes, path: Path, whole_games: bool) -> tuple[LoadResult, int]:
    """Return what the file holds, and where to append.

    RecordError unless only the last line is damaged, by not being finished.
    """
    reader, damage, end, last_game = _read(data, path)
    if damage and b"\n" in data[end:]:
        raise RecordError(damage)
    if damage and not end and not encode([{"fourfold": "game"}]).startswith(data[:10]):
        raise RecordError(damage)  # a single line of another program, which must not be cut off
    records = reader.records
    if whole_games and reader.tournaments and reader.is_inside_a_game:
        records, end = records[:-1], last_game
    return LoadResult(records, "", tuple(reader.tournaments)), end
