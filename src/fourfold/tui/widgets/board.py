"""The board on the screen: as large as fits, with a cursor, marks, hints and a falling piece.

      ▼             drop row: the cursor, in the colour and shape of what will fall
6  .  .  .  .       cells, each `Sprites.height` lines high; marks stand in the gaps
5  .  .  .  .
   1  2  3  4       labels
  +2  = -3  .       hints: a score for each column, `.` where it cannot be played
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import ClassVar

from rich.color import Color
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from fourfold.rules import Player, Position, Rules
from fourfold.rules.notation import Cell, column_label, row_label
from fourfold.rules.position import Content
from fourfold.tui.widgets.sprites import SIZES, SMALL, Rows, Sprites

_MARGIN = 4  # the row labels, and the gap before the first column
_EXTRA_LINES = 3  # drop row, labels, hints
_PARTS = (
    "plate", "hole", "first", "second", "ban", "bonus", "forbidden",
    "last", "win", "label", "cursor", "good", "even", "bad", "guess",
)  # fmt: skip


@cache
def _style(color: Color | None, bgcolor: Color | None = None, bold: bool = False) -> Style:
    """Return a style from a cache: a frame has hundreds, and making one takes longer."""
    return Style(color=color, bgcolor=bgcolor, bold=bold)


@dataclass(frozen=True, slots=True)
class Hint:
    """A column's entry in the hint row."""

    text: str
    kind: str
    """good, even, bad, guess"""


@dataclass(frozen=True, slots=True)
class FallingPiece:
    """A piece or ban that is falling: it is drawn on `row`, not yet on `target`."""

    content: Content
    column: int
    row: int
    target: int


@dataclass(frozen=True, slots=True)
class BoardView:
    """Everything that the board shows."""

    position: Position
    cursor: int | None = None
    """The column that a person has chosen, if one plays."""
    can_drop: bool = True
    """Whether the person can move now; then the cursor's piece and its landing cell are shown."""
    hints: Mapping[int, Hint] | None = None
    falling: FallingPiece | None = None
    is_lit: bool = True
    """Whether a winning line is lit; it blinks."""


def least_size(rules: Rules) -> Size:
    """Return the size of the smallest picture of a board."""
    return _size_of(rules, SMALL)


def _size_of(rules: Rules, sprites: Sprites) -> Size:
    return Size(_MARGIN + rules.columns * sprites.pitch, rules.rows * sprites.height + _EXTRA_LINES)


