"""Reads the file of a tournament while it grows: each look reads only what was appended.

Of a game it keeps the result and its place in the file, not the moves; `record` reads those again.
So a look costs little, and a tournament of ten thousand games fits into a few megabytes.

The file is whole up to its last finished game (see `tournament_file`): what stands behind it is
read again at the next look, because a tournament that goes on after a crash cuts it off.
"""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fourfold.arena.entrants import MOST_PLAYERS
from fourfold.arena.schedule import Format, games_planned
from fourfold.arena.settings import Line
from fourfold.arena.statistics import Sprt, SprtState, Tally
from fourfold.arena.statistics.ratings import GameScore
from fourfold.arena.tournament_run import SequentialTest
from fourfold.errors import FourfoldError, RecordError
from fourfold.game import FAULTS, EndReason, Record
from fourfold.game.json_lines import TOURNAMENT, VERSION, RecordReader

LARGEST_FILE = 64 * 2**20
"""Bytes of a file that are read; a longer one is counted by `fourfold results`."""
_MOST_GAMES = 1_000_000
_LONGEST_TEXT = 500  # characters of a detail that are kept
_LONGEST_CAUSE = 4_000
_MOVE = b'{"move"'  # how every line of a move begins, which then need not be read


@dataclass(frozen=True, slots=True)
class GameResult:
    """A finished game of a tournament, without its moves."""

    number: int
    pair: int
    round: int | None
    first: int
    """The index of the player who moved first, counted from 0."""
    second: int
    points: float
    """Of the first player: 1, 1/2 or 0."""
    reason: EndReason
    detail: str
    plies: int
    """How many were played, those of the opening not counted."""
    place: int
    """Where its first line begins in the file, in bytes."""
    length: int

    @property
    def loser(self) -> int | None:
        """The player who lost; None for a draw."""
        return {0.0: self.first, 1.0: self.second}.get(self.points)


@dataclass(frozen=True, slots=True)
class Fault:
    """The games that a player lost by faults of its own."""

    counts: dict[EndReason, int]
    cause: str
    """Of the first of them that has one."""


