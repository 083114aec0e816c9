"""Draws a position as an SVG picture, for notebooks, pages and print.

The picture can be read without its colours: FIRST's pieces carry a ring, SECOND's a plus, a ban a
bar, a forbidden cell is a closed tile with an X and the bonus cell a star. Every element has a
class (`hole`, `piece first`, `piece second`, `ban`, `forbidden`, `bonus`, `last`, `line`) so
that pages can restyle it and tests can count it. There are no ids, which would clash when a
page holds several boards, and the file refers to nothing outside of it.
"""

from html import escape
from math import cos, pi, sin
from typing import TYPE_CHECKING

from fourfold.rules import notation
from fourfold.rules.notation import Cell
from fourfold.rules.text import status_in_words

if TYPE_CHECKING:
    from fourfold.rules.position import Position

_CELL = 60
_PIECE = 24
_LEFT, _TOP, _RIGHT, _BOTTOM = 40, 54, 18, 42
_FRAME = 8

_CARD = "#f3f6fb"
_INK = "#33435c"
_PALE_INK = "#6a7a93"
_PLATE, _PLATE_EDGE = "#2b63c4", "#1d4896"
_HOLE, _HOLE_EDGE = "#f3f6fb", "#1d4896"
_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))

Point = tuple[float, float]


def draw(position: "Position") -> str:
    """Return the board as an SVG document."""
    rules = position.rules
    width = _LEFT + rules.columns * _CELL + _RIGHT
    height = _TOP + rules.rows * _CELL + _BOTTOM
    cells = [(column, row) for column in range(rules.columns) for row in range(rules.rows)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" '
            f'height="{height}" viewBox="0 0 {width} {height}" '
            'font-family="system-ui, Segoe UI, Helvetica, Arial, sans-serif">',
            f"<title>{escape(_title(position))}</title>",
            f"<desc>{escape(_description(position))}</desc>",
            f'<rect width="{width}" height="{height}" rx="16" fill="{_CARD}"/>',
            *_heading(position, width),
            *_labels(position, height),
            *_plate(position),
            *(_drawn_cell(position, cell) for cell in cells),
            *_last_move(position),
            *_lines(position),
            "</svg>",
        ]
    )


# The board, from the back to the front


def _heading(position: "Position", width: int) -> list[str]:
    x, y = _LEFT - _FRAME + 13, _TOP // 2 - 3
    size = 16 if position.rules.columns > 5 else 14
    outcome = position.outcome
    player = position.turn if outcome is None else outcome.winner
    icon = ""
    if position.must_ban:
        icon = _ban((0, 0))
    elif player is not None:
        icon = _piece(player.name, (0, 0))
    text_x = x + 19 if icon else _LEFT
    words, rules = status_in_words(position), _short_rules(position)
    heading = [
        f'<text x="{text_x}" y="{y + 5}" font-size="{size}" font-weight="600" fill="{_INK}">'
        f"{escape(words)}</text>",
    ]
    if icon:
        heading.append(f'<g class="turn" transform="translate({x} {y}) scale(.46)">{icon}</g>')
    # The widths of the letters are estimated; on the narrowest boards there is no room for the
    # rules.
    if text_x + 9.5 * len(words) + 8 * len(rules) < width - _RIGHT:
        heading.append(
            f'<text x="{width - _RIGHT}" y="{y + 5}" font-size="13" text-anchor="end" '
            f'fill="{_PALE_INK}">{escape(rules)}</text>'
        )
    return heading


def _labels(position: "Position", height: int) -> list[str]:
    rules = position.rules
    style = f'font-size="15" font-weight="600" fill="{_PALE_INK}" text-anchor="middle"'
    columns = [
        f'<text class="label" x="{_centre((column, 0), position)[0]}" y="{height - 14}" '
        f"{style}>{notation.column_label(column, rules.columns)}</text>"
        for column in range(rules.columns)
    ]
    rows = [
        f'<text class="label" x="{(_LEFT - _FRAME) / 2 + 1:g}" '
        f'y="{_centre((0, row), position)[1] + 5}" '
        f"{style}>{notation.row_label(row)}</text>"
        for row in range(rules.rows)
    ]
    return columns + rows


def _plate(position: "Position") -> list[str]:
    width = position.rules.columns * _CELL + 2 * _FRAME
    height = position.rules.rows * _CELL + 2 * _FRAME
    x, y = _LEFT - _FRAME, _TOP - _FRAME
    return [
        f'<rect x="{x}" y="{y + 4}" width="{width}" height="{height}" rx="16" '
        f'fill="{_PLATE_EDGE}"/>',
        f'<rect class="plate" x="{x}" y="{y}" width="{width}" height="{height}" rx="16" '
        f'fill="{_PLATE}"/>',
    ]


def _drawn_cell(position: "Position", cell: Cell) -> str:
    centre = _centre(cell, position)
    content = position.cell(*cell)
    if content is None:
        free = _hole(centre)
        return free + _star(centre) if cell == position.rules.bonus else free
    match content.name:
        case "FORBIDDEN":
            return _forbidden(centre)
        case "BAN":
            return _hole(centre) + _ban(centre)
        case player:
            return _hole(centre) + _piece(player, centre)


def _last_move(position: "Position") -> list[str]:
    if position.last_cell is None:
        return []
    x, y = _centre(position.last_cell, position)
    return [
        f'<circle class="last" cx="{x}" cy="{y}" r="{_PIECE + 2}" fill="none" stroke="#fff" '
        'stroke-width="4"/>'
    ]


