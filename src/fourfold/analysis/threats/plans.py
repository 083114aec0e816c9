"""The static proofs of docs/solver.md as plans for the player who has just moved.

Each plan says how to answer every move of the opponent, and what that is sure to score. The names
are those of the proofs: X has just moved and follows the plan, O is to move. CLAIM are the playable
cells with an even number of playable cells above them, and a column is odd if an odd number of its
cells are free.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from fourfold.rules import Player, Position
from fourfold.rules.geometry import Geometry, geometry_of
from fourfold.rules.notation import Cell


class PlanKind(StrEnum):
    """How a plan answers the opponent's moves."""

    ANSWER_ABOVE = "answer above"
    """In the same column, one cell above; a move in an odd column by one in another odd column."""
    KEEP_A_TEMPO = "keep a tempo"
    """The same, but never begin in the column of one threat: the opponent runs out of moves."""
    NO_LINES_LEFT = "no lines left"
    """In the same column, which cuts the only lines that are left, the upright ones."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A way to answer every move of the opponent, with what it is sure to score.

    >>> (plan,) = ff.threats("7x6:34632224").plans
    >>> str(plan.kind), str(plan.player), plan.score_at_least, plan.wins
    ('answer above', 'SECOND', 6, True)
    >>> plan.threats
    ((0, 1), (4, 1))
    """

    kind: PlanKind
    """How it answers."""
    player: Player
    """Who follows it."""
    score_at_least: int
    """For the player: 0 is a draw at least."""
    odd_columns: tuple[int, ...] = ()
    """A move in one of these is answered in another of them, each time a new pair."""
    threats: tuple[Cell, ...] = ()
    """The player's threats that the opponent has to open in the end."""

    @property
    def wins(self) -> bool:
        """Return True if the plan wins, not only draws."""
        return self.score_at_least > 0


def find_plans(position: Position) -> tuple[Plan, ...]:
    """List the plans that hold for the player who has just moved, one of each kind at most.

    None while a ban may still be dropped, which would upset every plan.
    """
    if position.outcome is not None or may_ban(position):
        return ()
    sides = _Sides(position)
    found = []
    if sides.free.bit_count() % 2 == 0:
        plan = _answer_above(sides)
    else:
        plan = max(_keep_a_tempo(sides), key=lambda plan: plan.score_at_least, default=None)
    if plan is not None:
        found.append(plan)
    if _has_no_lines_left(sides):
        found.append(Plan(PlanKind.NO_LINES_LEFT, sides.player, 0))
    return tuple(found)


def may_ban(position: Position) -> bool:
    """Return True if a ban is due, or may become due because the bonus cell is still free."""
    bonus = geometry_of(position.rules).bonus
    return position.must_ban or bool(bonus & ~position.occupied)


class _Sides:
    """A position as X, who has just moved, sees it; all sets of cells are bits."""

    def __init__(self, position: Position) -> None:
        self.geometry = geometry = geometry_of(position.rules)
        self.player = position.turn.other
        self.x = position.pieces(self.player)
        self.o = position.pieces(position.turn)
        self.free = geometry.playable & ~position.occupied
        self.landing = geometry.landing_cells(position.occupied)
        self.claim = _claim(geometry)
        self.threats = geometry.completing_cells(self.x) & self.free
        self.odd = self.landing & self.claim
        """The landing cells of the odd columns."""

    def reach(self, skipped: int = 0) -> tuple[int, int, int]:
        """Return which free cells O can get outside a skipped column, while X answers above.

        Also the lowest threat of each column that O has to open, and the sum of the free cells
        that these columns keep.
        """
        geometry = self.geometry
        opened = lowest_cells(geometry, self.threats & self.claim & ~self.landing & ~skipped)
        gone = total = 0
        for cell in single_cells(opened):
            above = geometry.above(cell)
            gone |= cell | above
            total += above.bit_count() + 2
        reach = ((self.free & ~self.claim & ~gone) | self.odd) & ~skipped
        return reach, opened, total


def _answer_above(sides: _Sides) -> Plan | None:
    """Proof P: an even number of free cells."""
    geometry = sides.geometry
    reach, opened, total = sides.reach()
    if geometry.has_line(sides.o | reach):
        return None
    score = total // 2
    sure = sides.free & sides.claim & ~sides.landing
    while geometry.has_line(
        sides.x | sum(c for c in single_cells(sure) if geometry.above(c).bit_count() >= 2 * score)
    ):
        score += 1
    return Plan(
        PlanKind.ANSWER_ABOVE,
        sides.player,
        score,
        tuple(column for column, _ in geometry.cells(sides.odd)),
        geometry.cells(opened),
    )


def _keep_a_tempo(sides: _Sides) -> Iterator[Plan]:
    """Proof Q: an odd number of free cells, and a threat outside CLAIM in an odd column."""
    geometry = sides.geometry
    for threat in single_cells(lowest_cells(geometry, sides.threats & ~sides.claim)):
        column = geometry.column_masks[(threat.bit_length() - 1) // geometry.stride]
        if not column & sides.odd:
            continue
        reach, opened, total = sides.reach(column)
        above = geometry.above(threat)
        reach |= column & sides.free & sides.claim & ~above
        if not geometry.has_line(sides.o | reach):
            yield Plan(
                PlanKind.KEEP_A_TEMPO,
                sides.player,
                1 + (above.bit_count() + total) // 2,
                tuple(number for number, _ in geometry.cells(sides.odd & ~column)),
                geometry.cells(opened | threat),
            )


def _has_no_lines_left(sides: _Sides) -> bool:
    """Proof N: O has upright lines only, and cannot win at once."""
    geometry = sides.geometry
    within = sides.o | sides.free
    for step in geometry.steps[1:]:  # the first is upright
        pairs = within & (within >> step)
        if pairs & (pairs >> (2 * step)):
            return False
    return not geometry.completing_cells(sides.o) & sides.landing


@lru_cache(maxsize=256)
def _claim(geometry: Geometry) -> int:
    cells = single_cells(geometry.playable)
    return sum(cell for cell in cells if geometry.above(cell).bit_count() % 2 == 0)


def single_cells(bits: int) -> Iterator[int]:
    """Yield each cell of a set as a set of its own."""
    while bits:
        yield bits & -bits
        bits &= bits - 1


def lowest_cells(geometry: Geometry, bits: int) -> int:
    """Return the lowest cell of each column of a set."""
    columns = [bits & mask for mask in geometry.column_masks]
    return sum(column & -column for column in columns)
