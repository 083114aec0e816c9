"""Finds the solution of a position, if it is a puzzle: the plies that are proven to be right.

A position is a puzzle if exactly one ply is right:

    win     it wins, and no other ply does
    draw    it draws, and every other ply loses
    hold    all plies lose, and it lasts at least HOLD_MARGIN plies longer than every other

The line continues with the opponent's longest resistance, as long as one ply is right again in
the same sense, for MOST_OWN_PLIES own plies at most. Of several replies that resist equally long,
the first one after which the solver has a single right ply again is chosen, from the centre
outwards.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from fourfold.puzzles.puzzle import Goal
from fourfold.rules import Player, Position
from fourfold.search import Result, Score, Solver
from fourfold.search.order import centre_first

HOLD_MARGIN = 6
"""In plies: three moves of each player."""
MOST_OWN_PLIES = 4
LEAST_COLUMNS = 3
"""So many columns can be played in a puzzle at least, or there is nothing to choose."""

_GOALS = {Result.WIN: Goal.WIN, Result.DRAW: Goal.DRAW, Result.LOSS: Goal.HOLD}


@dataclass(frozen=True, slots=True)
class Solution:
    """What is proven of a puzzle."""

    goal: Goal
    line: tuple[int, ...]
    moves: int
    scores: Mapping[int, Score]
    """Of each column of the position."""


def right_ply(scores: Mapping[int, Score]) -> tuple[Goal, int] | None:
    """Return the goal and the only right column of a position; None if there is no such column.

    scores: the proven score of each column that can be played.
    """
    if len(scores) < 2:
        return None
    best, second = sorted(scores, key=lambda column: scores[column].rank, reverse=True)[:2]
    score, other = scores[best], scores[second]
    goal = _GOALS[score.outcome]
    if goal is Goal.HOLD:
        # Of losses the rank is the number of plies, less a constant.
        return (goal, best) if score.rank - other.rank >= HOLD_MARGIN else None
    return (goal, best) if other.outcome is not score.outcome else None


def find_solution(position: Position, solver: Solver) -> Solution | None:
    """Return the solution of a position; None if it is not a puzzle."""
    if len(position.legal_columns) < LEAST_COLUMNS:
        return None
    scores = solver.columns(position)
    found = right_ply(scores)
    if found is None:
        return None
    goal, column = found
    line = _line(position, column, goal, solver)
    return Solution(goal, line, own_moves(scores[column]), scores)


def own_moves(score: Score) -> int:
    """Return how many own moves a game with this score lasts."""
    assert score.plies is not None  # it is no wdl score
    return (score.plies + 1) // 2


def _line(position: Position, column: int, goal: Goal, solver: Solver) -> tuple[int, ...]:
    mover = position.turn
    line: tuple[int, ...] = (column,)
    here = position.play(column)
    for _ in range(MOST_OWN_PLIES - 1):
        further = _continue(here, goal, mover, solver)
        if not further:
            break
        line += further
        for each in further:
            here = here.play(each)
    return line


def _continue(position: Position, goal: Goal, mover: Player, solver: Solver) -> tuple[int, ...]:
    """Return the opponent's replies and the one right ply after them; () if there is none."""
    if position.outcome is not None:
        return ()
    scores = solver.columns(position)
    if position.turn is mover:
        found = right_ply(scores)
        return (found[1],) if found is not None and found[0] is goal else ()
    for reply in best_replies(scores, position.rules.columns):
        further = _continue(position.play(reply), goal, mover, solver)
        if further:
            return (reply, *further)
    return ()


def best_replies(scores: Mapping[int, Score], columns: int) -> list[int]:
    """List the columns with the best score, from the centre outwards."""
    best = max(score.rank for score in scores.values())
    return [c for c in centre_first(scores, columns) if scores[c].rank == best]
