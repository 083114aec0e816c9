"""The evaluators once more, as docs/evaluation.md words them: window by window, cell by cell.

Slow, with no bit tricks, and the truth that the native ones are compared with. It looks at a
position only through `Position.cell`.
"""

import dataclasses
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from fourfold import FIRST, SECOND, Player, Position, Rules
from fourfold.rules.position import Content
from fourfold.search.evaluation import (
    ClassicFeatures,
    ClassicWeights,
    Features,
    HardFeatures,
    HardWeights,
    ThreatFeatures,
    ThreatWeights,
    Weights,
    WindowFeatures,
    WindowWeights,
)

Cell = tuple[int, int]
Window = tuple[Cell, Cell, Cell, Cell]

CONTENT = {FIRST: Content.FIRST, SECOND: Content.SECOND}
DIRECTIONS = {"upright": (0, 1), "level": (1, 0), "falling": (1, -1), "rising": (1, 1)}


@lru_cache(maxsize=8)
def windows_along(rules: Rules, direction: str) -> list[Window]:
    """Every four cells in line in a direction, none of them forbidden."""
    across, up = DIRECTIONS[direction]
    playable = set(playable_cells(rules))
    found = []
    for column, row in sorted(playable):
        one, two, three, four = ((column + i * across, row + i * up) for i in range(4))
        if {one, two, three, four} <= playable:
            found.append((one, two, three, four))
    return found


@lru_cache(maxsize=2)
def playable_cells(rules: Rules) -> list[Cell]:
    cells = [(column, row) for column in range(rules.columns) for row in range(rules.rows)]
    return [cell for cell in cells if cell not in rules.forbidden]