class TournamentFollower:
    """What the file of a tournament has told so far. Not for several threads at once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._forget()

    def _forget(self) -> None:
        self.settings: Line = {}
        """The first line of the file; empty before the first look."""
        self.names: tuple[str, ...] = ()
        self.games: dict[int, GameResult] = {}
        """The finished games by their numbers, in the order in which they ended."""
        self.damage = ""
        """What is wrong with the file after the games that were read; empty if nothing is."""
        self.version = 0
        """Another number whenever there is something new."""
        self._identity: tuple[int, int] | None = None
        self._end = 0  # of the last finished game
        self._size = 0
        self._index: dict[str, int] = {}
        self._causes: dict[int, str] = {}
        self._test: SequentialTest | None = None

    def update(self) -> bool:
        """Read what was appended; return True if there is something new.

        RecordError if it is not the file of a tournament, or too large. FileNotFoundError if it is
        not there any more.
        """
        status = self.path.stat()
        identity = status.st_dev, status.st_ino
        if identity != self._identity or status.st_size < self._end:
            version = self.version
            self._forget()
            self.version = version + 1
            self._identity = identity
        if status.st_size == self._size:
            return False
        if status.st_size > LARGEST_FILE:
            raise RecordError(
                f"this tournament has more than {LARGEST_FILE // 2**20} MB of games: "
                "fourfold results counts them"
            )
        with self.path.open("rb") as file:
            file.seek(self._end)
            data = file.read(LARGEST_FILE - self._end)
        before = self._end
        self._read(data)
        self._size = status.st_size
        if self._end > before:
            self.version += 1
        return self._end > before

    def read_settings(self, line: bytes) -> None:
        """Read the first line of the file alone; RecordError if it is not that of a tournament."""
        self._read(line)

    # What the file says of the whole

    @property
    def format(self) -> Format:
        """Who plays whom."""
        return Format(self.settings["format"])

    @property
    def planned(self) -> int:
        """How many games there are to be."""
        line = self.settings
        return games_planned(self.format, len(self.names), line["games"], line.get("rounds"))

    @property
    def is_over(self) -> bool:
        """Whether all games have been played, or the test of two players is decided."""
        is_decided = self._test is not None and self._test.last_game is not None
        return is_decided or len(self.games) >= self.planned

    @property
    def test(self) -> SprtState | None:
        """How the sequential test of two players stands; None if there is none."""
        return None if self._test is None else self._test.state

    @property
    def scores(self) -> list[GameScore]:
        """The games as the statistics take them."""
        return [
            GameScore(game.first, game.second, game.points, game.pair)
            for game in self.games.values()
        ]

    def byes(self) -> dict[int, int]:
        """Return how many whole rounds of a Swiss tournament players had without an opponent."""
        players = set(range(len(self.names)))
        rounds: dict[int, list[GameResult]] = {}
        for game in self.games.values():
            if game.round is not None:
                rounds.setdefault(game.round, []).append(game)
        counts: dict[int, int] = {}
        for games in rounds.values():
            if len(games) == len(players) // 2 * self.settings["games"]:
                for player in players.difference(*((each.first, each.second) for each in games)):
                    counts[player] = counts.get(player, 0) + 1
        return counts

    def faults(self) -> dict[int, Fault]:
        """Return, for each player that lost by faults of its own, how often and why."""
        counts: dict[int, dict[EndReason, int]] = {}
        for game in self.games.values():
            if game.reason in FAULTS and game.loser is not None:
                own = counts.setdefault(game.loser, {})
                own[game.reason] = own.get(game.reason, 0) + 1
        return {player: Fault(own, self._causes.get(player, "")) for player, own in counts.items()}

    def cells(self) -> dict[tuple[int, int], Tally]:
        """Count the games of every two players that have met, for the one with the lower index."""
        points: dict[tuple[int, int], list[float]] = {}
        for game in self.games.values():
            if game.first < game.second:
                points.setdefault((game.first, game.second), []).append(game.points)
            else:
                points.setdefault((game.second, game.first), []).append(1 - game.points)
        return {pair: Tally.of(each) for pair, each in points.items()}

    def record(self, number: int) -> Record:
        """Read a game with its moves; RecordError if there is none of this number."""
        game = self.games.get(number)
        if game is None:
            raise RecordError(f"this tournament has no finished game {number}")
        reader = RecordReader()
        try:
            with self.path.open("rb") as file:
                file.seek(game.place)
                for line in file.read(game.length).split(b"\n"):
                    reader.read(line)
        except (OSError, FourfoldError):
            raise RecordError(f"game {number} of this tournament cannot be read") from None
        (record,) = reader.records
        return record

    # Reading

    def _read(self, data: bytes) -> None:
        """Take in the whole lines of the data, up to the first damaged one."""
        self.damage = ""
        place = self._end
        game = _OpenGame(place)
        for line in data.split(b"\n")[:-1]:
            begin, place = place, place + len(line) + 1
            if line.startswith(_MOVE):
                game.plies += 1
                continue
            try:
                self._read_line(line, begin, place, game)
            except (FourfoldError, KeyError, TypeError, ValueError, RecursionError) as error:
                if not self.settings:
                    raise RecordError(f"{self.path} is not the file of a tournament") from None
                words = str(error) if isinstance(error, FourfoldError) else "cannot be read"
                self.damage = f"game {len(self.games) + 1} of the file: {words}"
                return

    def _read_line(self, data: bytes, begin: int, end: int, game: "_OpenGame") -> None:
        if not data.strip():
            return
        line = json.loads(data)
        if not self.settings:
            self._read_settings(line)
            self._end = end
        elif "fourfold" in line:
            game.open(line, begin)
        elif "result" in line:
            self._add(game.close(line, end, self._index), line)
            self._end = end

    def _read_settings(self, line: Line) -> None:
        if line["fourfold"] != TOURNAMENT or line["version"] != VERSION:
            raise ValueError
        names = [str(player["name"]) for player in line["players"]]
        games, rounds = line["games"], line.get("rounds", 1)
        if not 2 <= len(names) <= MOST_PLAYERS or type(games) is not int or type(rounds) is not int:
            raise ValueError
        Format(line["format"])
        self._test = SequentialTest(Sprt.parse(line["sprt"])) if "sprt" in line else None
        self.settings = line
        self.names = tuple(names)
        self._index = {name: place for place, name in enumerate(names)}

    def _add(self, game: GameResult, line: Line) -> None:
        if game.number in self.games:
            return
        self.games[game.number] = game
        if self._test is not None:
            self._test.add(game.number, game.points if game.first == 0 else 1 - game.points)
        cause = line.get("cause")
        if game.reason in FAULTS and game.loser is not None and isinstance(cause, str):
            self._causes.setdefault(game.loser, cause[-_LONGEST_CAUSE:])


class _OpenGame:
    """The game that is being read."""

    def __init__(self, place: int) -> None:
        self.place = place
        self.plies = 0
        self.line: dict[str, Any] = {}

    def open(self, line: Line, place: int) -> None:
        self.line, self.place, self.plies = line, place, 0

    def close(self, result: Line, end: int, index: dict[str, int]) -> GameResult:
        tags = self.line["tags"]
        first, second = (index[player["name"]] for player in self.line["players"])
        number, pair = int(tags["game"]), int(tags["pair"])
        if not 1 <= number <= _MOST_GAMES or first == second:
            raise ValueError
        return GameResult(
            number,
            pair,
            int(tags["round"]) if "round" in tags else None,
            first,
            second,
            {"FIRST": 1.0, "draw": 0.5, "SECOND": 0.0}[result["result"]],
            EndReason(result["reason"]),
            str(result.get("detail", ""))[:_LONGEST_TEXT],
            self.plies,
            self.place,
            end - self.place,
        )
