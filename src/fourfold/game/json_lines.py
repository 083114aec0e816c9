"""The format of game files: a game as lines of JSON, and back. docs/records.md describes it.

    {"fourfold": "game", "version": 1, "rules": "7x6", "opening": "44", "players": [...], ...}
    {"move": "4", "seconds": 0.25, "score": 18, "plies": 1}
    {"undo": 1}
    {"result": "FIRST", "reason": "four in line"}

Each line is one thing that happened, in order; the next game begins with its own header line. The
file of a tournament begins with a line of its settings, which is no part of any game:

    {"fourfold": "tournament", "version": 1, ...}

Nothing that is read is trusted: every line is checked for its form and against the rules.
"""

import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from fourfold.errors import RecordError, describe
from fourfold.game.clock import NO_CLOCK, TimeControl
from fourfold.game.players import Participant
from fourfold.game.record import BY_THE_RULES, FOR_A_DRAW, FOR_BOTH, Ending, EndReason, Ply, Record
from fourfold.game.variations import MOST_LINES, MoveTree
from fourfold.rules import Player, Position, Rules
from fourfold.rules.notation import format_moves
from fourfold.search import Result, Score

VERSION = 1
TOURNAMENT = "tournament"

_DRAW = "draw"
_WINNERS = {**{str(player): player for player in Player}, _DRAW: None}
_SOON = {1: Result.WIN, 0: Result.DRAW, -1: Result.LOSS}

Line = dict[str, Any]


class BadLineError(RecordError):
    """A line that is not valid: the message says why, the caller knows its number."""


# Writing


def record_lines(record: Record) -> Iterator[Line]:
    """Yield the lines of a whole game."""
    yield header_line(record)
    for ply in record.plies:
        yield move_line(ply, record.rules)
    if record.ending is not None:
        yield result_line(record.ending)


def header_line(record: Record) -> Line:
    """Return the first line of a game: everything that is known before its first move."""
    line: Line = {"fourfold": "game", "version": VERSION, "rules": str(record.rules)}
    if record.opening:
        line["opening"] = format_moves(record.opening, record.rules.columns)
    line["players"] = [_player_line(player) for player in record.players]
    clock = {
        name: value
        for name, value in (
            ("game", record.control.game),
            ("move", record.control.move),
            ("increment", record.control.increment or None),
        )
        if value is not None
    }
    if clock:
        line["clock"] = clock
    if record.began is not None:
        line["began"] = record.began
    if record.tags:
        line["tags"] = dict(record.tags)
    if record.variations:
        width = record.rules.columns
        line["variations"] = [format_moves(moves, width) for moves in record.variations]
    return line


def _player_line(player: Participant) -> Line:
    if player.agent is None:
        return {"name": player.name}
    return {"name": player.name, "agent": player.agent, "options": dict(player.options)}


def move_line(ply: Ply, rules: Rules) -> Line:
    """Return the line of one piece or ban."""
    line: Line = {"move": format_moves([ply.column], rules.columns), "seconds": ply.seconds}
    if ply.score is not None:
        line |= {"score": ply.score.score, "plies": ply.score.plies}
    line |= {"evaluation": ply.evaluation, "nodes": ply.nodes, "depth": ply.depth}
    if ply.reason:
        line["reason"] = ply.reason
    return {name: value for name, value in line.items() if value is not None}


def undo_line(plies: int) -> Line:
    """Return the line for plies that were taken back, and the result with them if there was one."""
    return {"undo": plies}


def result_line(ending: Ending) -> Line:
    """Return the line of an ending."""
    line: Line = {
        "result": _DRAW if ending.winner is None else str(ending.winner),
        "reason": str(ending.reason),
    }
    if ending.detail:
        line["detail"] = ending.detail
    if ending.cause:
        line["cause"] = ending.cause
    return line


def encode(lines: Iterable[Line]) -> bytes:
    """Encode lines as the bytes of a file."""
    texts = (json.dumps(line, ensure_ascii=False, allow_nan=False) for line in lines)
    # UTF-8 cannot encode a lone surrogate, which an agent's text may hold.
    return "".join(f"{text}\n" for text in texts).encode("utf-8", errors="backslashreplace")


# Reading


