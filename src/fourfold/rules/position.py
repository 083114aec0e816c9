"""A position: the board, whose turn it is, and the game that led to it.

    3  .  .  .  .  .  .  .       7x6:4455 is held in three ints, whose bits lie as
    2  .  .  .  @  @  .  .       `geometry` draws them:
    1  .  .  .  O  O  .  .           first     the pieces of FIRST            O O
       1  2  3  4  5  6  7           second    the pieces of SECOND           @ @
                                     occupied  all of them, bans, and the forbidden cells

A ban is an occupied cell that is neither a piece nor forbidden. The landing cells are computed
once, when the position is made: if there are none, the game is over.
"""

from collections.abc import Callable, Hashable, Iterable
from enum import Enum
from typing import TYPE_CHECKING, SupportsIndex, final

from fourfold.errors import IllegalMove, InvalidNotation, InvalidOption, InvalidRules, describe
from fourfold.rules import arrays, notation, picture, text
from fourfold.rules.geometry import Geometry, geometry_of
from fourfold.rules.notation import Cell
from fourfold.rules.outcome import FIRST, SECOND, Outcome, Player, Reason
from fourfold.rules.rules import STANDARD, Rules
from fourfold.support.checks import as_int

if TYPE_CHECKING:
    from fourfold.support.numpy_import import BoolArray, IntArray


class Content(Enum):
    """What can lie on a cell; a free cell holds None."""

    FIRST = "FIRST"
    SECOND = "SECOND"
    BAN = "ban"
    FORBIDDEN = "forbidden"

    def __str__(self) -> str:
        return self.value


_WIN = {player: Outcome(player, Reason.FOUR_IN_LINE) for player in Player}
_DRAW = Outcome(None, Reason.BOARD_FULL)


