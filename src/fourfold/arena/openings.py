"""The boards and openings of a match: drawn from a seed, balanced ones, or read from a file.

The same seed gives the same boards and openings in every version, on every machine and for any
number of games: a longer match begins with the games of a shorter one.
"""

from collections.abc import Hashable, Sequence
from pathlib import Path
from typing import TypeVar

from fourfold.errors import FourfoldError, InvalidOption, InvalidRules, describe
from fourfold.rules import Position, Rules
from fourfold.rules.splitmix import SplitMix64
from fourfold.support.checks import whole_number_in_text

SUITE_FILE = Path(__file__).parent / "data" / "7x6-balanced.txt"

_TRIES = 100  # to find an opening that is new and not decided, before it is made a ply shorter
_MOST_BOARDS = 100_000

T = TypeVar("T")


def mixed(seed: int, *parts: object) -> int:
    """Derive a seed for a purpose that `parts` name; different parts give unrelated seeds."""
    for byte in "/".join(map(str, parts)).encode():
        seed = SplitMix64(seed ^ byte).next()
    return seed


def boards(texts: Sequence[str], count: int, seed: int) -> list[Rules]:
    """Return the board of each of `count` openings: the texts take turns.

    `random` draws a new board for each opening, `random:N` N boards that are used in turn;
    `random-bonus` has a bonus cell in place of the forbidden one.
    """
    boards_of_texts = [_boards_of(text, -(-count // len(texts)), seed) for text in texts]
    chosen = []
    for number in range(count):
        choices = boards_of_texts[number % len(texts)]
        chosen.append(choices[number // len(texts) % len(choices)])
    return chosen


def _boards_of(text: str, count: int, seed: int) -> list[Rules]:
    word, colon, number = text.strip().partition(":")
    if word not in ("random", "random-bonus"):
        return [Rules.parse(text)]
    if colon:
        name = f"the number of boards of the rules {describe(text)}"
        wanted = whole_number_in_text(name, number, 1, _MOST_BOARDS, error=InvalidRules)
        count = min(count, wanted)
    return [
        Rules.random(mixed(seed, word, place), bonus=word == "random-bonus")
        for place in range(count)
    ]


def draw(boards: Sequence[Rules], plies: int, seed: int) -> list[Position]:
    """Draw a random opening on each board.

    None is decided, and none comes twice unless a board has too few of them.
    """
    seen: set[Hashable] = set()
    numbers: dict[Rules, int] = {}
    found = []
    for rules in boards:
        numbers[rules] = numbers.get(rules, 0) + 1
        generator = SplitMix64(mixed(seed, "opening", rules, numbers[rules]))
        position = _opening(rules, plies, generator, seen)
        seen.add(identity(position))
        found.append(position)
    return found


def balanced() -> list[Position]:
    """Return the balanced openings of 7x6, which are draws if both play perfectly.

    They come with the package; `balanced_suite` made them, and mixed their order.
    """
    return read(SUITE_FILE)


def _opening(rules: Rules, plies: int, generator: SplitMix64, seen: set[Hashable]) -> Position:
    for length in range(plies, -1, -1):
        known = None
        for _ in range(_TRIES if length else 1):
            position = _random_game(rules, length, generator)
            if position is None or is_decided(position):
                continue
            if identity(position) not in seen:
                return position
            known = position
        if known is not None:
            return known
    raise InvalidRules(f"no game can be played on '{rules}': no column has room")


def _random_game(rules: Rules, plies: int, generator: SplitMix64) -> Position | None:
    position = Position(rules)
    for _ in range(plies):
        legal = position.legal_columns
        if not legal:
            return None
        position = position.play(legal[generator.below(len(legal))])
    return position


def is_decided(position: Position) -> bool:
    """Return True if the game is over, or if one player is about to win.

    Either the mover can complete four now, or the opponent can after every move.
    """
    if position.outcome is not None:
        return True
    if _wins_at_once(position):
        return True
    return all(
        after.turn is not position.turn and _wins_at_once(after)
        for after in map(position.play, position.legal_columns)
    )


def _wins_at_once(position: Position) -> bool:
    afterwards = (position.play(column).outcome for column in position.legal_columns)
    return any(outcome is not None and outcome.winner is position.turn for outcome in afterwards)


def identity(position: Position) -> Hashable:
    """Return a value that is equal for openings with the same board, or a mirror image of it."""
    rules = position.rules
    keys = [repr(position.key)]
    if rules.is_symmetric:
        last = rules.columns - 1
        mirrored = Position(rules, [last - column for column in position.moves])
        keys.append(repr(mirrored.key))
    return rules, min(keys)


def shuffled(items: Sequence[T], seed: int) -> list[T]:
    """Return openings, or anything else, in an order of this seed."""
    generator = SplitMix64(mixed(seed, "suite"))
    order = list(items)
    for place in range(len(order) - 1, 0, -1):
        other = generator.below(place + 1)
        order[place], order[other] = order[other], order[place]
    return order


def read(path: Path, rules: Rules | None = None) -> list[Position]:
    """Read the openings of a file, one position per line; empty lines and # lines are skipped.

    rules: the board of lines that name none; 7x6 if not given.
    """
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise InvalidOption(f"the openings {path} cannot be read: {error.strerror}") from None
    found = []
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        try:
            position = Position.parse(line, rules)
        except FourfoldError as error:
            raise InvalidOption(f"{path}, line {number}: {error}") from None
        if position.outcome is not None:
            raise InvalidOption(
                f"{path}, line {number}: the game of {describe(line.strip())} is over, "
                f"{position.outcome}"
            )
        found.append(position)
    if not found:
        raise InvalidOption(f"the openings {path} have no position")
    return found