class Board(Widget, can_focus=True):
    """Shows a `BoardView`, and posts which column is pointed at and which is chosen."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"board--{part}" for part in _PARTS}

    class Pointed(Message):
        """Posted when the mouse moves over a column."""

        def __init__(self, column: int) -> None:
            self.column = column
            super().__init__()

    class Chosen(Message):
        """Posted when any cell of a column is clicked."""

        def __init__(self, column: int) -> None:
            self.column = column
            super().__init__()

    def __init__(self, view: BoardView, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._view = view
        self._frame: list[Strip] | None = None
        self._drawn_for = Size(0, 0)

    @property
    def view(self) -> BoardView:
        """The view that is shown."""
        return self._view

    def show(self, view: BoardView) -> None:
        """Show another view; only the lines that differ are drawn."""
        if view == self._view:
            return
        self._view = view
        if self._frame is None or self._drawn_for != self.size:
            self._frame = None
            self.refresh()
            return
        old, self._frame = self._frame, list(self._lines())
        top, width = self._origin[1], self.size.width
        changed = [
            Region(0, top + line, width, 1)
            for line, (before, after) in enumerate(zip(old, self._frame, strict=True))
            if before != after
        ]
        if changed:
            self.refresh(*changed)

    def change(self, **changes: object) -> None:
        """Replace some fields of the view."""
        self.show(replace(self._view, **changes))  # type: ignore[arg-type]

    # Where things are

    @property
    def sprites(self) -> Sprites:
        """The largest pictures for which there is room."""
        for sprites in SIZES:
            wanted = _size_of(self._view.position.rules, sprites)
            if wanted.width <= self.size.width and wanted.height <= self.size.height:
                return sprites
        return SMALL

    @property
    def _origin(self) -> tuple[int, int]:
        wanted = _size_of(self._view.position.rules, self.sprites)
        left = max(0, (self.size.width - wanted.width) // 2)
        return left, max(0, (self.size.height - wanted.height) // 2)

    def column_at(self, x: int, y: int) -> int | None:
        """Return the column at a place of the widget, or None."""
        left, top = self._origin
        wanted = _size_of(self._view.position.rules, self.sprites)
        if not top <= y < top + wanted.height:
            return None
        column, _ = divmod(x - left - _MARGIN, self.sprites.pitch)
        return column if 0 <= column < self._view.position.rules.columns else None

    def place_of(self, cell: Cell) -> tuple[int, int]:
        """Return the middle of a cell, as x and y in the widget."""
        left, top = self._origin
        column, row = cell
        sprites, rows = self.sprites, self._view.position.rules.rows
        return (
            left + _MARGIN + column * sprites.pitch + sprites.width // 2,
            top + 1 + (rows - 1 - row) * sprites.height + (sprites.height - 1) // 2,
        )

    # The mouse

    def on_mouse_move(self, event: events.MouseMove) -> None:
        column = self.column_at(event.x, event.y)
        if column is not None:
            self.post_message(self.Pointed(column))

    def on_click(self, event: events.Click) -> None:
        column = self.column_at(event.x, event.y)
        if column is not None:
            self.post_message(self.Chosen(column))

    # Drawing

    def on_resize(self) -> None:
        self._frame = None
        self.refresh()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._frame = None

    def render_line(self, y: int) -> Strip:
        if self._frame is None or self._drawn_for != self.size:
            self._frame = list(self._lines())
        top = self._origin[1]
        if top <= y < top + len(self._frame):
            return self._frame[y - top]
        return Strip.blank(self.size.width, self.rich_style)

    def _lines(self) -> Iterator[Strip]:
        self._drawn_for = self.size
        blank = self.rich_style
        margin = Segment(" " * self._origin[0], blank)
        styles = {part: self.get_component_rich_style(f"board--{part}") for part in _PARTS}
        for segments in _Renderer(self._view, self.sprites, styles, blank).lines():
            yield Strip([margin, *segments]).simplify().adjust_cell_length(self.size.width, blank)


class _Renderer:
    """Draws one view."""

    def __init__(
        self, view: BoardView, sprites: Sprites, styles: Mapping[str, Style], blank: Style
    ) -> None:
        self.view = view
        self.position = view.position
        self.rules = view.position.rules
        self.sprites = sprites
        self.styles = styles
        self.blank = blank
        self.plate = styles["plate"].bgcolor
        self.hole = styles["hole"].bgcolor
        self.winning = set(self.position.winning_cells) if view.falling is None else set()
        self.last = self.position.last_cell if view.falling is None else None
        self.ghost = self._ghost()

    def _ghost(self) -> Cell | None:
        column = self.view.cursor
        if column is None or self.view.falling is not None or not self.view.can_drop:
            return None
        row = self.position.landing_row(column)
        return None if row is None else (column, row)

    def lines(self) -> Iterator[list[Segment]]:
        yield self._drop_row()
        for row in reversed(range(self.rules.rows)):
            for line in range(self.sprites.height):
                yield self._cells(row, line)
        yield self._labels()
        yield self._hints()

    # The rows of text

    def _drop_row(self) -> list[Segment]:
        def arrow(column: int) -> tuple[str, Style]:
            if column != self.view.cursor or not self.view.can_drop:
                return "", self.blank
            if self.position.must_ban:
                return "▒", self._piece_style("ban")
            return ("●", "○")[self.position.turn.value], self._piece_style(self.position.turn.name)

        return self._row(" " * _MARGIN, arrow)

    def _labels(self) -> list[Segment]:
        def label(column: int) -> tuple[str, Style]:
            style = self.styles["cursor" if column == self.view.cursor else "label"]
            return column_label(column, self.rules.columns), style

        return self._row(" " * _MARGIN, label)

    def _hints(self) -> list[Segment]:
        hints = self.view.hints
        if hints is None:
            return [Segment(" " * (_MARGIN + self.rules.columns * self.sprites.pitch), self.blank)]

        def hint(column: int) -> tuple[str, Style]:
            found = hints.get(column)
            if found is None:
                return "." if self.position.landing_row(column) is None else "", self.blank
            return found.text, self.styles[found.kind]

        return self._row(" " * _MARGIN, hint)

    def _row(self, margin: str, text: Callable[[int], tuple[str, Style]]) -> list[Segment]:
        segments = [Segment(margin, self.styles["label"])]
        for column in range(self.rules.columns):
            words, style = text(column)
            segments.append(Segment(f"{words:^{self.sprites.width}} ", style))
        return segments

    # Cells

    def _cells(self, row: int, line: int) -> list[Segment]:
        middle = line == (self.sprites.height - 1) // 2
        label = f"{row_label(row):>2} " if middle else "   "
        segments = [Segment(label, self.styles["label"])]
        for column in range(self.rules.columns):
            segments.append(self._gap((column - 1, row), (column, row), middle))
            segments.extend(self._cell((column, row), line))
        segments.append(self._gap((self.rules.columns - 1, row), None, middle))
        return segments

    def _gap(self, left: Cell | None, right: Cell | None, middle: bool) -> Segment:
        """Return the plate between two cells; it marks the winning line and the last move."""
        if self.view.is_lit and (left in self.winning or right in self.winning):
            mark = ("[" if right in self.winning else "]") if middle else " "
            return Segment(
                mark, _style(color=self.styles["win"].color, bgcolor=self.plate, bold=True)
            )
        if middle and self.last is not None and self.last in (left, right):
            mark = "›" if right == self.last else "‹"
            return Segment(
                mark, _style(color=self.styles["last"].color, bgcolor=self.plate, bold=True)
            )
        return Segment(" ", _style(None, self.plate))

    def _cell(self, cell: Cell, line: int) -> list[Segment]:
        content = self._content(cell)
        behind = self.plate
        if cell in self.winning and self.view.is_lit:
            behind = self.styles["win"].bgcolor or behind
        match content:
            case None:
                return self._free(cell, line)
            case Content.FORBIDDEN:
                return [Segment(self.sprites.cross[line], self.styles["forbidden"])]
            case Content.BAN:
                style = _style(color=self.styles["ban"].color, bgcolor=self.hole)
                return [Segment(self.sprites.block[line], style)]
            case Content.FIRST:
                return self._piece(self.sprites.full, line, "first", behind)
            case _:
                return self._piece(self.sprites.ring, line, "second", behind)

    def _piece(self, picture: Rows, line: int, part: str, behind: Color | None) -> list[Segment]:
        colour = self.styles[part].color
        if self.sprites.is_tile:
            ink = self.styles[part].bgcolor
            return [Segment(picture[line], _style(color=ink, bgcolor=colour, bold=True))]
        # Inside a ring the hole behind the piece is seen, outside of it the plate.
        return [
            Segment(character, _style(color=colour, bgcolor=self.hole if disc == "█" else behind))
            for character, disc in zip(picture[line], self.sprites.full[line], strict=True)
        ]

    def _free(self, cell: Cell, line: int) -> list[Segment]:
        inner = self.sprites.star[line] if cell == self.rules.bonus else " " * self.sprites.width
        ink = self.styles["bonus"].color
        if self.sprites.is_tile and not inner.strip():
            inner, ink = " · ", self.plate
        if (
            cell == self.ghost
            and cell != self.rules.bonus
            and line == (self.sprites.height - 1) // 2
        ):
            inner = f"{'•':^{self.sprites.width}}"
            part = "ban" if self.position.must_ban else self.position.turn.name.lower()
            ink = self.styles[part].color
        if self.sprites.is_tile:
            return [Segment(inner, _style(color=ink, bgcolor=self.hole, bold=True))]
        return [
            Segment(plate, _style(color=self.plate, bgcolor=self.hole))
            if mark == " "
            else Segment(mark, _style(color=ink, bgcolor=self.hole, bold=True))
            for plate, mark in zip(self.sprites.hole[line], inner, strict=True)
        ]

    def _content(self, cell: Cell) -> Content | None:
        falling = self.view.falling
        if falling is not None and cell[0] == falling.column:
            here = self.position.cell(*cell)
            if cell[1] == falling.row and here is not Content.FORBIDDEN:
                return falling.content
            if cell[1] == falling.target:
                return None
        return self.position.cell(*cell)

    def _piece_style(self, part: str) -> Style:
        return _style(self.styles[part.lower()].color, self.blank.bgcolor, bold=True)


def content_of(player: Player, is_ban: bool) -> Content:
    """Return the content of a cell on which a player has dropped a piece or a ban."""
    return Content.BAN if is_ban else Content[player.name]
