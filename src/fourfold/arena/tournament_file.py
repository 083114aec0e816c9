"""The file of a tournament: a line of its settings, then its games, each appended when it ends.

    {"fourfold": "tournament", "version": 1, "id": "...", "name": "...", "format": "swiss", ...}
    {"fourfold": "game", ...}
    ...

Whatever ends the program, the games before are on the disk, and opening the file again cuts off
what was written of the next. The file is locked while a tournament writes it.
"""

import re
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from fourfold.arena.settings import Line, Settings
from fourfold.errors import InvalidOption, RecordError, describe
from fourfold.game import GameFile, Record, load
from fourfold.game.json_lines import TOURNAMENT, VERSION
from fourfold.support.checks import whole_number_in_text
from fourfold.support.folders import data_folder

SUFFIX = ".games"
_MOST_GAMES = 10**12
_NAME = re.compile(r"\w[\w .-]{0,99}")


def new_id() -> str:
    """Return an identity for a tournament or a match, which no other one has."""
    return secrets.token_hex(8)


def default_folder() -> Path:
    """Return the folder in which the page looks for tournaments."""
    return data_folder() / "tournaments"


def default_path(name: str) -> Path:
    """Return the file of the tournament of this name."""
    return default_folder() / f"{name}{SUFFIX}"


def check_name(name: str) -> str:
    """Return the name of a tournament; InvalidOption if it cannot be that of a file."""
    if not _NAME.fullmatch(name):
        raise InvalidOption(
            f"the name is {describe(name)}, but must be letters, digits, spaces, '.', '-' and '_', "
            "at most 100 of them, and begin with a letter or a digit"
        )
    return name


def default_name() -> str:
    """Return the name of a tournament that was given none: the time."""
    return f"{datetime.now():%Y-%m-%d-%H%M%S}"


class TournamentFile:
    """An open file of a tournament."""

    def __init__(self, file: GameFile, id: str, games: Mapping[int, Record]) -> None:
        self._file = file
        self.path = file.path
        self.id = id
        """Tells its games from those of every other tournament."""
        self.games = games
        """The games that have been played already, by their numbers."""

    def append(self, record: Record) -> None:
        """Append a game; it is on the disk when this returns."""
        self._file.append(record)


@contextmanager
def open_tournament_file(path: Path, settings: Settings) -> Iterator[TournamentFile]:
    """Begin the file of a tournament, or open it to go on; it is locked until the block ends.

    InvalidOption if it is the file of a tournament with other settings. RecordError if it holds
    something else, is damaged other than at its end, or another process writes it.
    """
    _make_folder(path)
    with GameFile(path, whole_games=True) as file:
        content = file.content
        if not content.tournaments:
            if content.records:
                raise RecordError(f"{path} holds games, but they are not those of a tournament")
            line = _first_line(path, settings)
            file.write([line])
        else:
            line = content.tournaments[0]
            _check_same(path, line, settings)
        yield TournamentFile(file, _id_of(path, line), _games_of(path, content.records))


def settings_line(path: Path) -> Line:
    """Return the settings of a tournament's file; RecordError if it has none."""
    tournaments = load(path).tournaments
    if not tournaments:
        raise RecordError(f"{path} is not the file of a tournament")
    return tournaments[0]


def _make_folder(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RecordError(f"the folder {path.parent} cannot be made: {error.strerror}") from None


def _first_line(path: Path, settings: Settings) -> Line:
    return {
        "fourfold": TOURNAMENT,
        "version": VERSION,
        "id": new_id(),
        "name": path.stem,
        "began": datetime.now(UTC).isoformat(timespec="seconds"),
        **settings.as_line(),
    }


def _check_same(path: Path, line: Line, settings: Settings) -> None:
    difference = settings.difference(line)
    if difference:
        raise InvalidOption(f"{path} is the file of another tournament: {difference}")


def _id_of(path: Path, line: Line) -> str:
    found = line.get("id")
    if not isinstance(found, str) or not found:
        raise RecordError(f'{path}, line 1: a tournament must have an "id", which is a text')
    return found


def _games_of(path: Path, records: tuple[Record, ...]) -> dict[int, Record]:
    games: dict[int, Record] = {}
    for place, record in enumerate(records, start=1):
        if record.ending is None:
            raise RecordError(f"{path}: game {place} of the file is not finished")
        name = f"{path}: the tag 'game' of game {place}"
        text = record.tags.get("game", "")
        number = whole_number_in_text(name, text, 1, _MOST_GAMES, error=RecordError)
        games.setdefault(number, record)
    return games
