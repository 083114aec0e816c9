"""The rules of one game: the size of the board, its forbidden cells, its bonus cell.

7x6-xd3-bb5

6  .  .  .  .  .  .  .
5  .  *  .  .  .  .  .      * the bonus cell,  (1, 4), written b5
4  .  .  .  .  .  .  .
3  .  .  .  X  .  .  .      X a forbidden cell, (3, 2), written d3
2  .  .  .  .  .  .  .
1  .  .  .  .  .  .  .
   1  2  3  4  5  6  7
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import SupportsIndex

from fourfold.errors import InvalidRules, describe
from fourfold.rules import notation
from fourfold.rules.notation import Cell
from fourfold.rules.splitmix import SplitMix64
from fourfold.support.checks import as_int, whole_number

SMALLEST_SIDE = 4
LARGEST_SIDE = 12


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Rules:
    """The board that a game is played on: an immutable, hashable value.

    Cells are (column, row), both counted from 0, row 0 at the bottom. The forbidden cells are
    kept sorted and without duplicates, so equal boards are equal values.

    >>> rules = ff.Rules(columns=9, rows=8, forbidden=[(3, 2)])
    >>> str(rules)
    '9x8-xd3'
    >>> rules.columns, rules.rows, rules.forbidden, rules.bonus
    (9, 8, ((3, 2),), None)
    >>> rules == ff.Rules.parse("9x8-xd3")
    True
    """

    columns: int
    """How many columns the board has, 4 to 12."""
    rows: int
    """How many rows the board has, 4 to 12."""
    forbidden: tuple[Cell, ...]
    """The forbidden cells, by column and then by row."""
    bonus: Cell | None
    """The bonus cell, or None."""

    def __init__(
        self,
        columns: SupportsIndex = 7,
        rows: SupportsIndex = 6,
        forbidden: Iterable[Cell] = (),
        bonus: Cell | None = None,
    ) -> None:
        parts = _checked(columns, rows, forbidden, bonus, show=describe)
        for name, value in parts._asdict().items():
            object.__setattr__(self, name, value)

    @classmethod
    def parse(cls, text: str) -> "Rules":
        """Read rules such as `7x6`, `9x8-xd3` or `12x12-xa1-bl12`.

        >>> ff.Rules.parse("12x12-xa1-bl12").bonus
        (11, 11)
        """
        parts = notation.parse_rules(text)
        try:
            # Checked here as well, so that the error writes cells as the text does.
            _checked(*parts, show=lambda cell: describe(notation.format_cell(cell)))
        except InvalidRules as error:
            raise InvalidRules(f"rules {describe(text)} are not valid: {error}") from None
        return cls(*parts)

    @classmethod
    def random(cls, seed: SupportsIndex, bonus: bool = False) -> "Rules":
        """Draw a size and one forbidden cell (or one bonus cell) at random.

        Columns and rows are each uniform over 4 to 12, then the cell over all cells. A seed gives
        the same rules in every version.

        >>> str(ff.Rules.random(seed=7))
        '7x10-xf7'
        >>> str(ff.Rules.random(seed=7, bonus=True))
        '7x10-bf7'
        """
        seed = whole_number("the seed of random rules", seed, 0, 2**64 - 1, error=InvalidRules)
        generator = SplitMix64(seed)
        sides = LARGEST_SIDE - SMALLEST_SIDE + 1
        columns = SMALLEST_SIDE + generator.below(sides)
        rows = SMALLEST_SIDE + generator.below(sides)
        cell = divmod(generator.below(columns * rows), rows)
        return cls(columns, rows, bonus=cell) if bonus else cls(columns, rows, forbidden=(cell,))

    @property
    def playable_cells(self) -> int:
        """How many cells are not forbidden.

        >>> ff.Rules.parse("9x8-xd3").playable_cells
        71
        """
        return self.columns * self.rows - len(self.forbidden)

    @property
    def is_symmetric(self) -> bool:
        """Whether the board is its own mirror image.

        >>> ff.Rules.parse("7x6-xd3").is_symmetric, ff.Rules.parse("7x6-xa1").is_symmetric
        (True, False)
        """
        return self.mirror() == self

    def mirror(self) -> "Rules":
        """Return the same board with left and right exchanged.

        >>> str(ff.Rules.parse("7x6-xa1").mirror())
        '7x6-xg1'
        """
        last = self.columns - 1
        return Rules(
            self.columns,
            self.rows,
            forbidden=[(last - column, row) for column, row in self.forbidden],
            bonus=None if self.bonus is None else (last - self.bonus[0], self.bonus[1]),
        )

    @property
    def parts(self) -> notation.RulesParts:
        """The rules in the form that `notation.format_rules` takes."""
        return notation.RulesParts(self.columns, self.rows, self.forbidden, self.bonus)

    def __str__(self) -> str:
        return notation.format_rules(self.parts)

    def __repr__(self) -> str:
        return f"Rules.parse('{self}')"


def _checked(
    columns: object,
    rows: object,
    forbidden: object,
    bonus: object,
    show: Callable[[Cell], str],
) -> notation.RulesParts:
    """Check what a caller gave, and return it in its normal form: plain ints, cells in order."""
    width = _checked_side("columns", columns)
    height = _checked_side("rows", rows)

    def on_board(kind: str, cell: object) -> Cell:
        column = row = None
        if isinstance(cell, tuple | list) and len(cell) == 2:
            column, row = map(as_int, cell)
        if column is None or row is None:
            raise InvalidRules(
                f"the {kind} cell is {describe(cell)}, but must be two ints, (column, row)"
            )
        if not (0 <= column < width and 0 <= row < height):
            raise InvalidRules(
                f"the {kind} cell {show((column, row))} is off the board, "
                f"whose cells are {show((0, 0))} to {show((width - 1, height - 1))}"
            )
        return column, row

    if isinstance(forbidden, str | bytes | Mapping) or not isinstance(forbidden, Iterable):
        raise InvalidRules(
            f"the forbidden cells are {describe(forbidden)}, "
            "but must be a collection of (column, row) cells"
        )
    cells = tuple(sorted({on_board("forbidden", cell) for cell in forbidden}))
    star = None if bonus is None else on_board("bonus", bonus)
    if star in cells:
        raise InvalidRules(
            f"the bonus cell {show(star)} is also forbidden, but no cell can be both"
        )
    return notation.RulesParts(width, height, cells, star)


def _checked_side(name: str, value: object) -> int:
    return whole_number(
        f"the number of {name}", value, SMALLEST_SIDE, LARGEST_SIDE, error=InvalidRules
    )


STANDARD = Rules()
"""The classic game, 7x6."""
