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

from fourfold.errors import InvalidRules, describe
from fourfold.rules import notation
from fourfold.rules.notation import Cell
from fourfold.rules.splitmix import SplitMix64

SMALLEST_SIDE = 4
LARGEST_SIDE = 12


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Rules:
    """The board that a game is played on: an immutable, hashable value.

    Cells are (column, row), both counted from 0, row 0 at the bottom. The forbidden cells are
    kept sorted and without duplicates, so equal boards are equal values.
    """

    columns: int
    rows: int
    forbidden: tuple[Cell, ...]
    bonus: Cell | None

    def __init__(
        self,
        columns: int = 7,
        rows: int = 6,
        forbidden: Iterable[Cell] = (),
        bonus: Cell | None = None,
    ) -> None:
        cells, bonus = _checked(columns, rows, forbidden, bonus, show=describe)
        object.__setattr__(self, "columns", columns)
        object.__setattr__(self, "rows", rows)
        object.__setattr__(self, "forbidden", cells)
        object.__setattr__(self, "bonus", bonus)

    @classmethod
    def parse(cls, text: str) -> "Rules":
        """Read rules such as `7x6`, `9x8-xd3` or `12x12-xa1-bl12`."""
        parts = notation.parse_rules(text)
        try:
            # Checked here as well, so that the error speaks of cells as the text does.
            _checked(*parts, show=lambda cell: f"'{notation.format_cell(cell)}'")
        except InvalidRules as error:
            raise InvalidRules(f"rules {describe(text)} cannot be: {error}") from None
        return cls(*parts)

    @classmethod
    def random(cls, seed: int, bonus: bool = False) -> "Rules":
        """Draw a size and one forbidden cell (or one bonus cell), the same for ever for a seed.

        Columns and rows are each uniform over 4 to 12, then the cell over all cells.
        """
        if type(seed) is not int or not 0 <= seed < 2**64:
            raise InvalidRules(
                f"the seed of random rules is {describe(seed)}, "
                "but must be a whole number from 0 to 2**64 - 1"
            )
        generator = SplitMix64(seed)
        sides = LARGEST_SIDE - SMALLEST_SIDE + 1
        columns = SMALLEST_SIDE + generator.below(sides)
        rows = SMALLEST_SIDE + generator.below(sides)
        cell = divmod(generator.below(columns * rows), rows)
        return cls(columns, rows, bonus=cell) if bonus else cls(columns, rows, forbidden=(cell,))

    @property
    def playable_cells(self) -> int:
        """How many cells can be filled."""
        return self.columns * self.rows - len(self.forbidden)

    @property
    def is_symmetric(self) -> bool:
        """Whether the board is its own mirror image."""
        return self.mirror() == self

    def mirror(self) -> "Rules":
        """The same board with left and right exchanged."""
        last = self.columns - 1
        return Rules(
            self.columns,
            self.rows,
            forbidden=[(last - column, row) for column, row in self.forbidden],
            bonus=None if self.bonus is None else (last - self.bonus[0], self.bonus[1]),
        )

    @property
    def parts(self) -> notation.RulesParts:
        """The rules as the notation takes them."""
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
) -> tuple[tuple[Cell, ...], Cell | None]:
    """Check all that is given from outside, and return the cells in their normal form."""
    width = _checked_side("columns", columns)
    height = _checked_side("rows", rows)

    def on_board(kind: str, cell: object) -> Cell:
        if not (
            isinstance(cell, tuple | list)
            and len(cell) == 2
            and all(type(number) is int for number in cell)
        ):
            raise InvalidRules(
                f"the {kind} cell is {describe(cell)}, but must be two ints, (column, row)"
            )
        column, row = cell
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
    if bonus is None:
        return cells, None
    star = on_board("bonus", bonus)
    if star in cells:
        raise InvalidRules(
            f"the bonus cell {show(star)} is also forbidden, but no cell can be both"
        )
    return cells, star


def _checked_side(name: str, value: object) -> int:
    # type(), not isinstance(): True is an int, and a board of True columns is a mistake.
    if type(value) is not int or not SMALLEST_SIDE <= value <= LARGEST_SIDE:
        raise InvalidRules(
            f"the number of {name} is {describe(value)}, "
            f"but must be a whole number from {SMALLEST_SIDE} to {LARGEST_SIDE}"
        )
    return value


STANDARD = Rules()
"""The classic game, 7x6."""
