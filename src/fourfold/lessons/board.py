"""The position of a step, with what the solver and the board say about it, for claims to ask."""

from functools import cached_property

from fourfold.analysis.threats import Threats, threats
from fourfold.rules import Player, Position
from fourfold.rules.notation import Cell
from fourfold.search import Result, Score, Solver

Columns = tuple[int, ...]
Cells = tuple[Cell, ...]
Line = tuple[int, ...]
"""Plies that are played before the claim is checked."""
Side = str
"""`you`, the player to move, or `opponent`."""


class Board:
    """The position of a step, and what the solver and the board say about it."""

    def __init__(self, position: Position, solver: Solver) -> None:
        self.position = position
        self._solver = solver

    @cached_property
    def scores(self) -> dict[int, Score]:
        """The score of each column, for the player to move."""
        return self._solver.columns(self.position)

    def with_outcome(self, outcome: Result) -> Columns:
        """List the columns with an outcome."""
        return tuple(column for column, score in self.scores.items() if score.outcome is outcome)

    def player(self, side: Side) -> Player:
        """Return the player that a claim calls `you` or `opponent`."""
        return self.position.turn if side == "you" else self.position.turn.other

    def side(self, player: Player) -> Side:
        """Return what a claim calls a player."""
        return "you" if player is self.position.turn else "opponent"

    def after(self, line: Line) -> Position:
        """Play a line."""
        position = self.position
        for column in line:
            position = position.play(column)
        return position

    def threats(self, line: Line) -> Threats:
        """Find the threats after a line."""
        return threats(self.after(line))

    def best_columns(self, position: Position) -> Columns:
        """List the columns of a position than which none is better."""
        scores = self._solver.columns(position)
        best = max(score.rank for score in scores.values())
        return tuple(column for column, score in scores.items() if score.rank == best)


def winning_columns(position: Position) -> Columns:
    """List the columns that complete four for the player to move."""
    if position.must_ban:
        return ()
    mover = position.turn
    return tuple(
        column
        for column in position.legal_columns
        if (outcome := position.play(column).outcome) is not None and outcome.winner is mover
    )
