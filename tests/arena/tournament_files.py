"""Files of small tournaments, whole or cut into their games, so that tests can let them grow."""

from pathlib import Path
from typing import Any

from fourfold.arena.entrants import entrants_of
from fourfold.arena.settings import checked
from fourfold.arena.tournament_file import open_tournament_file
from fourfold.arena.tournament_run import TournamentRun

PLAYERS = ("greedy", "random", "threat:depth=1")


def play_tournament(path: Path, *players: Any, **settings: Any) -> Path:
    """Play a tournament on a tiny board into a file."""
    chosen: dict[str, Any] = {"games": 4, "rules": "4x4", "plies": 2, **settings}
    made = checked(entrants_of(players or PLAYERS, "tournament"), **chosen)
    with open_tournament_file(path, made) as file:
        TournamentRun(made).play(file=file)
    return path


def parts_of(path: Path) -> list[bytes]:
    """Return the first line of a file, and then each of its games."""
    parts: list[bytes] = []
    for line in path.read_bytes().splitlines(keepends=True):
        if line.startswith(b'{"fourfold"'):
            parts.append(b"")
        parts[-1] += line
    return parts


def append(path: Path, data: bytes) -> None:
    """Append to a file."""
    with path.open("ab") as file:
        file.write(data)
