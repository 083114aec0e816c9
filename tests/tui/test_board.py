"""The board: what stands where, in every size, and a piece that falls."""

from collections.abc import Iterator

import pytest
from rich.color import Color
from rich.style import Style

from fourfold.rules import FIRST, Position, Rules
from fourfold.rules.position import Content
from fourfold.tui.screens.game import GameScreen
from fourfold.tui.widgets.board import (
    _PARTS,
    Board,
    BoardView,
    FallingPiece,
    Hint,
    _Renderer,
    content_of,
    least_size,
)
from fourfold.tui.widgets.sprites import HUGE, LARGE, MIDDLE, SIZES, SMALL, Sprites

from .driver import Driver, drive, record

STYLES = {
    part: Style(color=f"#{number:06x}", bgcolor=f"#{number + 100:06x}")
    for number, part in enumerate(_PARTS, start=1)
}


def drawn(view: BoardView, sprites: Sprites = SMALL) -> list[str]:
    """The lines of a view, as characters."""
    pen = _Renderer(view, sprites, STYLES, Style())
    return ["".join(segment.text for segment in line).rstrip() for line in pen.lines()]


# Sprites


@pytest.mark.parametrize("sprites", SIZES, ids=["huge", "large", "middle", "small"])
def test_every_picture_has_its_size_and_its_own_shape(sprites: Sprites) -> None:
    pictures = {
        name: getattr(sprites, name) for name in ("full", "ring", "block", "cross", "star", "hole")
    }
    for name, rows in pictures.items():
        assert len(rows) == sprites.height, name
        assert {len(row) for row in rows} == {sprites.width}, name
    if sprites.is_tile:
        del pictures["hole"]  # a dot is drawn in its place
    assert len(set(pictures.values())) == len(pictures)


def test_a_hole_is_the_negative_of_a_piece() -> None:
    assert MIDDLE.hole == ("▘ ▝", "▙▄▟")
    assert LARGE.hole == ("▛▀▀▀▜", "     ", "▙▄▄▄▟")
    assert HUGE.hole[0] == "█▛▀▀▀▜█"


def test_the_largest_board_fits_into_80_by_24() -> None:
    width, height = least_size(Rules(12, 12))
    assert width <= 80 - 28
    assert height <= 24 - 3


# Drawing


def test_everything_on_a_small_board() -> None:
    position = Position.parse("6x4-xc1-be2:5554")
    hints = {0: Hint("+3", "good"), 1: Hint("=", "even"), 3: Hint("42%", "guess")}
    assert drawn(BoardView(position, cursor=0, hints=hints)) == [
        "     ○",
        " 4   ·   ·   ·   ·   ·   ·",
        " 3   ·   ·   ·   ·  ▒▒▒  ·",
        " 2   ·   ·   ·   ·   ○   ·",
        " 1   •   ·   ╳ › ● ‹ ●   ·",
        "     1   2   3   4   5   6",
        "    +3   =      42%",
    ]


def test_the_ban_is_shown_before_it_falls_and_after() -> None:
    position = Position.parse("5x4-bc1:3")
    assert position.must_ban
    assert drawn(BoardView(position, cursor=4))[0].strip() == "▒"
    assert drawn(BoardView(position.play(4)))[4] == " 1   ·   ·   ●   · ›▒▒▒‹"


def test_a_line_that_wins_is_marked_and_blinks() -> None:
    position = Position.parse("5x4:1212121")
    marked = drawn(BoardView(position))
    assert [line[3:7] for line in marked[1:5]] == ["[ ● ", "[ ● ", "[ ● ", "[ ● "]
    assert marked[4] == " 1 [ ● ] ○   ·   ·   ·"
    assert "[" not in "".join(drawn(BoardView(position, is_lit=False)))


def test_columns_that_are_full_have_a_point_among_the_hints() -> None:
    position = Position.parse("4x4:1212212112"[:-2])
    full = next(c for c in range(4) if position.landing_row(c) is None)
    hints = {c: Hint("=", "even") for c in position.legal_columns}
    row = drawn(BoardView(position, hints=hints))[-1]
    assert row[4 + 4 * full : 8 + 4 * full].strip() == "."


def test_no_cursor_no_ghost() -> None:
    position = Position.parse("4x4:")
    assert "•" not in "".join(drawn(BoardView(position)))
    assert "•" not in "".join(drawn(BoardView(position, cursor=1, can_drop=False)))
    assert "•" in "".join(drawn(BoardView(position, cursor=1)))


def falls(position: Position, content: Content) -> Iterator[list[str]]:
    """Every frame of the last move's fall."""
    cell = position.last_cell
    assert cell is not None
    for row in range(position.rules.rows - 1, cell[1] - 1, -1):
        yield drawn(BoardView(position, falling=FallingPiece(content, cell[0], row, cell[1])))


def test_a_piece_falls_through_the_forbidden_cell() -> None:
    position = Position.parse("4x4-xb2:2")
    column = [
        [line[8:11].strip() for line in frame[1:5]] for frame in falls(position, Content.FIRST)
    ]
    assert column == [
        ["●", "·", "╳", "·"],
        ["·", "●", "╳", "·"],
        ["·", "·", "╳", "·"],  # behind it
        ["·", "·", "╳", "●"],
    ]


def test_what_falls() -> None:
    assert content_of(FIRST, is_ban=False) is Content.FIRST
    assert content_of(FIRST, is_ban=True) is Content.BAN


# On the screen


def test_pieces_stand_out_from_the_board_without_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    """No two that meet are of about the same grey."""

    async def script(at: Driver) -> None:
        board = at.game_screen._board
        style = {part: board.get_component_rich_style(f"board--{part}") for part in _PARTS}
        behind = [style["plate"].bgcolor, style["hole"].bgcolor]
        for part in ("first", "second", "ban", "bonus", "forbidden", "last", "cursor"):
            for other in behind if part != "forbidden" else behind[:1]:
                assert abs(grey(style[part].color) - grey(other)) > 60, (part, at.app.theme)

    monkeypatch.setenv("NO_COLOR", "1")
    drive(script, record())


def grey(color: Color | None) -> float:
    assert color is not None
    red, green, blue = color.get_truecolor()
    return 0.299 * red + 0.587 * green + 0.114 * blue


def test_a_piece_is_seen_to_fall_and_a_line_to_blink() -> None:
    seen: list[BoardView] = []

    class Watched(Board):
        def show(self, view: BoardView) -> None:
            seen.append(view)
            super().show(view)

    async def script(at: Driver) -> None:
        screen = at.game_screen
        screen._board.__class__ = Watched
        await at.press("7")
        await at.until(lambda: screen._board.view.falling is None)
        rows = [view.falling.row for view in seen if view.falling is not None]
        assert sorted(set(rows), reverse=True) == [5, 4, 3, 2, 1, 0]
        assert rows == sorted(rows, reverse=True)
        await at.until(lambda: any(not view.is_lit for view in seen))
        await at.until(lambda: screen._board.view.is_lit and not screen._blinks)

    drive(script, record("7x6:445566"), animated=True)


def test_the_next_move_does_not_wait_for_a_piece_that_falls() -> None:
    async def script(at: Driver) -> None:
        await at.pilot.press("4", "4", "5", "5", "6", "6", "7")
        await at.until(lambda: isinstance(at.app.screen, GameScreen))
        assert at.moves == "7x6:4455667"
        assert at.status == "FIRST wins: four in line!"

    drive(script, record(), animated=True)
