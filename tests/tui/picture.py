"""A screen as an SVG picture that looks the same everywhere.

Blocks and frames are drawn as shapes and not as characters: fonts leave gaps between them, and
nobody knows which font a reader has. For the same reason no text begins or ends with a space.
"""

import html
import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from rich.color import Color, blend_rgb
from rich.color_triplet import ColorTriplet
from rich.style import Style
from textual.strip import Strip

WIDTH, HEIGHT = 10, 20  # of a character
MARGIN, TITLE = 10, 36

# Which quarters of its cell a block fills: upper left, upper right, lower left, lower right.
_QUARTERS = {
    " ": "    ", "▘": "#   ", "▝": " #  ", "▀": "##  ", "▖": "  # ", "▌": "# # ", "▞": " ## ",
    "▛": "### ", "▗": "   #", "▚": "#  #", "▐": " # #", "▜": "## #", "▄": "  ##", "▙": "# ##",
    "▟": " ###", "█": "####",
}  # fmt: skip
_SHADE = "▒"
# x, y, width and height of thin blocks, in parts of the cell.
_THIN = {
    "▔": (0, 0, 1, 1 / 8), "▁": (0, 7 / 8, 1, 1 / 8), "▊": (0, 0, 3 / 4, 1), "▎": (0, 0, 1 / 4, 1),
}  # fmt: skip
_FRAMES = {
    "─": "M0 10H10", "│": "M5 0V20", "╭": "M5 20V15Q5 10 10 10", "╮": "M5 20V15Q5 10 0 10",
    "╰": "M5 0V5Q5 10 10 10", "╯": "M5 0V5Q5 10 0 10",
}  # fmt: skip

_DEFAULT = ColorTriplet(0xDF, 0xE6, 0xF3), ColorTriplet(0x11, 0x16, 0x1F)

Cell = tuple[str, ColorTriplet, ColorTriplet, bool]
"""A character, its colour, what is behind it, and whether it is bold."""


def picture(strips: Iterable[Strip], title: str) -> str:
    """The lines of a screen as SVG."""
    rows = [list(_cells(strip)) for strip in strips]
    columns = max(map(len, rows))
    width = columns * WIDTH + 2 * MARGIN
    height = len(rows) * HEIGHT + TITLE + MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">',
        f"<title>{html.escape(title)}</title>",
        f'<rect width="{width}" height="{height}" rx="8" fill="#292929"/>',
        '<g stroke="none"><circle cx="20" cy="18" r="6" fill="#ff5f57"/>'
        '<circle cx="40" cy="18" r="6" fill="#febc2e"/>'
        '<circle cx="60" cy="18" r="6" fill="#28c840"/></g>',
        f'<text x="{width // 2}" y="23" text-anchor="middle" fill="#c5c8c6"'
        f' font-family="sans-serif" font-size="14" font-weight="bold">{html.escape(title)}</text>',
        f'<g transform="translate({MARGIN} {TITLE})">',
        '<g shape-rendering="crispEdges">',
        *_blocks(rows),
        *_thin_blocks(rows),
        "</g>",
        '<g fill="none" stroke-width="1.5">',
        *_frames(rows),
        "</g>",
        '<g font-family="Menlo, Consolas, \'DejaVu Sans Mono\', monospace" font-size="16">',
        *_texts(rows),
        "</g>",
        "</g>",
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _cells(strip: Strip) -> Iterator[Cell]:
    for text, style, _ in strip:
        style = style or Style()
        front, back = _colour(style.color, 0), _colour(style.bgcolor, 1)
        if style.reverse:
            front, back = back, front
        if style.dim:
            front = blend_rgb(back, front, 0.6)
        for character in text:
            yield character, front, back, bool(style.bold)


def _colour(color: Color | None, default: int) -> ColorTriplet:
    return _DEFAULT[default] if color is None or color.is_default else color.get_truecolor()


def _blocks(rows: list[list[Cell]]) -> Iterator[str]:
    """Everything that is behind the characters, and the blocks, from quarters of cells."""
    grid: list[list[ColorTriplet]] = []
    for row in rows:
        for half in (0, 2):
            line: list[ColorTriplet] = []
            for character, front, back, _ in row:
                if character == _SHADE:
                    line += [blend_rgb(back, front, 0.55)] * 2
                else:
                    quarters = _QUARTERS.get(character, _QUARTERS[" "])
                    line += [front if quarters[half + q] == "#" else back for q in (0, 1)]
            grid.append(line)
    open_runs: dict[tuple[int, int, ColorTriplet], int] = {}  # place, width, colour -> first line
    for y, line in enumerate([*grid, []]):
        runs = list(_runs(line))
        for run in [run for run in open_runs if run not in runs]:
            yield _rectangle(run, open_runs.pop(run), y)
        for run in runs:
            open_runs.setdefault(run, y)


def _runs(line: list[ColorTriplet]) -> Iterator[tuple[int, int, ColorTriplet]]:
    place = 0
    for colour, group in groupby(line):
        width = len(list(group))
        yield place, width, colour
        place += width


def _rectangle(run: tuple[int, int, ColorTriplet], top: int, bottom: int) -> str:
    place, width, colour = run
    x, y = place * WIDTH // 2, top * HEIGHT // 2
    size = f'width="{width * WIDTH // 2}" height="{(bottom - top) * HEIGHT // 2}"'
    return f'<rect x="{x}" y="{y}" {size} fill="{colour.hex}"/>'


def _thin_blocks(rows: list[list[Cell]]) -> Iterator[str]:
    for y, row in enumerate(rows):
        place = 0
        for (character, front), group in groupby(row, key=lambda cell: cell[:2]):
            count = len(list(group))
            if character in _THIN:
                left, top, width, height = _THIN[character]
                for x in range(place, place + count) if width < 1 else [place]:
                    across = width * WIDTH if width < 1 else count * WIDTH
                    yield (
                        f'<rect x="{(x + left) * WIDTH:g}" y="{(y + top) * HEIGHT:g}"'
                        f' width="{across:g}" height="{height * HEIGHT:g}" fill="{front.hex}"/>'
                    )
            place += count


def _frames(rows: list[list[Cell]]) -> Iterator[str]:
    for y, row in enumerate(rows):
        for x, (character, front, _, _) in enumerate(row):
            if character in _FRAMES:
                where = f'transform="translate({x * WIDTH} {y * HEIGHT})"'
                yield f'<path {where} d="{_FRAMES[character]}" stroke="{front.hex}"/>'


def _texts(rows: list[list[Cell]]) -> Iterator[str]:
    shapes = _QUARTERS.keys() | _THIN.keys() | _FRAMES.keys() | {_SHADE}
    for y, row in enumerate(rows):
        place = 0
        for (front, is_bold), group in groupby(row, key=lambda cell: (cell[1], cell[3])):
            text = "".join(" " if cell[0] in shapes else cell[0] for cell in group)
            weight = ' font-weight="bold"' if is_bold else ""
            for found in re.finditer(r"\S+(?: \S+)*", text):
                words, x = found[0], (place + found.start()) * WIDTH
                # A single sign stands in the middle of its cell, however wide the font has it.
                where = (
                    f'x="{x}" textLength="{len(words) * WIDTH}"'
                    if len(words) > 1
                    else f'x="{x + WIDTH // 2}" text-anchor="middle"'
                )
                yield (
                    f'<text {where} y="{y * HEIGHT + 15}" fill="{front.hex}"{weight}>'
                    f"{html.escape(words, quote=False)}</text>"
                )
            place += len(text)
