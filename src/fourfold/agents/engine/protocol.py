"""The lines of UGI, the Universal Game Interface, for this game (docs/protocol.md).

UGI is UCI, the protocol of chess programs, without the chess: FIRST and SECOND are `p1` and `p2`,
and the text of positions and moves is the game's own. Here a position is written as in the
notation, `RULES:MOVES`, and a move as one column.

A program may write anything. What these functions cannot read in its `info` they leave out; only
the move itself has to be right.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fourfold.errors import InvalidNotation, InvalidOption, describe
from fourfold.rules import Position, Rules
from fourfold.rules.notation import column_label, format_moves, parse_moves
from fourfold.search import Limit, Result, Score
from fourfold.search.limits import ClockLimit, GameClock
from fourfold.search.score import outcome_of, score_of

NO_MOVE = "none"
"""The move of a player that has failed: `bestmove none`."""
ERROR = "error "
"""How an `info string` begins that says why a player fails."""
ILLEGAL = "illegal "
"""How an `info string` begins that says why a player's answer is no move."""

_INFO_WORDS = {
    *("depth", "seldepth", "time", "nodes", "nps", "hashfull", "multipv", "score", "evaluation"),
    *("winchance", "pv", "currmove", "currmovenumber", "string"),
}
_OUTCOMES = {"win": 1, "draw": 0, "loss": -1}
_MOST_DIGITS = 18
_LARGEST_NUMBER = 10**_MOST_DIGITS - 1


# Positions and moves


def position_line(position: Position) -> str:
    """Write the command that sets a position."""
    return f"position fen {position.to_text()}"


def read_position(words: Sequence[str], rules: Rules) -> Position:
    """Read what follows `position`: `startpos`, `fen TEXT` or `TEXT`, then `moves` and moves.

    rules: the board of `startpos` and of a text that names none.
    """
    at = words.index("moves") if "moves" in words else len(words)
    place, moves = list(words[:at]), words[at + 1 :]
    if place[:1] == ["fen"]:
        del place[0]
    if len(place) != 1:
        raise InvalidNotation(
            f"the position is {describe(' '.join(words))}, but must be startpos, fen RULES:MOVES "
            "or RULES:MOVES, and may go on with moves"
        )
    if place[0] == "startpos":
        position = Position(rules)
    else:
        position = Position.parse(place[0], None if ":" in place[0] else rules)
    for column in parse_moves("".join(moves)):
        position = position.play(column)
    return position


def read_move(text: str, position: Position) -> int:
    """Read a move of a position; InvalidNotation says what it could have been."""
    columns = position.rules.columns
    could = ", ".join(column_label(column, columns) for column in position.legal_columns)
    try:
        (column,) = parse_moves(text)
    except (InvalidNotation, ValueError):
        column = columns
    if column >= columns:
        raise InvalidNotation(
            f"answered {describe(text)}, which is no column: it could play {could}"
        )
    if column not in position.legal_columns:
        raise InvalidNotation(
            f"chose column {column_label(column, columns)}, which has no room: "
            f"it could play {could}"
        )
    return column


# Time


def go_line(limit: Limit | None) -> str:
    """Write the command that starts a search; times are in milliseconds."""
    words = ["go"]
    fixed = limit or Limit()
    if isinstance(limit, ClockLimit):
        fixed = limit.fixed
        for player, left in enumerate(limit.clock.left, start=1):
            if left is not None:
                words += [f"p{player}time", _milliseconds(left)]
        for player in (1, 2):
            words += [f"p{player}inc", str(round(1000 * limit.clock.increment))]
    if fixed.seconds is not None:
        words += ["movetime", _milliseconds(fixed.seconds)]
    if fixed.nodes is not None:
        words += ["nodes", str(fixed.nodes)]
    if fixed.depth is not None:
        words += ["depth", str(fixed.depth)]
    return " ".join(words)


def _milliseconds(seconds: float) -> str:
    return str(min(max(1, math.floor(1000 * seconds)), _LARGEST_NUMBER))


def read_go(words: Sequence[str], position: Position) -> Limit:
    """Read what follows `go`: the limits, and of the clocks a share for this ply.

    InvalidOption names a word that is not known, or a number that is none.
    """
    given: dict[str, int] = {}
    rest = iter(words)
    for word in rest:
        if word == "infinite":
            continue
        if word not in ("p1time", "p2time", "p1inc", "p2inc", "movetime", "nodes", "depth"):
            raise InvalidOption(
                f"go has {describe(word)}, but takes p1time, p2time, p1inc, p2inc, movetime, "
                "nodes, depth and infinite"
            )
        number = next(rest, "")
        if not _is_digits(number):
            raise InvalidOption(f"{word} is {describe(number)}, but must be a whole number")
        given[word] = int(number)
    player = position.turn.value
    milliseconds = [given["movetime"]] if "movetime" in given else []
    seconds = [max(0.001, value / 1000) for value in milliseconds]
    if f"p{player + 1}time" in given:
        left = given[f"p{player + 1}time"] / 1000
        clock = GameClock((left, left), given.get(f"p{player + 1}inc", 0) / 1000)
        share = clock.share(player, position.rules.playable_cells - position.ply)
        assert share is not None
        seconds.append(share)
    return Limit(
        min(seconds, default=None), _at_least_1(given.get("nodes")), _at_least_1(given.get("depth"))
    )