def distance_from_centre(rules: Rules, column: int) -> int:
    """0 in the middle column or in both middle columns, 1 in those beside, and so on."""
    if rules.columns % 2 == 1:
        return abs(column - rules.columns // 2)
    left, right = rules.columns // 2 - 1, rules.columns // 2
    return left - column if column <= left else column - right


def favours(rules: Rules, cell: Cell) -> Player:
    """Whom the parity of a playable cell favours."""
    above = [r for c, r in playable_cells(rules) if c == cell[0] and r > cell[1]]
    if len(above) % 2 == 0:
        return SECOND if rules.playable_cells % 2 == 0 else FIRST
    return FIRST if rules.playable_cells % 2 == 0 else SECOND


class Board:
    """A position as a player sees it."""

    def __init__(self, position: Position, player: Player) -> None:
        self.rules = position.rules
        self.me = player
        self.content = {cell: position.cell(*cell) for cell in playable_cells(self.rules)}
        self.counted = self.window_features()
        self.threats = {each: self.find_threats(each) for each in (FIRST, SECOND)}

    def empty(self, cell: Cell) -> bool:
        return cell in self.content and self.content[cell] is None

    def belongs_to(self, player: Player, cell: Cell) -> bool:
        return self.content.get(cell) is CONTENT[player]

    def pieces(self, player: Player) -> Iterator[Cell]:
        return (cell for cell in self.content if self.belongs_to(player, cell))

    def empty_cells(self, column: int) -> list[Cell]:
        """The empty cells of a column, from the bottom up: the landing cell, the next cell, …"""
        return [(column, row) for row in range(self.rules.rows) if self.empty((column, row))]

    def is_landing_cell(self, cell: Cell) -> bool:
        return self.empty_cells(cell[0])[:1] == [cell]

    def windows(self) -> Iterator[Window]:
        for direction in DIRECTIONS:
            yield from windows_along(self.rules, direction)

    # Counts

    def window_features(self) -> WindowFeatures:
        kinds: Counter[tuple[int, int, int]] = Counter()
        for window in self.windows():
            mine = sum(self.belongs_to(self.me, cell) for cell in window)
            theirs = sum(self.belongs_to(self.me.other, cell) for cell in window)
            kinds[mine, theirs, sum(self.empty(cell) for cell in window)] += 1
        return WindowFeatures(
            four=kinds[4, 0, 0],
            three=kinds[3, 0, 1],
            two=kinds[2, 0, 2],
            their_four=kinds[0, 4, 0],
            their_three=kinds[0, 3, 1],
            their_two=kinds[0, 2, 2],
        )

    def pieces_at(self, distance: int) -> int:
        """My pieces in the columns so far from the centre."""
        mine = self.pieces(self.me)
        return sum(distance_from_centre(self.rules, column) == distance for column, _ in mine)

    def find_threats(self, player: Player) -> set[Cell]:
        found = set()
        for window in self.windows():
            for cell in window:
                others = [other for other in window if other != cell]
                if self.empty(cell) and all(self.belongs_to(player, each) for each in others):
                    found.add(cell)
        return found

    def winning_columns(self, player: Player) -> int:
        return sum(self.is_landing_cell(cell) for cell in self.threats[player])

    def bottom_threes(self) -> int:
        total = 0
        for column in range(self.rules.columns):
            three = [(column, 0), (column + 1, 0), (column + 2, 0)]
            if all(self.belongs_to(self.me, cell) for cell in three):
                total += self.empty((column - 1, 0)) or self.empty((column + 3, 0))
        return total

    def threats_by_kind(self, player: Player) -> tuple[int, int, int]:
        """Playable, favourable and unfavourable ones."""
        playable = favourable = unfavourable = 0
        for cell in self.threats[player]:
            if self.is_landing_cell(cell):
                playable += 1
            elif favours(self.rules, cell) is player:
                favourable += 1
            else:
                unfavourable += 1
        return playable, favourable, unfavourable

    def stacked(self, player: Player) -> int:
        threats = self.threats[player]
        return sum((column, row + 1) in threats for column, row in threats)

    def opened(self, player: Player) -> int:
        """Columns in which a piece would give a threat of a player its turn."""
        threats = self.threats[player]
        columns = [self.empty_cells(column) for column in range(self.rules.columns)]
        return sum(len(empty) >= 2 and empty[1] in threats for empty in columns)

    def controlled(self) -> int:
        total = 0
        theirs = self.threats[self.me.other]
        for cell in self.threats[self.me]:
            below = [other for other in self.empty_cells(cell[0]) if other[1] < cell[1]]
            total += (
                favours(self.rules, cell) is self.me
                and not self.is_landing_cell(cell)
                and len(below) % 2 == 0
                and not any(other in theirs for other in below)
            )
        return total


@lru_cache(maxsize=2)
def board_of(position: Position, player: Player) -> Board:
    return Board(position, player)


def plain_features(position: Position, player: Player, weights: Weights) -> Features:
    board = board_of(position, player)
    windows = board.counted
    match weights:
        case HardWeights():
            return HardFeatures(
                windows=windows,
                centre=board.pieces_at(0),
                winning_columns=board.winning_columns(player),
                their_winning_columns=board.winning_columns(player.other),
                bottom_three=board.bottom_threes(),
            )
        case ThreatWeights():
            playable, favourable, unfavourable = board.threats_by_kind(player)
            theirs = board.threats_by_kind(player.other)
            return ThreatFeatures(
                windows=windows,
                centre=board.pieces_at(0),
                adjacent=board.pieces_at(1),
                playable=playable,
                favourable=favourable,
                unfavourable=unfavourable,
                their_playable=theirs[0],
                their_favourable=theirs[1],
                their_unfavourable=theirs[2],
                stacked=board.stacked(player),
                their_stacked=board.stacked(player.other),
                opens_theirs=board.opened(player.other),
                opens_mine=board.opened(player),
                controlled=board.controlled(),
            )
        case ClassicWeights():
            return ClassicFeatures(windows=windows, centre=board.pieces_at(0))


def plain_evaluation(counts: Features, weights: Weights) -> int:
    """The sum of the counts, each times its weight."""
    total = _of_windows(counts.windows, weights.windows) + counts.centre * weights.centre
    if isinstance(counts, HardFeatures) and isinstance(weights, HardWeights):
        if counts.winning_columns >= 2:
            total += weights.double_threat
        if counts.their_winning_columns >= 2:
            total += weights.their_double_threat
        total += counts.bottom_three * weights.bottom_three
    if isinstance(counts, ThreatFeatures) and isinstance(weights, ThreatWeights):
        for field in dataclasses.fields(weights):
            if field.name not in ("windows", "centre"):
                total += getattr(counts, field.name) * getattr(weights, field.name)
    return total


def _of_windows(counts: WindowFeatures, weights: WindowWeights) -> int:
    return (
        counts.four * weights.four
        + counts.three * weights.three
        + counts.two * weights.two
        + counts.their_four * weights.their_four
        + counts.their_three * weights.their_three
        + counts.their_two * weights.their_two
    )
