"""Which positions a data set has: every one of some plies, from random play, or from a file.

The same selection always gives the same positions in the same order. No board comes twice; unless
`mirrors` is set, neither does its mirror image, if the rules are symmetric.
"""

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fourfold.arena import openings
from fourfold.errors import InvalidOption, RecordError, describe
from fourfold.game.files import load
from fourfold.rules import FIRST, SECOND, STANDARD, Position, Rules
from fourfold.rules.geometry import geometry_of
from fourfold.rules.splitmix import SplitMix64
from fourfold.support.checks import whole_number

RANDOM, ALL, UCI = "random", "all", "uci"
MOST_POSITIONS = 10_000_000
DEFAULT_COUNT = 1_000
UCI_PLIES = 8

_TRIES = 20_000  # in a row without a new position, before random play is given up


@dataclass(frozen=True, slots=True)
class Selection:
    """Which positions to label; none of them is finished."""

    source: str | Path = RANDOM
    """`random` play, `all` positions, `uci` for those of the UCI data set, or a file: of games, or
    with a position per line."""
    rules: Rules = STANDARD
    """The board; for a file, the board of lines that name none."""
    plies: tuple[int, int] | None = None
    """The least and the greatest number of plies played; any if None."""
    count: int | None = None
    """How many positions; if None, 1,000 from random play, and otherwise all there are."""
    seed: int = 0
    """Draws random play, and which positions are left out where there are more than `count`."""
    unforced: bool = False
    """Only positions in which neither player could complete four on the next ply."""
    mirrors: bool = False
    """Whether a position and its mirror image count as two."""


def find_positions(selection: Selection) -> list[Position]:
    """Return the positions of a selection, always in the same order."""
    if selection.source == RANDOM:
        return list(draw_positions(selection))
    count, seed = _count(selection), _seed(selection)
    if selection.source in (ALL, UCI):
        found = list(_all(selection))
    else:
        seen = _Boards(selection)
        found = [position for position in _from_file(selection) if seen.add(position)]
    if not found:
        raise InvalidOption("there is no position with these plies that is not finished")
    if count is None or count >= len(found):
        return found
    kept = sorted(openings.shuffled(range(len(found)), seed)[:count])
    return [found[number] for number in kept]


def draw_positions(selection: Selection) -> Iterator[Position]:
    """Begin random play, and return an iterator that finds its positions one by one.

    Refuses at once what cannot be; if there are not enough positions, that only shows in the end.
    """
    least, most = _plies(selection)
    count = _count(selection) or DEFAULT_COUNT
    return _random(selection.rules, least, most, count, _seed(selection), _Boards(selection))


def _count(selection: Selection) -> int | None:
    if selection.count is None:
        return None
    return whole_number("the number of positions", selection.count, 1, MOST_POSITIONS)


def _seed(selection: Selection) -> int:
    return whole_number("the seed", selection.seed, -(2**63), 2**64 - 1)


def _plies(selection: Selection) -> tuple[int, int]:
    deepest = max(0, selection.rules.playable_cells - 1)
    least, most = (0, deepest) if selection.plies is None else selection.plies
    least = whole_number(f"the least ply on {selection.rules}", least, 0, deepest)
    most = whole_number(f"the greatest ply on {selection.rules}", most, least, deepest)
    return least, most


class _Boards:
    """The boards that a data set has so far."""

    def __init__(self, selection: Selection) -> None:
        self._seen: set[Hashable] = set()
        self._mirrors = selection.mirrors
        self._unforced = selection.unforced

    def add(self, position: Position) -> bool:
        """Return True if a position belongs into the data set and is new."""
        if position.outcome is not None or (self._unforced and is_forced(position)):
            return False
        key = _board(position, self._mirrors)
        if key in self._seen:
            return False
        self._seen.add(key)
        return True


def is_forced(position: Position) -> bool:
    """Return True if either player could complete four by the next piece."""
    geometry = geometry_of(position.rules)
    landing = geometry.landing_cells(position.occupied)
    return any(
        geometry.completing_cells(position.pieces(player)) & landing for player in (FIRST, SECOND)
    )


def _board(position: Position, mirrors: bool) -> Hashable:
    """Return a value that only equal boards share, or also mirror images."""
    key: Any = position.key
    rules = position.rules
    if mirrors or not rules.is_symmetric:
        return rules, key
    geometry = geometry_of(rules)
    stride = geometry.stride
    field = (1 << stride) - 1
    mirrored = [0, 0, 0]
    for column in range(geometry.columns):
        for number in range(3):
            bits = key[number] >> column * stride & field
            mirrored[number] |= bits << (geometry.columns - 1 - column) * stride
    return rules, min(key, (*mirrored, *key[3:]))


