"""Saved games in files, as the screens add, list and describe them."""

from pathlib import Path

from fourfold.errors import RecordError
from fourfold.game import Record, load, save
from fourfold.rules.notation import format_moves

DEFAULT = Path("my.games")
_ENDINGS = (".games", ".jsonl")
_MOST = 50


def add_game(path: Path, record: Record) -> int:
    """Add a game to a file, keeping those that are in it; return how many it has now.

    The same game, saved earlier, is replaced. A damaged file is left as it is.
    """
    records: list[Record] = []
    try:
        is_there = path.exists() and path.stat().st_size > 0
    except OSError as error:
        raise RecordError(f"the games {path} cannot be written: {error.strerror}") from None
    if is_there:
        loaded = load(path)
        if loaded.damage:
            raise RecordError(f"nothing is written into a damaged file: {loaded.damage}")
        records = [old for old in loaded.records if not _is_same(old, record)]
    records.append(record)
    save(path, records)
    return len(records)


def _is_same(one: Record, two: Record) -> bool:
    return (one.began, one.rules, one.players, one.opening) == (
        two.began,
        two.rules,
        two.players,
        two.opening,
    )


def saved_games(folder: Path | None = None) -> list[Path]:
    """List the files of games in a folder, the newest first."""
    folder = Path() if folder is None else folder
    try:
        found = [path for path in folder.iterdir() if path.suffix in _ENDINGS and path.is_file()]
        return sorted(found, key=lambda path: (-path.stat().st_mtime, path.name))[:_MOST]
    except OSError:
        return []


def describe_game(number: int, record: Record) -> str:
    """Describe a game of a file in one line, for choosing one."""
    first, second = (player.name for player in record.players)
    end = "not finished" if record.ending is None else str(record.ending)
    moves = format_moves(record.moves, record.rules.columns)
    shown = moves if len(moves) <= 16 else moves[:15] + "…"
    return f"{number:>3}. {first} - {second}, {record.rules}, {end}, {shown}"
