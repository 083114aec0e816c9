"""How cells are drawn, in several sizes. No two kinds of cell differ by colour alone.

    small   ● ○ ▒ ╳ ★        middle   ▟█▙ ▟▀▙ ▒▒▒ ▀▄▀        large   ▗▄▄▄▖ ▗▄▄▄▖
                                      ▝▀▘ ▝▀▘ ▒▒▒ ▀ ▀                █████ █▌ ▐█
                                                                     ▝▀▀▀▘ ▝▀▀▀▘
FIRST's pieces are full, SECOND's are rings, bans are grey blocks, forbidden cells are closed and
crossed out, the bonus cell has a star.
"""

from dataclasses import dataclass

Rows = tuple[str, ...]

_NEGATIVE = str.maketrans("▗▖▝▘▟▙▜▛▄▀█ ", "▛▜▙▟▘▝▖▗▀▄ █")


@dataclass(frozen=True, slots=True)
class Sprites:
    """The pictures of one size. Each cell has a gap on its right, where marks go."""

    width: int
    """Of a cell, without the gap."""
    height: int
    full: Rows
    ring: Rows
    block: Rows
    cross: Rows
    star: Rows
    """Only the star itself; the hole is drawn around it."""
    is_tile: bool = False
    """Whether a piece is a character on a coloured tile, not a picture made of blocks."""
    hole: Rows = ()
    """What is left of the plate around a free cell: the negative of a full piece."""

    def __post_init__(self) -> None:
        negative = tuple(row.translate(_NEGATIVE) for row in self.full)
        object.__setattr__(self, "hole", negative)

    @property
    def pitch(self) -> int:
        """From one column to the next."""
        return self.width + 1


SMALL = Sprites(3, 1, (" ● ",), (" ○ ",), ("▒▒▒",), (" ╳ ",), (" ★ ",), is_tile=True)
MIDDLE = Sprites(
    3, 2,
    full=("▟█▙", "▝▀▘"),
    ring=("▟▀▙", "▝▀▘"),
    block=("▒▒▒", "▒▒▒"),
    cross=("▀▄▀", "▀ ▀"),
    star=(" ★ ", "   "),
)  # fmt: skip
LARGE = Sprites(
    5, 3,
    full=("▗▄▄▄▖", "█████", "▝▀▀▀▘"),
    ring=("▗▄▄▄▖", "█▌ ▐█", "▝▀▀▀▘"),
    block=("▒▒▒▒▒", "▒▒▒▒▒", "▒▒▒▒▒"),
    cross=("▀▄ ▄▀", "  █  ", "▄▀ ▀▄"),
    star=("     ", "  ★  ", "     "),
)  # fmt: skip
HUGE = Sprites(
    7, 4,
    full=(" ▗▄▄▄▖ ", "▟█████▙", "▜█████▛", " ▝▀▀▀▘ "),
    ring=(" ▗▄▄▄▖ ", "▟█   █▙", "▜█   █▛", " ▝▀▀▀▘ "),
    block=("▒▒▒▒▒▒▒",) * 4,
    cross=("▀▄   ▄▀", "  ▀▄▀  ", "  ▄▀▄  ", "▄▀   ▀▄"),
    star=("       ", " ▄▄█▄▄ ", " ▗▛▀▜▖ ", "       "),
)  # fmt: skip

SIZES = (HUGE, LARGE, MIDDLE, SMALL)
"""From the largest to the smallest."""