def _at_least_1(number: int | None) -> int | None:
    return None if number is None else max(1, number)


# What a program tells while it thinks


@dataclass(frozen=True, slots=True, kw_only=True)
class Info:
    """What an `info` line tells; what it does not tell is None, or empty."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None
    score: Score | None = None
    """Proven, for the side to move."""
    evaluation: float | None = None
    """A guess, for the side to move."""
    win_chance: float | None = None
    line: tuple[int, ...] = ()
    column: int | None = None
    """The column that score and evaluation are about; None if it is the position."""
    text: str = ""


def read_info(line: str, position: Position) -> Info:
    """Read an `info` line; what makes no sense is left out."""
    before, _, text = f"{line} ".partition(" string ")
    values = dict(_groups(before.split()[1:]))
    score, evaluation = _read_score(values.get("score", ()), position)
    guess = _number(values.get("evaluation"))
    columns = position.rules.columns
    about = _columns(values.get("currmove", ())[:1], columns)
    milliseconds = _count(values.get("time"))
    chance = _number(values.get("winchance"))
    return Info(
        depth=_count(values.get("depth")),
        nodes=_count(values.get("nodes")),
        seconds=None if milliseconds is None else milliseconds / 1000,
        score=score,
        evaluation=evaluation if guess is None else guess,
        win_chance=chance if chance is not None and 0 <= chance <= 1 else None,
        line=_columns(values.get("pv", ()), columns),
        column=about[0] if about else None,
        text=text.strip(),
    )


def info_line(info: Info, position: Position, even: float = 0.0) -> str:
    """Write an `info` line; `even` is the evaluation of a position in which nobody is better."""
    columns = position.rules.columns
    words = ["info"]
    if info.depth is not None:
        words += ["depth", str(info.depth)]
    if info.nodes is not None:
        words += ["nodes", str(info.nodes)]
    if info.seconds is not None:
        words += ["time", str(round(1000 * info.seconds))]
        if info.nodes is not None and info.seconds > 0:
            words += ["nps", str(round(info.nodes / info.seconds))]
    if info.column is not None:
        words += ["currmove", column_label(info.column, columns)]
    if info.score is not None:
        words += ["score", *_score_words(info.score)]
    elif info.evaluation is not None:
        words += ["score", "cp", str(round(100 * (info.evaluation - even)))]
    if info.evaluation is not None:
        words += ["evaluation", f"{info.evaluation:.9g}"]
    if info.win_chance is not None:
        words += ["winchance", f"{info.win_chance:.4g}"]
    if info.line:
        words += ["pv", *format_moves(info.line, columns)]
    if info.text:
        words += ["string", " ".join(info.text.split())]
    return " ".join(words)


def _groups(words: Sequence[str]) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield each keyword of an `info` line with the words that follow it."""
    starts = [at for at, word in enumerate(words) if word in _INFO_WORDS]
    for start, end in zip(starts, [*starts[1:], len(words)], strict=False):
        yield words[start], words[start + 1 : end]


def _score_words(score: Score) -> list[str]:
    if score.outcome is Result.DRAW:
        return ["draw"]
    if score.plies is None:
        return [str(score.outcome)]
    return ["mate", str(score.plies if score.outcome is Result.WIN else -score.plies)]


def _read_score(words: Sequence[str], position: Position) -> tuple[Score | None, float | None]:
    """Read `cp N`, `mate PLIES`, `win`, `draw` or `loss`; a bound is no score."""
    if not words or "lowerbound" in words or "upperbound" in words:
        return None, None
    free = position.rules.playable_cells - position.ply
    if words[0] == "draw":
        return score_of(0, free), None
    if words[0] in _OUTCOMES:
        return outcome_of(_OUTCOMES[words[0]]), None
    number = _number(words[1:2])
    if number is None or words[0] not in ("cp", "mate"):
        return None, None
    if words[0] == "cp":
        return None, number / 100
    plies = abs(int(number))
    if not 1 <= plies <= free:
        return None, None
    return score_of((1 if number > 0 else -1) * (1 + free - plies), free), None


def _is_digits(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS


def _count(words: Sequence[str] | None) -> int | None:
    return int(words[0]) if words and _is_digits(words[0]) else None


def _number(words: Sequence[str] | None) -> float | None:
    if not words or len(words[0]) > 30:
        return None
    try:
        value = float(words[0])
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _columns(words: Sequence[str], columns: int) -> tuple[int, ...]:
    """Read columns up to the first that is none."""
    found: list[int] = []
    for word in words:
        try:
            (column,) = parse_moves(word)
        except (InvalidNotation, ValueError):
            break
        if column >= columns:
            break
        found.append(column)
    return tuple(found)