def _lines(position: "Position") -> list[str]:
    drawn = []
    for start, end in _runs(position):
        (x1, y1), (x2, y2) = _centre(start, position), _centre(end, position)
        ends = f'x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke-linecap="round"'
        drawn.append(
            f'<g class="line"><line {ends} stroke="#fff" stroke-width="13" opacity=".92"/>'
            f'<line {ends} stroke="#14213d" stroke-width="6"/></g>'
        )
    return drawn


def _runs(position: "Position") -> list[tuple[Cell, Cell]]:
    """Return the two end cells of every winning line, which may be longer than four."""
    # All winning cells belong to one player, so any four of them in a row are a winning line.
    winning = set(position.winning_cells)
    runs = []
    for across, up in _DIRECTIONS:
        for column, row in sorted(winning):
            if (column - across, row - up) in winning:
                continue
            length = 1
            while (column + length * across, row + length * up) in winning:
                length += 1
            if length >= 4:
                end = (column + (length - 1) * across, row + (length - 1) * up)
                runs.append(((column, row), end))
    return runs


# What lies on the cells


def _hole(centre: Point) -> str:
    x, y = centre
    return (
        f'<circle class="hole" cx="{x}" cy="{y}" r="{_PIECE}" fill="{_HOLE}" '
        f'stroke="{_HOLE_EDGE}" stroke-width="3"/>'
    )


def _piece(player: str, centre: Point) -> str:
    x, y = centre
    if player == "FIRST":
        return (
            f'<g class="piece first"><circle cx="{x}" cy="{y}" r="{_PIECE}" fill="#ffd23f" '
            f'stroke="#c58a00" stroke-width="3"/><circle cx="{x}" cy="{y}" r="12" fill="none" '
            'stroke="#c58a00" stroke-width="4.5"/></g>'
        )
    return (
        f'<g class="piece second"><circle cx="{x}" cy="{y}" r="{_PIECE}" fill="#d7263d" '
        f'stroke="#8c0f22" stroke-width="3"/><path d="M{x - 12} {y}h24M{x} {y - 12}v24" '
        'stroke="#ffe3e6" stroke-width="5.5" stroke-linecap="round"/></g>'
    )


def _ban(centre: Point) -> str:
    x, y = centre
    return (
        f'<g class="ban"><circle cx="{x}" cy="{y}" r="{_PIECE}" fill="#8d97a6" '
        f'stroke="#4c5666" stroke-width="3"/><path d="M{x - 13} {y}h26" stroke="#2b3340" '
        'stroke-width="9"/></g>'
    )


def _forbidden(centre: Point) -> str:
    x, y = centre
    cross = f'd="M{x - 13} {y - 13}l26 26m0 -26l-26 26" stroke-linecap="round"'
    return (
        f'<g class="forbidden"><rect x="{x - 26}" y="{y - 26}" width="52" height="52" rx="10" '
        f'fill="#dfe6f2" stroke="{_PLATE_EDGE}" stroke-width="3"/>'
        f'<path {cross} stroke="#d7263d" stroke-width="9"/></g>'
    )


def _star(centre: Point) -> str:
    x, y = centre
    corners = []
    for corner in range(10):
        radius = 19 if corner % 2 == 0 else 8
        angle = corner * pi / 5
        corners.append(f"{x + radius * sin(angle):.1f},{y - radius * cos(angle):.1f}")
    return (
        f'<polygon class="bonus" points="{" ".join(corners)}" fill="#7b4fd0" '
        'stroke="#4d2a96" stroke-width="2" stroke-linejoin="round"/>'
    )


def _centre(cell: Cell, position: "Position") -> tuple[int, int]:
    column, row = cell
    upside_down = position.rules.rows - 1 - row
    return _LEFT + column * _CELL + _CELL // 2, _TOP + upside_down * _CELL + _CELL // 2


# The picture in words


def _title(position: "Position") -> str:
    return f"Connect Four on {_short_rules(position)}: {status_in_words(position)}"


def _short_rules(position: "Position") -> str:
    text = str(position.rules)
    return text if len(text) <= 18 else f"{position.rules.columns}x{position.rules.rows}"


def _description(position: "Position") -> str:
    rules = position.rules
    held: dict[str, list[str]] = {"FIRST": [], "SECOND": [], "BAN": [], "FORBIDDEN": []}
    for column in range(rules.columns):
        for row in range(rules.rows):
            content = position.cell(column, row)
            if content is not None:
                held[content.name].append(notation.format_cell((column, row)))
    sentences = [f"{rules.columns} columns and {rules.rows} rows"]
    for name, words in (
        ("FIRST", "FIRST has"),
        ("SECOND", "SECOND has"),
        ("BAN", "There is a ban on"),
        ("FORBIDDEN", "Forbidden:"),
    ):
        if held[name]:
            sentences.append(f"{words} {', '.join(held[name])}")
    if rules.bonus is not None and position.cell(*rules.bonus) is None:
        sentences.append(f"The bonus cell is {notation.format_cell(rules.bonus)}")
    if position.last_cell is not None:
        sentences.append(f"The last move went to {notation.format_cell(position.last_cell)}")
    if position.winning_cells:
        cells = ", ".join(notation.format_cell(cell) for cell in position.winning_cells)
        sentences.append(f"The winning line is {cells}")
    sentences.append(status_in_words(position))
    return ". ".join(sentences) + "."
