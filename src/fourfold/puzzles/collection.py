"""The puzzles that come with the package, and how one is chosen for a player."""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Sequence
from datetime import date
from functools import cache
from importlib.resources import files
from pathlib import Path

from fourfold.errors import InvalidOption, PuzzleError, PuzzleNotFound, describe
from fourfold.puzzles.puzzle import Puzzle, check_moves, parse_puzzle
from fourfold.puzzles.themes import THEMES
from fourfold.rules import Rules
from fourfold.rules.splitmix import SplitMix64
from fourfold.support.checks import whole_number

HEADER = "# fourfold puzzles 1: position goal line moves rating themes"
"""The first line of every file."""
STANDARD_RULES = "7x6"
DAILY_RATINGS = range(1100, 1900)
"""How difficult the puzzle of the day is."""
_OTHER_BOARDS_ON = (2, 6)  # Wednesday and Sunday, counted from Monday
_WEEK = 7
_NEAREST = 40
"""From how many puzzles near a rating one is chosen."""
_RUSH_FROM, _RUSH_STEP, _RUSH_TO = 700, 40, 2400
_RUSH_NEAREST = 60
MOST_RUSH = 200


# Files


def format_puzzles(puzzles: Iterable[Puzzle]) -> str:
    """Return the text of a file of puzzles."""
    return "\n".join([HEADER, *(puzzle.to_text() for puzzle in puzzles), ""])


def parse_puzzles(text: str, name: str, *, trusted: bool = False) -> tuple[Puzzle, ...]:
    """Read the text of a file of puzzles; lines that begin with # are comments.

    name: of the file, for messages.
    trusted: skip playing the moves of each puzzle to see whether they are legal.
    """
    lines = text.splitlines()
    if not lines or lines[0] != HEADER:
        raise PuzzleError(f"{name} is not a file of puzzles: its first line must be {HEADER!r}")
    puzzles = []
    for number, line in enumerate(lines, start=1):
        if line and not line.startswith("#"):
            try:
                puzzle = parse_puzzle(line)
                if not trusted:
                    check_moves(puzzle)
                puzzles.append(puzzle)
            except PuzzleError as error:
                raise PuzzleError(f"{name}, line {number}: {error}") from None
    return tuple(puzzles)


def read_puzzles(path: Path) -> tuple[Puzzle, ...]:
    """Read a file of puzzles."""
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError:
        raise PuzzleError(f"{path} is not a file of puzzles: it is not text") from None
    return parse_puzzles(text, str(path))


# The puzzles that come with the package


@cache
def load_puzzles() -> tuple[Puzzle, ...]:
    """Return all puzzles that come with the package; they are read once."""
    text = (files("fourfold.puzzles") / "data" / "puzzles.txt").read_text("utf-8")
    return parse_puzzles(text, "the file of puzzles", trusted=True)


@cache
def _by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in load_puzzles()}


def get_puzzle(id: str) -> Puzzle:
    """Return the puzzle with this id; PuzzleNotFound if there is none."""
    found = _by_id().get(id)
    if found is None:
        raise PuzzleNotFound(
            f"there is no puzzle {describe(id)}: an id has seven characters, such as "
            f"{load_puzzles()[0].id!r}"
        )
    return found


def list_rules() -> tuple[str, ...]:
    """List the boards that there are puzzles on, in the order of the file."""
    return tuple(dict.fromkeys(puzzle.rules for puzzle in load_puzzles()))


# Choosing


def daily_puzzle(day: date) -> Puzzle:
    """Return the puzzle of a day, the same for everybody.

    Its difficulty is medium. Wednesdays and Sundays have other boards than 7x6. A puzzle comes
    back only when all others have had their day.
    """
    week, weekday = divmod(day.toordinal() - 1, _WEEK)  # day 1 was a Monday
    others = len(_OTHER_BOARDS_ON)
    if weekday in _OTHER_BOARDS_ON:
        pool = _daily_pool(standard=False)
        place = week * others + _OTHER_BOARDS_ON.index(weekday)
    else:
        pool = _daily_pool(standard=True)
        before = sum(1 for other in _OTHER_BOARDS_ON if other < weekday)
        place = week * (_WEEK - others) + weekday - before
    return pool[place % len(pool)]