class RecordReader:
    """Reads the lines of a file one by one, and collects their games."""

    def __init__(self) -> None:
        self._finished: list[Record] = []
        self._record: Record | None = None
        self._positions: list[Position] = []
        self._plies: list[Ply] = []
        self.tournaments: list[Line] = []
        """The settings of tournaments whose games these are, as they stand in the file."""

    @property
    def records(self) -> tuple[Record, ...]:
        """The games so far; the last one may not be finished."""
        return (*self._finished, *([] if self._record is None else [self._game()]))

    @property
    def games_begun(self) -> int:
        """How many games have begun so far."""
        return len(self._finished) + (self._record is not None)

    @property
    def is_inside_a_game(self) -> bool:
        """Whether the last game is not finished."""
        return self._record is not None and self._record.ending is None

    def read(self, data: bytes) -> None:
        """Read one line; on BadLineError nothing has changed."""
        line = _parsed(data)
        if line is None:
            return
        if line.get("fourfold") == TOURNAMENT:
            self._read_settings(line)
        elif "fourfold" in line:
            self._read_head(line)
        elif self._record is None:
            raise BadLineError('is not the first line of a game, which has "fourfold": "game"')
        elif "move" in line:
            self._read_move(line, self._record)
        elif "undo" in line:
            self._read_undo(line, self._record)
        elif "result" in line:
            self._read_result(line, self._record)
        else:
            raise BadLineError('has none of "fourfold", "move", "undo" and "result"')

    def _read_settings(self, line: Line) -> None:
        """Keep the settings of a tournament; `fourfold.arena` knows what they mean."""
        _check_version(line)
        if self._record is not None:
            self._finished.append(self._game())
        self._record = None
        self.tournaments.append(line)

    def _game(self) -> Record:
        assert self._record is not None
        return replace(self._record, plies=tuple(self._plies))

    def _read_head(self, line: Line) -> None:
        if line["fourfold"] != "game":
            found = describe(line["fourfold"])
            raise BadLineError(f'has "fourfold": {found}, but must have "game" or "{TOURNAMENT}"')
        _check_version(line)
        rules = Rules.parse(_get(line, "rules", str, required=True))
        start = Position.parse(f"{rules}:{_get(line, 'opening', str) or ''}")
        players = _get(line, "players", list, required=True)
        if len(players) != 2:
            raise BadLineError(f"has {len(players)} players, but a game has two")
        first, second = (_player(player) for player in players)
        clock = _get(line, "clock", dict)
        record = Record(
            rules,
            (first, second),
            start.moves,
            (),
            _outcome(start),
            _control(clock) if clock else NO_CLOCK,
            _get(line, "began", str),
            _tags(_get(line, "tags", dict) or {}),
            _variations(_get(line, "variations", list) or [], start),
        )
        if self._record is not None:
            self._finished.append(self._game())
        self._record, self._positions, self._plies = record, [start], []

    def _read_move(self, line: Line, record: Record) -> None:
        if record.ending is not None:
            raise BadLineError("is a move after the end of the game")
        text = _get(line, "move", str, required=True)
        if len(text) != 1:
            raise BadLineError(f"has the move {describe(text)}, but a move is one column")
        position = self._positions[-1].play_text(text)
        score = _get(line, "score", int)
        plies = _count(line, "plies")
        ply = Ply(
            position.moves[-1],
            _seconds(line, "seconds"),
            None if score is None else Score(score, _SOON[(score > 0) - (score < 0)], plies),
            _number(line, "evaluation"),
            _count(line, "nodes"),
            _count(line, "depth"),
            _get(line, "reason", str) or "",
        )
        self._positions.append(position)
        self._plies.append(ply)
        if position.outcome is not None:
            self._record = replace(record, ending=_outcome(position))

    def _read_undo(self, line: Line, record: Record) -> None:
        plies = _get(line, "undo", int, required=True)
        if not 1 <= plies <= len(self._plies):
            raise BadLineError(
                f"takes {describe(plies)} plies back, but {len(self._plies)} were played"
            )
        del self._plies[-plies:], self._positions[-plies:]
        self._record = replace(record, ending=_outcome(self._positions[-1]))

    def _read_result(self, line: Line, record: Record) -> None:
        winner, reason = _get(line, "result", str), _get(line, "reason", str, required=True)
        if winner not in _WINNERS:
            raise BadLineError(
                f"has the result {describe(winner)}, but a result is {', '.join(_WINNERS)}"
            )
        if reason not in list(EndReason):
            reasons = ", ".join(EndReason)
            raise BadLineError(f"has the reason {describe(reason)}, which is not one of: {reasons}")
        detail, cause = (_get(line, name, str) or "" for name in ("detail", "cause"))
        ending = Ending(_WINNERS[winner], EndReason(reason), detail, cause)
        here = _outcome(self._positions[-1])
        if here is None and ending.reason in BY_THE_RULES:
            raise BadLineError(
                f"has the reason {describe(reason)}, but the position is not finished"
            )
        if here is not None and (here.winner, here.reason) != (ending.winner, ending.reason):
            raise BadLineError(f"is not the result of the position, which is {here}: {here.reason}")
        if ending.reason not in FOR_BOTH and (ending.winner is None) != (
            ending.reason in FOR_A_DRAW
        ):
            raise BadLineError(f"has the result {winner} and the reason {reason}, which contradict")
        if here is None and record.ending is not None:
            raise BadLineError("is a second result of the same game")
        self._record = replace(record, ending=ending)


