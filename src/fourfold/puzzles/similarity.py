"""Tells whether two puzzles are the same, or nearly.

    board key    the rules, what lies on every cell, and who is to move: equal for transpositions
    likeness     the rules, the goal, the cells of the line in their order, and the threats of both
                 players before it: equal for positions that differ only in what does not matter

Both are equal for mirror images, mirrored rules among them. A set of puzzles has no two of one key,
and no two of one likeness.
"""

from fourfold.analysis.threats import threat_cells
from fourfold.puzzles.puzzle import Goal
from fourfold.rules import Position
from fourfold.rules.board_key import board_key
from fourfold.rules.notation import Cell, format_cell


def similarity_keys(position: Position, goal: Goal, line: tuple[int, ...]) -> tuple[str, str]:
    """Return the board key and the likeness of a puzzle."""
    last = position.rules.columns - 1
    here = _likeness(position, line)
    there = _likeness(position.mirror(), tuple(last - column for column in line))
    return board_key(position)[0], f"{min(here, there)} {goal}"


def _likeness(position: Position, line: tuple[int, ...]) -> str:
    threats = threat_cells(position)
    mine, theirs = threats[position.turn], threats[position.turn.other]
    cells = []
    here = position
    for column in line:
        here = here.play(column)
        assert here.last_cell is not None  # a ply has been played
        cells.append(here.last_cell)
    parts = (_text(tuple(cells)), _text(mine), _text(theirs))
    return f"{position.rules} {'/'.join(parts)}"


def _text(cells: tuple[Cell, ...]) -> str:
    return "".join(map(format_cell, cells))