@cache
def _daily_pool(standard: bool) -> tuple[Puzzle, ...]:
    # Ids are as good as random, so their order mixes boards and difficulties.
    fitting = [
        puzzle
        for puzzle in load_puzzles()
        if puzzle.rating in DAILY_RATINGS and (puzzle.rules == STANDARD_RULES) is standard
    ]
    return tuple(sorted(fitting, key=lambda puzzle: puzzle.id))


def choose_puzzle(
    rating: float,
    seen: Collection[str] = (),
    *,
    theme: str | None = None,
    rules: str | None = None,
    seed: int,
) -> Puzzle:
    """Choose a puzzle near a player's rating, always the same for the same arguments.

    seen: ids of puzzles that are not to come again, unless all that fit have been seen.
    theme, rules: only puzzles with this theme, on this board; `other` is every board but 7x6.
    """
    fitting = find_puzzles(theme=theme, rules=rules)
    seen = set(seen)
    fresh = [puzzle for puzzle in fitting if puzzle.id not in seen] or fitting
    fresh = sorted(fresh, key=_order)
    return _near(fresh, rating, _NEAREST, SplitMix64(whole_number("the seed", seed, 0, 2**64 - 1)))


def find_puzzles(*, theme: str | None = None, rules: str | None = None) -> Sequence[Puzzle]:
    """List the puzzles with a theme, on a board; PuzzleNotFound if there are none."""
    if theme is not None:
        check_theme(theme)
    if rules is not None and rules != "other":
        rules = str(Rules.parse(rules))
    fitting = [
        puzzle
        for puzzle in load_puzzles()
        if (theme is None or theme in puzzle.themes)
        and (
            rules is None
            or puzzle.rules == rules
            or (rules == "other" and puzzle.rules != STANDARD_RULES)
        )
    ]
    if not fitting:
        wanted = [f"the theme {theme}"] if theme is not None else []
        wanted += [f"the board {rules}"] if rules is not None else []
        raise PuzzleNotFound(
            f"there is no puzzle with {' and '.join(wanted)}; "
            f"the boards are {', '.join(list_rules())}"
        )
    return fitting


def rush_puzzles(seed: int, count: int) -> tuple[Puzzle, ...]:
    """Return different puzzles of growing difficulty, always the same for a seed."""
    count = whole_number("the number of puzzles", count, 1, MOST_RUSH)
    chance = SplitMix64(whole_number("the seed", seed, 0, 2**64 - 1))
    left = sorted(load_puzzles(), key=_order)
    chosen = []
    for place in range(min(count, len(left))):
        target = min(_RUSH_FROM + place * _RUSH_STEP, _RUSH_TO)
        puzzle = _near(left, target, _RUSH_NEAREST, chance)
        del left[bisect_left(left, _order(puzzle), key=_order)]
        chosen.append(puzzle)
    return tuple(sorted(chosen, key=_order))


def _near(puzzles: Sequence[Puzzle], rating: float, nearest: int, chance: SplitMix64) -> Puzzle:
    """Draw one of the puzzles nearest to a rating, from a list in the order of `_order`."""
    place = bisect_left(puzzles, rating, key=lambda puzzle: puzzle.rating)
    around = puzzles[max(0, place - nearest) : place + nearest]
    close = sorted(around, key=lambda puzzle: (abs(puzzle.rating - rating), puzzle.id))[:nearest]
    return close[chance.below(len(close))]


def _order(puzzle: Puzzle) -> tuple[int, str]:
    return puzzle.rating, puzzle.id


def check_theme(theme: str) -> None:
    """Refuse a theme that does not exist."""
    if theme not in THEMES:
        raise InvalidOption(
            f"the theme is {describe(theme)}, but must be one of {', '.join(THEMES)}"
        )
