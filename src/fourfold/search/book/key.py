"""Computes the key of a position: the number under which a book stores it.

A board is written as digits, column after column, each column's pieces from the bottom up and a
0 before every column but the first. A 1 is a piece of FIRST, a 2 one of SECOND (or the ban).
Read in base 3 this is the key: 7x6:4455 is

    columns   - - - 12 12 - -      digits   0 0 0 1 2 0 1 2 0 0      key   1260

The keys of positions with few pieces are small and close together, which makes a book compact.
Forbidden cells are the same in every position and not written. On a board with a bonus cell the
key is multiplied by (columns * rows + 1), and 1 + column * rows + row of the ban is added.

On a symmetric board a position and its mirror image share the smaller of their two keys. Keys are
unique among the positions of one board and one ply; the ply itself is not in the key.
"""

from typing import Any

from fourfold.rules import Position, Rules
from fourfold.rules.geometry import geometry_of
from fourfold.support.checks import whole_number

_KEY_BITS = 64


class KeyMaker:
    """Computes the keys of the positions of one board, up to a ply."""

    def __init__(self, rules: Rules, plies: int) -> None:
        geometry = geometry_of(rules)
        most = deepest(rules)
        plies = whole_number(f"the number of plies of a book on {rules}", plies, 0, most)
        self.rules = rules
        self.plies = plies
        self.is_symmetric = rules.is_symmetric
        self._geometry = geometry
        self._field = (1 << geometry.stride) - 1
        stride = geometry.stride
        forbidden = [geometry.forbidden >> (c * stride) & self._field for c in self._columns]
        # Most columns of a board are alike, and tall ones have large tables: make each once.
        tables = {cells: _column_table(cells, rules.rows, plies) for cells in forbidden}
        self._tables = [(c * stride, tables[cells]) for c, cells in enumerate(forbidden)]

    @property
    def _columns(self) -> range:
        return range(self.rules.columns)

    def key(self, position: Position) -> int:
        """Return the key of a position of these rules, which must not be deeper than the book."""
        board: Any = position.key
        first, second, occupied, _, _ = board
        # The sum marks the top of each column, so that its field determines all of its pieces.
        fields = first + occupied
        field = self._field
        parts = [table[fields >> shift & field] for shift, table in self._tables]
        key = 0
        for power, digits in parts:
            key = key * power + digits
        if self._geometry.bonus:
            ban = occupied & ~(first | second | self._geometry.forbidden)
            key = self._with_ban(key, ban, mirrored=False)
        if not self.is_symmetric:
            return key
        mirrored = 0
        for power, digits in reversed(parts):
            mirrored = mirrored * power + digits
        if self._geometry.bonus:
            mirrored = self._with_ban(mirrored, ban, mirrored=True)
        return mirrored if mirrored < key else key

    def _with_ban(self, key: int, ban: int, mirrored: bool) -> int:
        columns, rows = self.rules.columns, self.rules.rows
        place = 0
        if ban:
            column, row = divmod(ban.bit_length() - 1, self._geometry.stride)
            place = 1 + (columns - 1 - column if mirrored else column) * rows + row
        return key * (columns * rows + 1) + place


def deepest(rules: Rules) -> int:
    """Return the greatest ply of a book: its keys fit into 64 bits, and a cell is still free."""
    plies = max(0, rules.playable_cells - 1)
    while plies and _largest_key(rules, plies) >> _KEY_BITS:
        plies -= 1
    return plies


def _largest_key(rules: Rules, plies: int) -> int:
    places = 1 if rules.bonus is None else rules.columns * rules.rows + 1
    return int(3 ** (plies + rules.columns - 1)) * places


def _column_table(forbidden: int, rows: int, plies: int) -> dict[int, tuple[int, int]]:
    """Map a column's field (FIRST's pieces + all occupied cells) to its power and digits.

    The power is 3 to the number of the digits, the 0 before them included.
    """
    piles = [(0, forbidden, 1, 0)]  # FIRST's pieces, occupied cells, power of the digits, digits
    table = {}
    for _ in range(min(rows, plies) + 1):
        higher = []
        for first, occupied, power, digits in piles:
            table[first + occupied] = (power * 3, digits)
            landing = (occupied + 1) & ~occupied & (1 << rows) - 1
            if landing:
                longer = (occupied | landing, power * 3)
                higher.append((first | landing, *longer, digits * 3 + 1))
                higher.append((first, *longer, digits * 3 + 2))
        piles = higher
    return table
