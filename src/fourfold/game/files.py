"""Files of games: JSON lines, several games in one file, never left broken.

`save` writes a whole file beside its place and puts it there at once. `GameFile` appends, each
time with one write that is on the disk before it returns; a line that was being written when
the machine went down is cut off by the next who appends. `load` takes over what is whole, and
tells the line from which on it is not.
"""

import contextlib
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from fourfold.errors import FourfoldError, RecordError, describe
from fourfold.game.events import Ended, Event, Moved, Redone, Undone
from fourfold.game.game import Game
from fourfold.game.lines import (
    Line,
    Reader,
    encode,
    lines_of,
    move_line,
    result_line,
    undo_line,
)
from fourfold.game.record import Record
from fourfold.search.file_lock import lock


@dataclass(frozen=True, slots=True)
class Loaded:
    """The games of a file, as far as it is whole."""

    records: tuple[Record, ...]
    damage: str = ""
    """What is wrong with the file, one sentence that names the line; empty if nothing is."""


def load(path: Path | str) -> Loaded:
    """The games of a file up to its end, or up to its first damaged line.

    A file with nothing whole in it is refused with RecordError.
    """
    path = Path(path)
    with _refusing(path, "read"):
        _refuse_devices(path)
        data = path.read_bytes()
    reader, damage, _ = _read(data, path)
    if not reader.records:
        raise RecordError(damage or f"{path}, line 1: there is no game, the file is empty")
    return Loaded(reader.records, damage)


def save(path: Path | str, records: Record | Iterable[Record]) -> None:
    """Write games into a file of their own; the file is the old one or the new one, whole."""
    path = Path(path)
    with _refusing(path, "written"):
        _refuse_devices(path)
        target = path.resolve()  # a link stays, and what it leads to is replaced
    games = [records] if isinstance(records, Record) else list(records)
    data = b"".join(encode(lines_of(game)) for game in games)
    temporary = target.with_name(f"{target.name}.{os.getpid()}.new")
    with _refusing(path, "written"):
        try:
            with temporary.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(target)
        finally:
            with contextlib.suppress(OSError):
                temporary.unlink()


def path_of(text: str) -> Path:
    """The path that somebody typed, where `~` is his own folder."""
    try:
        return Path(text).expanduser()
    except RuntimeError:  # ~nobody
        return Path(text)


class GameFile:
    """A file that games are appended to, by one process at a time."""

    def __init__(self, path: Path | str) -> None:
        """Open a file, or make one; RecordError if it is not a whole file of games."""
        self.path = Path(path)
        with _refusing(self.path, "written"):
            _refuse_devices(self.path)
            # Without a buffer, what could not be written is not tried again behind our back.
            self._file = self.path.open("r+b" if self.path.exists() else "x+b", buffering=0)
        try:
            if not lock(self._file):
                raise RecordError(f"another process is writing the games {self.path}")
            with _refusing(self.path, "read"):
                data = self._file.readall()
            end = _end_of_whole_lines(data, self.path)
            with _refusing(self.path, "written"):
                self._file.truncate(end)
                self._file.seek(end)
            if end and data[end - 1 : end] != b"\n":
                self._write(b"\n")
        except BaseException:
            self._file.close()
            raise

    def append(self, record: Record) -> None:
        """Keep a game for good."""
        self.write(lines_of(record))

    def write(self, lines: Iterable[Line]) -> None:
        """Keep lines for good."""
        self._write(encode(lines))

    def follow(self, game: Game) -> Callable[[], None]:
        """Keep a game as it goes, each move when it is made; what is returned ends it.

        A game that is under way is first written as it stands.
        """
        self.append(game.record)

        def keep(event: Event) -> None:
            match event:
                case Moved(ply=ply):
                    self.write([move_line(ply, game.rules)])
                case Undone(plies=plies):
                    self.write([undo_line(plies)])
                case Redone(plies=plies):
                    self.write(move_line(ply, game.rules) for ply in plies)
                case Ended(ending=ending):
                    self.write([result_line(ending)])
                case _:
                    pass

        return game.subscribe(keep)

    def close(self) -> None:
        """Close the file, and let others append to it."""
        self._file.close()

    def __enter__(self) -> "GameFile":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write(self, data: bytes) -> None:
        """All of it, or nothing: half a line would be damage."""
        with _refusing(self.path, "written"):
            place = self._file.tell()
            try:
                left = memoryview(data)
                while left:
                    left = left[self._file.write(left) :]
                os.fsync(self._file.fileno())
            except OSError:
                with contextlib.suppress(OSError):
                    self._file.truncate(place)
                    self._file.seek(place)
                raise


@contextlib.contextmanager
def _refusing(path: Path, what: str) -> Iterator[None]:
    """Say in a sentence what the system has against it."""
    try:
        yield
    except OSError as error:
        raise RecordError(f"the games {path} cannot be {what}: {error.strerror}") from None
    except ValueError as error:  # a name with a zero in it
        raise RecordError(f"the games {describe(str(path))} cannot be {what}: {error}") from None


def _refuse_devices(path: Path) -> None:
    """Some never end, and none of them is to be replaced by a file."""
    with contextlib.suppress(FileNotFoundError):
        mode = path.stat().st_mode
        if stat.S_ISCHR(mode) or stat.S_ISBLK(mode):
            raise RecordError(f"the games {path} are no file, but a device")


def _read(data: bytes, path: Path) -> tuple[Reader, str, int]:
    """What can be read, what is wrong if something is, and how many bytes were read."""
    reader = Reader()
    place = 0
    for number, line in enumerate(data.split(b"\n"), start=1):
        try:
            reader.read(line)
        except FourfoldError as error:
            return reader, f"{path}, line {number}: {_sentence(error)}", place
        place += len(line) + 1
    return reader, "", len(data)


def _sentence(error: FourfoldError) -> str:
    text = str(error)
    return f"this line {text}" if text.startswith(("is ", "has ", "takes ")) else text


def _end_of_whole_lines(data: bytes, path: Path) -> int:
    """Where to go on; only a last line that was not written to its end may be damaged."""
    _, damage, end = _read(data, path)
    if damage and b"\n" in data[end:]:
        raise RecordError(damage)
    if damage and not end and not encode([{"fourfold": "game"}]).startswith(data[:10]):
        raise RecordError(damage)  # one line, and nothing of ours: not for us to cut off
    return end
