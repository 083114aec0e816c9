"""A puzzle, and how it is written in a file.

7x6:44455432 win 2534 2 1180 two-threats,win-in-2
──────┬───── ─┬─ ─┬── ┬ ──┬─ ─────────┬──────────
      │       │   │   │   │           └── themes, in alphabetical order
      │       │   │   │   └────────────── rating
      │       │   │   └────────────────── distance in own moves
      │       │   └────────────────────── line: the solution with the opponent's replies
      │       └────────────────────────── goal
      └────────────────────────────────── position
"""

import base64
import hashlib
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from fourfold.errors import FourfoldError, PuzzleError, describe
from fourfold.rules import Player, Position
from fourfold.rules.notation import format_moves, parse_moves

_FIELDS = 6
_ID_CHARACTERS = 7


class Goal(StrEnum):
    """What the only right ply of a puzzle does."""

    WIN = "win"
    """It wins, and no other ply does."""
    DRAW = "draw"
    """It draws, and every other ply loses."""
    HOLD = "hold"
    """The position is lost: it holds out clearly longer than every other ply."""


@dataclass(frozen=True)
class Puzzle:
    """A position in which exactly one ply is right, with its solution."""

    position: str
    """As `RULES:MOVES`."""
    goal: Goal
    themes: tuple[str, ...]
    """Names from `themes.THEMES`, in alphabetical order."""
    line: tuple[int, ...]
    """The solution: plies of the solver and of the opponent, by columns counted from 0.

    It begins and ends with a ply of the solver, the player to move. On a board with a bonus cell
    one player may have two plies in a row, a piece and a ban."""
    moves: int
    """How many own moves the game lasts under best play; bans count as moves."""
    rating: int
    """How difficult it is, on the scale of players' ratings."""

    @cached_property
    def id(self) -> str:
        """Return a short name made from the position, which stays the same in every release."""
        digest = hashlib.sha256(self.position.encode()).digest()
        return base64.b32encode(digest).decode().lower()[:_ID_CHARACTERS]

    @property
    def rules(self) -> str:
        """Return the text of the rules."""
        return self.position.partition(":")[0]

    @property
    def start(self) -> Position:
        """Return the position to solve."""
        return Position.parse(self.position)

    @property
    def mover(self) -> Player:
        """Return the player who solves it."""
        return self.start.turn

    @cached_property
    def own_steps(self) -> tuple[int, ...]:
        """Return which plies of the line are the solver's, counted from 0."""
        position = self.start
        mover = position.turn
        steps = []
        for step, column in enumerate(self.line):
            if position.turn is mover:
                steps.append(step)
            position = position.play(column)
        return tuple(steps)

    def position_at(self, step: int) -> Position:
        """Return the position after so many plies of the line."""
        position = self.start
        for column in self.line[:step]:
            position = position.play(column)
        return position

    def to_text(self) -> str:
        """Return the puzzle as a line of a file."""
        columns = self.start.rules.columns
        line = format_moves(self.line, columns)
        themes = ",".join(self.themes)
        return f"{self.position} {self.goal} {line} {self.moves} {self.rating} {themes}"


def parse_puzzle(text: str) -> Puzzle:
    """Read a line of a file; whether its claims are true is for `verify` to find out."""
    fields = text.split(" ")
    if len(fields) != _FIELDS:
        raise PuzzleError(
            f"{describe(text)} is not a puzzle, which has {_FIELDS} fields between spaces"
        )
    position, goal, line, moves, rating, themes = fields
    try:
        return Puzzle(
            position,
            Goal(goal),
            tuple(themes.split(",")),
            parse_moves(line),
            int(moves),
            int(rating),
        )
    except (FourfoldError, ValueError) as error:
        raise PuzzleError(f"{describe(text)} is not a puzzle: {error}") from None


def check_moves(puzzle: Puzzle) -> None:
    """Raise PuzzleError unless the position and the line of a puzzle can be played."""
    try:
        puzzle.position_at(len(puzzle.line))
    except FourfoldError as error:
        raise PuzzleError(f"{describe(puzzle.position)} is not a puzzle: {error}") from None