def _check_version(line: Line) -> None:
    version = _get(line, "version", int, required=True)
    if version != VERSION:
        raise BadLineError(
            f"is of version {describe(version)} of the format, "
            f"but this program reads version {VERSION}"
        )


def _outcome(position: Position) -> Ending | None:
    return None if position.outcome is None else Ending.from_outcome(position.outcome)


def _parsed(data: bytes) -> Line | None:
    """Parse the JSON object of a line; None for an empty line."""
    if not data.strip():
        return None
    try:
        line = _DECODER.decode(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise BadLineError("is not UTF-8") from None
    except (ValueError, RecursionError):
        raise BadLineError("is not JSON") from None
    if not isinstance(line, dict):
        raise BadLineError("is not a JSON object")
    return line


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not JSON, though Python reads it")


_DECODER = json.JSONDecoder(parse_constant=_no_number)

_WORDS = {int: "a whole number", str: "a text", list: "a list", dict: "an object"}


def _get(line: Line, name: str, kind: Any, *, required: bool = False) -> Any:
    """Return a value of this kind; None if it is absent and not required."""
    value = line.get(name)
    if value is None and not required:
        return None
    # type(), not isinstance(): true is an int for Python.
    if type(value) is not kind or (type(value) is int and abs(value) >= 2**63):
        raise BadLineError(f'has "{name}": {describe(value)}, but that must be {_WORDS[kind]}')
    return value


def _count(line: Line, name: str) -> int | None:
    count: int | None = _get(line, name, int)
    if count is not None and count < 0:
        raise BadLineError(f'has "{name}": {count}, but that cannot be below 0')
    return count


def _number(line: Line, name: str) -> float | None:
    value = line.get(name)
    if value is None:
        return None
    if type(value) is int and abs(value) < 2**63:
        return float(value)
    if not _is_finite(value):
        raise BadLineError(f'has "{name}": {describe(value)}, but that must be a number')
    return float(value)


def _is_finite(value: Any) -> bool:
    return type(value) is float and math.isfinite(value)


def _seconds(line: Line, name: str) -> float | None:
    seconds = _number(line, name)
    if seconds is not None and seconds < 0:
        raise BadLineError(f'has "{name}": {describe(seconds)}, but that cannot be below 0')
    return seconds


def _control(clock: Line) -> TimeControl:
    increment = _seconds(clock, "increment") or 0.0
    return TimeControl(_seconds(clock, "game"), _seconds(clock, "move"), increment)


def _player(line: Any) -> Participant:
    if type(line) is not dict:
        raise BadLineError(f"has a player {describe(line)}, but that must be an object")
    name = _get(line, "name", str, required=True)
    options = _get(line, "options", dict) or {}
    for option, value in options.items():
        if not (value is None or type(value) in (bool, int, str) or _is_finite(value)):
            raise BadLineError(f"has an option {describe(option)} of {describe(value)}")
    agent = _get(line, "agent", str)
    # Options are those of an agent: a person has none, and a file is written without them.
    return Participant(name, agent, options if agent is not None else {})


def _variations(texts: list[Any], start: Position) -> tuple[tuple[int, ...], ...]:
    if len(texts) > MOST_LINES:
        raise BadLineError(f"has {len(texts)} variations, but a game has at most {MOST_LINES}")
    lines = []
    for text in texts:
        if type(text) is not str:
            raise BadLineError(f"has a variation {describe(text)}, but that must be a text")
        line = Position.parse(f"{start.to_text()}{text}").moves[len(start.moves) :]
        lines.append(line)
    return MoveTree.from_lines(start, lines).lines


def _tags(tags: Line) -> dict[str, str]:
    for name, value in tags.items():
        if type(value) is not str:
            raise BadLineError(
                f"has a tag {describe(name)} of {describe(value)}, but that is no text"
            )
    return dict(tags)
