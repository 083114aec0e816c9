"""What every kind of sentence has in common."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from fourfold.rules import Player, Position
from fourfold.rules.notation import Cell, column_label, format_cell
from fourfold.search import Score

Solve = Callable[[Position], Score]
"""Returns the proven score of a position that is not finished."""


@dataclass(frozen=True)
class Move:
    """A column of a position, which is explained."""

    position: Position
    column: int

    @property
    def mover(self) -> Player:
        """Who drops the piece or the ban."""
        return self.position.turn

    @property
    def opponent(self) -> Player:
        """The other player."""
        return self.position.turn.other

    @cached_property
    def after(self) -> Position:
        """The position after the move."""
        return self.position.play(self.column)

    @cached_property
    def cell(self) -> Cell:
        """Where the piece or the ban lands."""
        row = self.position.landing_row(self.column)
        assert row is not None  # the column can be played
        return self.column, row


@dataclass(frozen=True)
class CellName:
    """A cell in a sentence, which the page can show on the board."""

    cell: Cell

    def __str__(self) -> str:
        return format_cell(self.cell)


@dataclass(frozen=True)
class ColumnName:
    """A column in a sentence; `columns` is the width of the board."""

    column: int
    columns: int

    def __str__(self) -> str:
        return column_label(self.column, self.columns)


Part = str | CellName | ColumnName


@dataclass(frozen=True)
class Fact(ABC):
    """One thing that is true of a move."""

    move: Move
    kind: ClassVar[str]
    """Its name in docs/explaining.md and in JSON."""

    @abstractmethod
    def parts(self, short: bool = False) -> tuple[Part, ...]:
        """Return the sentence in parts, so that its cells and columns can be highlighted."""

    @abstractmethod
    def holds(self, solve: Solve) -> bool:
        """Check the fact by the rules and by a search, in another way than it was found."""

    def sentence(self, short: bool = False) -> str:
        """Return the sentence."""
        return "".join(map(str, self.parts(short)))

    def as_dict(self) -> dict[str, object]:
        """Return the fact for JSON; columns count from 0, cells are written as in the notation."""
        return {
            "kind": self.kind,
            "sentence": self.sentence(),
            "short": self.sentence(short=True),
            "cells": [format_cell(cell) for cell in self.cells],
            "columns": list(self.columns),
        }

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells that the sentence names."""
        return tuple(part.cell for part in self.parts() if isinstance(part, CellName))

    @property
    def columns(self) -> tuple[int, ...]:
        """The columns that the sentence names."""
        return tuple(part.column for part in self.parts() if isinstance(part, ColumnName))


def listed(items: Iterable[Part]) -> tuple[Part, ...]:
    """Return the items with commas and `and` between them."""
    parts: list[Part] = []
    every = list(items)
    for place, item in enumerate(every):
        if place:
            parts.append(" and " if place == len(every) - 1 else ", ")
        parts.append(item)
    return tuple(parts)


def cell_names(cells: Iterable[Cell]) -> tuple[Part, ...]:
    """Return cells as a list in a sentence."""
    return listed(CellName(cell) for cell in cells)


def line_names(columns: Iterable[int], width: int) -> tuple[Part, ...]:
    """Return a line of play as columns with spaces between them."""
    parts: list[Part] = []
    for column in columns:
        parts += [" ", ColumnName(column, width)] if parts else [ColumnName(column, width)]
    return tuple(parts)
