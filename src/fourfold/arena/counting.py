"""Counts saved games again: of tournaments, of matches, of the terminal, in any number of files.

Players are told apart by their names. A game is counted once, however often it comes: those of a
tournament by the tournament's identity and the game's number. Pairs, two games from one opening
with the sides swapped, are found by the tags of the games; where there are none, by their openings.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from fourfold.arena.results import PlayedGame, TournamentResult
from fourfold.arena.schedule import Fixture
from fourfold.errors import RecordError
from fourfold.game import Record, load
from fourfold.support.checks import as_int


@dataclass(frozen=True, slots=True)
class Counted:
    """The games of some files, and what was left out of them."""

    result: TournamentResult
    left_out: dict[str, int]
    """Why games were left out, and how many for each reason."""
    damage: tuple[str, ...] = ()
    """A sentence for each file of which only a part could be read."""


def count_files(paths: Sequence[Path | str]) -> Counted:
    """Count the games of these files together."""
    sources: list[tuple[str, Record]] = []
    damage = []
    for path in dict.fromkeys(Path(path).resolve() for path in paths):
        loaded = load(path)
        sources += [(str(path), record) for record in loaded.records]
        if loaded.damage:
            damage.append(loaded.damage)
    counted = count(sources)
    if not counted.result.games:
        why = "".join(f"; {_words(number, why)}" for why, number in counted.left_out.items())
        raise RecordError(f"there is no finished game between two agents in these files{why}")
    return Counted(counted.result, counted.left_out, tuple(damage))


def count(sources: Iterable[tuple[str, Record]]) -> Counted:
    """Count games; each comes with the name of the file that it is from."""
    left_out: dict[str, int] = {}
    kept: list[tuple[str, Record]] = []
    seen: set[tuple[str, str]] = set()
    for source, record in sources:
        identity = record.tags.get("tournament", ""), record.tags.get("game", "")
        why = _why_left_out(record)
        if not why and all(identity):
            why = "there twice" if identity in seen else ""
            seen.add(identity)
        if why:
            left_out[why] = left_out.get(why, 0) + 1
        else:
            kept.append((source, record))
    names = list(dict.fromkeys(player.name for _, each in kept for player in each.players))
    pairs = _Pairs()
    games = []
    for number, (source, record) in enumerate(kept, start=1):
        first, second = (names.index(player.name) for player in record.players)
        pair = pairs.number_of(source, record)
        fixture = Fixture(number, pair, first, second, record.start, _round_of(record))
        games.append(PlayedGame(fixture, record))
    rules = tuple(dict.fromkeys(str(record.rules) for _, record in kept))
    result = TournamentResult(tuple(names), tuple(games), rules, None, format=None)
    return Counted(result, left_out)


def left_out_lines(counted: Counted) -> list[str]:
    """Return a line for each reason for which games were left out."""
    return [f"left out: {_words(number, why)}" for why, number in counted.left_out.items()]


def _words(number: int, why: str) -> str:
    return f"1 game {why}" if number == 1 else f"{number} games {why}"


def _why_left_out(record: Record) -> str:
    if record.ending is None:
        return "not finished"
    if any(player.is_human for player in record.players):
        return "in which a person played"
    if record.players[0].name == record.players[1].name:
        return "of a player against itself"
    return ""


def _round_of(record: Record) -> int | None:
    text = record.tags.get("round", "")
    return as_int(int(text)) if text.isascii() and text.isdigit() and len(text) < 9 else None


class _Pairs:
    """Numbers pairs of games: the same opening, the same two players, the sides swapped."""

    def __init__(self) -> None:
        self._waiting: dict[tuple[object, ...], list[int]] = {}  # games without their partner
        self._numbers = 0

    def number_of(self, source: str, record: Record) -> int:
        """Return the number of the pair of the next game."""
        first, second = (player.name for player in record.players)
        place = (
            record.tags.get("tournament") or source,
            record.tags.get("pair", ""),
            record.rules,
            record.opening,
        )
        partners = self._waiting.get((*place, second, first))
        if partners:
            return partners.pop(0)
        self._numbers += 1
        self._waiting.setdefault((*place, first, second), []).append(self._numbers)
        return self._numbers