def _random(
    rules: Rules, least: int, most: int, count: int, seed: int, seen: _Boards
) -> Iterator[Position]:
    """Draw a ply, then play at random until a game gets there; one position of each game."""
    generator = SplitMix64(seed)
    play = _random_game if rules.bonus is None else _random_game_with_bonus
    found = tries = 0
    plies = least + generator.below(most - least + 1)
    while found < count:
        position = play(rules, plies, generator)
        tries += 1
        if tries > _TRIES:
            raise InvalidOption(
                f"random play on {rules} has found only {found} of {count} different "
                f"positions of {least} to {most} plies; ask for fewer, or for all of them"
            )
        if position is None:
            continue
        if seen.add(position):
            yield position
            found += 1
            tries = 0
        plies = least + generator.below(most - least + 1)


def _random_game(rules: Rules, plies: int, generator: SplitMix64) -> Position | None:
    """Play so many random plies; return None if the game is over by then.

    Most games are over, so that this makes a `Position` only of the others: it plays on the ints
    that `geometry` describes.
    """
    geometry = geometry_of(rules)
    bottom, playable, stride = geometry.bottom, geometry.playable, geometry.stride
    has_line, below = geometry.has_line, generator.below
    occupied = geometry.forbidden
    mover = opponent = 0
    moves = []
    for _ in range(plies):
        landing = (occupied + bottom) & playable
        if not landing:
            return None
        for _ in range(below(landing.bit_count())):
            landing &= landing - 1
        cell = landing & -landing
        mover |= cell
        if has_line(mover):
            return None
        occupied |= cell
        moves.append((cell.bit_length() - 1) // stride)
        mover, opponent = opponent, mover
    position = Position(rules, moves)
    return position if position.outcome is None else None


def _random_game_with_bonus(rules: Rules, plies: int, generator: SplitMix64) -> Position | None:
    position = Position(rules)
    while position.ply < plies:
        legal = position.legal_columns
        if not legal:
            return None
        position = position.play(legal[generator.below(len(legal))])
    return position if position.outcome is None else None


def _all(selection: Selection) -> Iterator[Position]:
    if selection.source == UCI:
        if selection.rules != STANDARD or selection.plies not in (None, (UCI_PLIES, UCI_PLIES)):
            raise InvalidOption("the positions of the UCI data set are those of 7x6 with 8 plies")
        selection = Selection(ALL, plies=(UCI_PLIES, UCI_PLIES), unforced=True)
    least, most = _plies(selection)
    every = Selection(mirrors=selection.mirrors)
    layer = [Position(selection.rules)]
    for ply in range(most + 1):
        if ply >= least:
            yield from (p for p in layer if not (selection.unforced and is_forced(p)))
        if ply < most:
            seen = _Boards(every)
            layer = list(_next_layer(layer, seen, selection.rules))


def _next_layer(layer: Iterable[Position], seen: _Boards, rules: Rules) -> Iterator[Position]:
    found = 0
    for position in layer:
        for column in position.legal_columns:
            child = position.play(column)
            if seen.add(child):
                found += 1
                if found > MOST_POSITIONS:
                    raise InvalidOption(
                        f"{rules} has more than {MOST_POSITIONS:,} positions with {child.ply} "
                        "plies; take some from random play"
                    )
                yield child


def _from_file(selection: Selection) -> Iterator[Position]:
    path = Path(selection.source)
    least, most = selection.plies or (0, 144)
    for position in _positions_of(path, selection.rules):
        if least <= position.ply <= most:
            yield position


def _positions_of(path: Path, rules: Rules) -> Iterator[Position]:
    try:
        with path.open("rb") as file:
            is_games = file.read(1) == b"{"
    except OSError as error:
        raise InvalidOption(f"the positions {path} cannot be read: {error.strerror}") from None
    if not is_games:
        yield from _read_lines(path, rules)
        return
    loaded = load(path)
    if loaded.damage:
        raise RecordError(loaded.damage)
    for record in loaded.records:
        position = Position(record.rules)
        yield position
        for column in record.moves:
            position = position.play(column)
            yield position


def _read_lines(path: Path, rules: Rules) -> list[Position]:
    return openings.read(path, None if rules == STANDARD else rules)


def parse_plies(text: str) -> tuple[int, int]:
    """Read `N` or `LEAST-MOST`."""
    least, dash, most = text.partition("-")
    if not least.isdecimal() or (dash and not most.isdecimal()):
        raise InvalidOption(f"the plies are {describe(text)}, but must be N or LEAST-MOST")
    return int(least), int(most if dash else least)