@final
class Position:
    """An immutable, hashable position, which remembers its game.

    Two positions are equal if their rules and their moves are equal. To find out whether two
    games have reached the same board, compare `key`.

    >>> position = ff.Position.parse("7x6:4455")
    >>> print(position)
     6  .  .  .  .  .  .  .
     5  .  .  .  .  .  .  .
     4  .  .  .  .  .  .  .
     3  .  .  .  .  .  .  .
     2  .  .  .  @ (@) .  .
     1  .  .  .  O  O  .  .
        1  2  3  4  5  6  7
    FIRST (O) to move
    >>> position.turn is ff.FIRST, position.ply, position.moves
    (True, 4, (3, 3, 4, 4))
    >>> won = position.play(2).play(5).play(1)
    >>> str(won.outcome), won.winning_cells
    ('FIRST wins', ((1, 0), (2, 0), (3, 0), (4, 0)))
    >>> position.outcome is None
    True
    """

    __slots__ = (
        "_first",
        "_geometry",
        "_landing",
        "_moves",
        "_must_ban",
        "_occupied",
        "_outcome",
        "_rules",
        "_second",
        "_turn",
    )

    _rules: Rules
    _geometry: Geometry
    _moves: tuple[int, ...]
    _first: int
    _second: int
    _occupied: int
    _landing: int  # 0 once the game is over
    _turn: Player
    _must_ban: bool
    _outcome: Outcome | None

    # Making positions

    def __new__(cls, rules: Rules = STANDARD, moves: Iterable[SupportsIndex] = ()) -> "Position":
        """Create the empty board, or the position after these columns have been played on it."""
        if not isinstance(rules, Rules):
            raise InvalidRules(f"a position needs Rules, not {describe(rules)}")
        geometry = geometry_of(rules)
        position = object.__new__(cls)
        position._rules = rules
        position._geometry = geometry
        position._moves = ()
        position._first = 0
        position._second = 0
        position._occupied = geometry.forbidden
        position._landing = geometry.landing_cells(geometry.forbidden)
        position._turn = FIRST
        position._must_ban = False
        position._outcome = None if position._landing else _DRAW
        for column in moves:
            position = position.play(column)
        return position

    @classmethod
    def parse(cls, text: str, rules: Rules | None = None) -> "Position":
        """Read `RULES:MOVES`, or `MOVES` on the given rules or else on 7x6.

        >>> ff.Position.parse("9x8-xd3:4455").ply
        4
        >>> ff.Position.parse("3333", ff.Rules.parse("5x4")).to_text()
        '5x4:3333'
        """
        rules_text, moves_text = notation.split_position(text)
        if rules_text is not None:
            written = Rules.parse(rules_text)
            if rules is not None and rules != written:
                raise InvalidNotation(
                    f"position {describe(text)} is for {written}, but a position for "
                    f"{rules} was asked for"
                )
            rules = written
        return cls(STANDARD if rules is None else rules).play_text(moves_text)

    def play(self, column: SupportsIndex) -> "Position":
        """Return the position after a piece, or the ban that is due, is dropped in a column.

        The column is an int or anything else with `__index__`, such as a NumPy integer.

        >>> ff.Position().play(3).play(3).to_text()
        '7x6:44'
        """
        geometry = self._geometry
        # The usual case is checked here: one more call would make `play` a tenth slower.
        if type(column) is not int or not 0 <= column < geometry.columns:
            column = self._checked_column(column)
        cell = self._landing & geometry.column_masks[column]
        if not cell:
            raise IllegalMove(self._refusal(column))

        occupied = self._occupied | cell
        landing = (occupied + geometry.bottom) & geometry.playable  # see geometry.py
        first, second, turn = self._first, self._second, self._turn
        must_ban = False
        outcome = None if landing else _DRAW
        if not self._must_ban:
            if turn is FIRST:
                pieces = first = first | cell
            else:
                pieces = second = second | cell
            if geometry.has_line(pieces):
                outcome = _WIN[turn]
                landing = 0
            must_ban = cell == geometry.bonus and outcome is None

        after = object.__new__(Position)
        after._rules = self._rules
        after._geometry = geometry
        after._moves = (*self._moves, column)
        after._first = first
        after._second = second
        after._occupied = occupied
        after._landing = landing
        after._turn = turn if must_ban else (SECOND if turn is FIRST else FIRST)
        after._must_ban = must_ban
        after._outcome = outcome
        return after

    def play_text(self, moves: str) -> "Position":
        """Return the position after moves written in the notation, such as `4455`.

        >>> ff.Position().play_text("4455").moves
        (3, 3, 4, 4)
        """
        position = self
        for column in notation.parse_moves(moves):
            if column not in position.legal_columns:
                label = self._label(column)
                reason = position._refusal(column, self._label, counted="")
                raise IllegalMove(f"ply {position.ply + 1} is '{label}', but {reason}")
            position = position.play(column)
        return position

    def mirror(self) -> "Position":
        """Return the same game with left and right exchanged, on the mirrored board.

        >>> ff.Position.parse("7x6:1122").mirror().to_text()
        '7x6:7766'
        """
        last = self._geometry.columns - 1
        return Position(self._rules.mirror(), [last - column for column in self._moves])

    # Reading positions

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._rules

    @property
    def turn(self) -> Player:
        """The player who drops the next piece or ban, or would if the game were not over."""
        return self._turn

    @property
    def ply(self) -> int:
        """How many pieces and bans have been dropped."""
        return len(self._moves)

    @property
    def moves(self) -> tuple[int, ...]:
        """The columns played so far, bans among them."""
        return self._moves

    @property
    def legal_columns(self) -> tuple[int, ...]:
        """The columns that can be played, ascending; none once the game is over.

        >>> ff.Position.parse("5x4:3333").legal_columns
        (0, 1, 3, 4)
        """
        landing = self._landing
        masks = self._geometry.column_masks
        return tuple([column for column, mask in enumerate(masks) if landing & mask])

    @property
    def must_ban(self) -> bool:
        """Whether the next ply is a ban.

        >>> position = ff.Position.parse("6x6-bc2:33")
        >>> position.must_ban, str(position.turn)
        (True, 'SECOND')
        >>> position.play(3).must_ban
        False
        """
        return self._must_ban

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it is being played."""
        return self._outcome

    @property
    def winning_cells(self) -> tuple[Cell, ...]:
        """Every cell of every line of four or more, by column and then by row.

        >>> ff.Position.parse("7x6:4455667").winning_cells
        ((3, 0), (4, 0), (5, 0), (6, 0))
        """
        if self._outcome is None or self._outcome.winner is None:
            return ()
        pieces = self._first if self._outcome.winner is FIRST else self._second
        return self._geometry.cells(self._geometry.line_cells(pieces))

    @property
    def last_cell(self) -> Cell | None:
        """Where the last piece or ban landed, or None on an empty board.

        >>> ff.Position.parse("7x6:44").last_cell
        (3, 1)
        """
        if not self._moves:
            return None
        column = self._moves[-1]
        landed = (self._occupied ^ self._geometry.forbidden) & self._geometry.column_masks[column]
        return column, landed.bit_length() - 1 - column * self._geometry.stride

    @property
    def key(self) -> Hashable:
        """Equal for positions of the same rules whose board, turn and `must_ban` are equal.

        >>> one, two = ff.Position.parse("7x6:4455"), ff.Position.parse("7x6:5544")
        >>> one == two, one.key == two.key
        (False, True)
        """
        return self._first, self._second, self._occupied, self._turn is FIRST, self._must_ban

    @property
    def occupied(self) -> int:
        """The cells with a piece or a ban, and the forbidden ones, as bits of the geometry."""
        return self._occupied

    def pieces(self, player: Player) -> int:
        """Return the pieces of a player, as bits of the geometry."""
        return self._first if player is FIRST else self._second

    def landing_row(self, column: SupportsIndex) -> int | None:
        """Return the row on which the next piece lands, or None if the column cannot be played.

        >>> ff.Position.parse("7x6:44").landing_row(3)
        2
        """
        geometry = self._geometry
        column = self._checked_column(column)
        cell = self._landing & geometry.column_masks[column]
        return cell.bit_length() - 1 - column * geometry.stride if cell else None

    def cell(self, column: SupportsIndex, row: SupportsIndex) -> Content | None:
        """Return what lies on a cell, or None if it is free, as the bonus cell is at first.

        >>> position = ff.Position.parse("7x6-xd3:44")
        >>> str(position.cell(3, 0)), str(position.cell(3, 2)), position.cell(0, 0)
        ('FIRST', 'forbidden', None)
        """
        geometry = self._geometry
        across, up = as_int(column), as_int(row)
        if across is None or up is None:
            raise TypeError(
                f"a cell is two whole numbers, a column and a row, not {describe((column, row))}"
            )
        if not (0 <= across < geometry.columns and 0 <= up < geometry.rows):
            raise IndexError(
                f"cell {describe((across, up))} is off the board, whose cells are (0, 0) "
                f"to ({geometry.columns - 1}, {geometry.rows - 1})"
            )
        bit = geometry.bit((across, up))
        if not self._occupied & bit:
            return None
        if self._first & bit:
            return Content.FIRST
        if self._second & bit:
            return Content.SECOND
        return Content.FORBIDDEN if geometry.forbidden & bit else Content.BAN

    # A position as NumPy arrays; `arrays` says what each number means

    def array(self, *, mover: bool = False) -> "IntArray":
        """Return the cells as an array [row, column] of int8, row 0 at the bottom.

        mover: False to see the board as FIRST does: 1 is FIRST's piece, -1 SECOND's. True to see
            it as the player to move does: 1 is their own, -1 the opponent's. A free cell is 0, a
            ban 2 and a forbidden cell 3 for both.

        >>> ff.Position.parse("5x4:334").array()
        array([[ 0,  0,  1,  1,  0],
               [ 0,  0, -1,  0,  0],
               [ 0,  0,  0,  0,  0],
               [ 0,  0,  0,  0,  0]], dtype=int8)
        """
        return arrays.cell_array(self, mover)

    def planes(self) -> "BoolArray":
        """Return what the player to move sees as five planes [plane, row, column] of bool.

        0 their own pieces, 1 the opponent's, 2 bans and forbidden cells, 3 the bonus cell while
        it is free, 4 everywhere True if the next ply is a ban. Row 0 is at the bottom.

        >>> ff.Position.parse("5x4:334").planes().shape
        (5, 4, 5)
        """
        return arrays.plane_array(self)

    def legal_mask(self) -> "BoolArray":
        """Return an array of bool: whether each column can be played.

        >>> ff.Position.parse("5x4:3333").legal_mask()
        array([ True,  True, False,  True,  True])
        """
        return arrays.legal_array(self)

    # A position as text, picture and value

    def to_text(self) -> str:
        """Return the position as `RULES:MOVES`, which `parse` reads.

        >>> ff.Position.parse("4455").to_text()
        '7x6:4455'
        """
        return notation.format_position(self._rules.parts, self._moves)

    def __str__(self) -> str:
        return text.draw(self)

    def _repr_svg_(self) -> str:
        return picture.draw(self)

    def __repr__(self) -> str:
        return f"Position.parse('{self.to_text()}')"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._moves == other._moves and self._rules == other._rules

    def __hash__(self) -> int:
        return hash((self._rules, self._moves))

    def __copy__(self) -> "Position":
        return self  # it never changes

    def __deepcopy__(self, memo: object) -> "Position":
        return self

    def __reduce__(self) -> tuple[type["Position"], tuple[Rules, tuple[int, ...]]]:
        return Position, (self._rules, self._moves)

    def _checked_column(self, column: SupportsIndex) -> int:
        number = as_int(column)
        if number is None or not 0 <= number < self._geometry.columns:
            raise IllegalMove(self._refusal(column))
        return number

    def _label(self, column: int) -> str:
        return notation.column_label(column, self._geometry.columns)

    def _refusal(
        self,
        column: object,
        label: Callable[[int], str] = describe,
        counted: str = " (counted from 0)",
    ) -> str:
        """Return why a column cannot be played.

        label: how the message writes a column; `counted` says from which number it counts.
        """
        columns = self._geometry.columns
        number = as_int(column)
        if number is None:
            return (
                f"a column must be a whole number from 0 to {columns - 1}, not {describe(column)}"
            )
        if not 0 <= number < columns:
            return (
                f"column {label(number)} is not on the board, "
                f"whose columns are {label(0)} to {label(columns - 1)}"
            )
        if self._outcome is not None:
            over = f"cannot be played: the game is over, {self._outcome}"
            return f"column {label(number)}{counted} {over}"
        legal = ", ".join(label(legal) for legal in self.legal_columns)
        return f"column {label(number)}{counted} has no room; the columns with room are {legal}"


def as_position(position: Position | str) -> Position:
    """Return a position as it is, and the position that a text describes.

    Every public function that takes a position takes its text as well, by this one.
    """
    if isinstance(position, Position):
        return position
    if isinstance(position, str):
        return Position.parse(position)
    raise InvalidOption(
        f"a position is {describe(position)}, but must be a Position or its text, such as "
        "'7x6:4455'"
    )
