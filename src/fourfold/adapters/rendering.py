"""Shows a position in the render modes of Gymnasium and PettingZoo.

human       prints the board as text
ansi        returns that text
rgb_array   returns a picture, (height, width, 3) uint8, the top row first

The picture is drawn with NumPy alone, from a tile for each kind of cell, and can be read without
its colours: FIRST's pieces carry a ring, SECOND's a plus, a ban a bar, a forbidden cell is a tile
with an X and the bonus cell a diamond. The last piece has a white edge, the cells of a winning line
a dark dot.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from fourfold.errors import InvalidOption, describe
from fourfold.rules import Position

RENDER_MODES = ["human", "ansi", "rgb_array"]
RENDER_FPS = 2

_CELL = 48
_FINER = 4  # each pixel is the mean of so many by so many points, which makes edges smooth
_PLATE, _FREE = (43, 99, 196), (243, 246, 251)
_FIRST, _FIRST_MARK = (255, 210, 63), (197, 138, 0)
_SECOND, _SECOND_MARK = (215, 38, 61), (255, 227, 230)
_BAN, _BAN_MARK = (141, 151, 166), (43, 51, 64)
_FORBIDDEN, _FORBIDDEN_MARK = (223, 230, 242), (215, 38, 61)
_BONUS, _LAST, _LINE = (123, 79, 208), (255, 255, 255), (20, 33, 61)

Frame = NDArray[np.uint8]
Colour = tuple[int, int, int]


def checked_render_mode(mode: str | None) -> str | None:
    """Return a render mode, or refuse it."""
    if mode is not None and mode not in RENDER_MODES:
        raise InvalidOption(
            f"the render mode is {describe(mode)}, but must be {', '.join(RENDER_MODES)} or None"
        )
    return mode


def render(position: Position, mode: str | None) -> str | Frame | None:
    """Show a position; None where nothing is returned."""
    if mode == "ansi":
        return f"{position}\n"
    if mode == "rgb_array":
        return draw(position)
    if mode == "human":
        print(f"{position}\n", flush=True)
    return None


def draw(position: Position) -> Frame:
    """Return a picture of the board."""
    rules = position.rules
    lines = set(position.winning_cells)
    rows = []
    for row in reversed(range(rules.rows)):
        tiles = []
        for column in range(rules.columns):
            cell = (column, row)
            content = position.cell(column, row)
            name = "free" if content is None else content.name
            if content is None and cell == rules.bonus:
                name = "bonus"
            tiles.append(_tile(name, cell == position.last_cell, cell in lines))
        rows.append(np.concatenate(tiles, axis=1))
    return np.concatenate(rows)


@cache
def _tile(name: str, is_last: bool, in_line: bool) -> Frame:
    """Draw one cell, from the back to the front."""
    side = _CELL * _FINER
    across = (np.arange(side) + 0.5) / side * 2 - 1  # from -1 to 1
    x, y = across[np.newaxis], across[:, np.newaxis]
    radius = np.hypot(x, y)
    points = np.empty((side, side, 3))
    points[:] = _PLATE

    def paint(where: NDArray[np.bool_], colour: Colour) -> None:
        points[where] = colour

    disc = radius < 0.8
    plus = ((abs(x) < 0.1) & (abs(y) < 0.42)) | ((abs(y) < 0.1) & (abs(x) < 0.42))
    cross = (abs(abs(x) - abs(y)) < 0.2) & (abs(x) < 0.5) & (abs(y) < 0.5)
    paint(disc, _FREE)
    match name:
        case "bonus":
            paint(abs(x) + abs(y) < 0.55, _BONUS)
        case "FORBIDDEN":
            paint((abs(x) < 0.86) & (abs(y) < 0.86), _FORBIDDEN)
            paint(cross, _FORBIDDEN_MARK)
        case "BAN":
            paint(disc, _BAN)
            paint((abs(y) < 0.16) & (abs(x) < 0.45), _BAN_MARK)
        case "FIRST":
            paint(disc, _FIRST)
            paint((radius > 0.34) & (radius < 0.48), _FIRST_MARK)
        case "SECOND":
            paint(disc, _SECOND)
            paint(plus, _SECOND_MARK)
    if is_last:
        paint((radius > 0.76) & (radius < 0.9), _LAST)
    if in_line:
        paint(radius < 0.24, _LINE)
    blocks = points.reshape(_CELL, _FINER, _CELL, _FINER, 3)
    tile: Frame = blocks.mean(axis=(1, 3)).round().astype(np.uint8)
    return tile
