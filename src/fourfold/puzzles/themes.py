"""The themes of puzzles, each with a rule that a program can check; docs/puzzles.md explains them.

Most ask the coach's facts (`analysis.explain`) and threats (`analysis.threats`) about the solver's
plies of the line.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from fourfold.analysis.explain import Move
from fourfold.analysis.explain.look import landing_threats
from fourfold.analysis.explain.tactics import find_tactics
from fourfold.analysis.threats import may_ban, threats
from fourfold.analysis.threats.plans import find_plans
from fourfold.puzzles.puzzle import Goal
from fourfold.puzzles.solution import Solution
from fourfold.rules import FIRST, SECOND, Position
from fourfold.rules.geometry import geometry_of
from fourfold.rules.notation import Cell
from fourfold.search import Result

LONG_WIN = 8
"""Own moves from which on a win counts as long; so every puzzle has a theme."""


@dataclass(frozen=True)
class Setting:
    """A puzzle as the themes see it."""

    position: Position
    solution: Solution
    own: tuple[Move, ...] = field(init=False)
    """The solver's plies of the line."""

    def __post_init__(self) -> None:
        own = []
        here = self.position
        for column in self.solution.line:
            if here.turn is self.position.turn:
                own.append(Move(here, column))
            here = here.play(column)
        object.__setattr__(self, "own", tuple(own))

    @property
    def key(self) -> Move:
        """Return the first ply of the solution."""
        return self.own[0]

    @cached_property
    def kinds(self) -> tuple[frozenset[str], ...]:
        """Return the kinds of the coach's facts about the next plies, for each own ply."""
        return tuple(frozenset(fact.kind for fact in find_tactics(move)) for move in self.own)

    @property
    def every_kind(self) -> frozenset[str]:
        """Return the kinds of facts about any own ply."""
        return frozenset().union(*self.kinds)

    @property
    def wins(self) -> bool:
        """Return True if the goal is a win."""
        return self.solution.goal is Goal.WIN


def _makes_two_threats(puzzle: Setting) -> bool:
    return "makes two threats" in puzzle.every_kind


def _stacks_threats(puzzle: Setting) -> bool:
    """Some own ply makes two own threats, one right above the other."""
    return any(_stacked(move.after, move) - _stacked(move.position, move) for move in puzzle.own)


def _stacked(position: Position, move: Move) -> set[tuple[Cell, Cell]]:
    pairs = threats(position).stacked
    return {(low.cell, top.cell) for low, top in pairs if low.player is move.mover}


def _is_quiet(puzzle: Setting) -> bool:
    """The first ply wins, but neither at once nor with a threat that can be played, nor blocks."""
    move = puzzle.key
    return (
        puzzle.wins
        and puzzle.solution.moves >= 2
        and not move.position.must_ban
        and move.after.outcome is None
        and not landing_threats(move.after, move.mover)
        and "blocks" not in puzzle.kinds[0]
    )


def _is_zugzwang(puzzle: Setting) -> bool:
    """An own ply leaves no safe reply without a threat to play, or keeps a plan that wins so."""
    if not puzzle.wins:
        return False
    if "leaves no safe reply" in puzzle.every_kind:
        return True
    return any(
        plan.wins and plan.threats
        for move in puzzle.own
        if move.after.turn is move.opponent
        for plan in find_plans(move.after)
    )


def _wins_by_force(puzzle: Setting) -> bool:
    return bool(puzzle.kinds[0] & {"wins by force", "forces and wins"})


def _is_only_defence(puzzle: Setting) -> bool:
    """Every other column loses, but this one does not."""
    scores = puzzle.solution.scores
    return puzzle.solution.goal is not Goal.HOLD and all(
        score.outcome is Result.LOSS
        for column, score in scores.items()
        if column != puzzle.key.column
    )


def _blocks(puzzle: Setting) -> bool:
    return "blocks" in puzzle.kinds[0]


def _holds(puzzle: Setting) -> bool:
    return puzzle.solution.goal is Goal.HOLD


def _gives_up_a_threat(puzzle: Setting) -> bool:
    return "gives up a threat" in puzzle.kinds[0]


def _drops_a_ban(puzzle: Setting) -> bool:
    return any(move.position.must_ban for move in puzzle.own)


def _takes_the_star(puzzle: Setting) -> bool:
    return any(move.cell == move.position.rules.bonus for move in puzzle.own)


def _fights_for_the_star(puzzle: Setting) -> bool:
    """The star is still free, and the first ply does not take it."""
    move = puzzle.key
    return may_ban(move.position) and not _takes_the_star(puzzle) and not move.position.must_ban


def _uses_a_forbidden_cell(puzzle: Setting) -> bool:
    """An own piece lies on, or fell through, a forbidden cell, or one cuts a line of three."""
    geometry = geometry_of(puzzle.position.rules)
    if not geometry.forbidden:
        return False
    final = puzzle.own[-1].after
    if any(
        geometry.completing_cells(final.pieces(player)) & geometry.forbidden
        for player in (FIRST, SECOND)
    ):
        return True
    for move in puzzle.own:
        column, row = move.cell
        under = geometry.bit((column, row - 1)) if row else 0
        fell = geometry.forbidden & geometry.column_masks[column] & ~(geometry.bit(move.cell) - 1)
        if under & geometry.forbidden or fell:
            return True
    return False


def _is_endgame(puzzle: Setting) -> bool:
    """A quarter of the cells at most is free."""
    cells = puzzle.position.rules.playable_cells
    return 4 * (cells - puzzle.position.ply) <= cells


def _is_long_win(puzzle: Setting) -> bool:
    return puzzle.wins and puzzle.solution.moves >= LONG_WIN


def _win_in(moves: int) -> Callable[[Setting], bool]:
    return lambda puzzle: puzzle.wins and puzzle.solution.moves == moves


THEMES: Mapping[str, Callable[[Setting], bool]] = {
    "ban": _drops_a_ban,
    "block": _blocks,
    "by-force": _wins_by_force,
    "endgame": _is_endgame,
    "forbidden-cell": _uses_a_forbidden_cell,
    "free-star": _fights_for_the_star,
    "hold": _holds,
    "long-win": _is_long_win,
    "only-defence": _is_only_defence,
    "quiet-move": _is_quiet,
    "sacrifice": _gives_up_a_threat,
    "stacked-threats": _stacks_threats,
    "star": _takes_the_star,
    "two-threats": _makes_two_threats,
    **{f"win-in-{moves}": _win_in(moves) for moves in range(1, LONG_WIN)},
    "zugzwang": _is_zugzwang,
}
"""Every theme by its name, in alphabetical order, with its rule."""


def find_themes(setting: Setting) -> tuple[str, ...]:
    """List the themes of a puzzle, in alphabetical order."""
    return tuple(name for name, applies in THEMES.items() if applies(setting))
