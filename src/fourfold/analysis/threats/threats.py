"""Threats: the free cells that would complete four for a player, and what follows from them."""

from dataclasses import dataclass

from fourfold.analysis.threats.plans import Plan, find_plans, lowest_cells, single_cells
from fourfold.rules import FIRST, SECOND, Player, Position
from fourfold.rules.geometry import Geometry, geometry_of
from fourfold.rules.notation import Cell
from fourfold.rules.position import as_position


@dataclass(frozen=True, slots=True)
class Threat:
    """A free cell where a piece of a player would complete four.

    >>> (threat,) = ff.threats("7x6:454545").of(ff.FIRST)
    >>> threat.cell, threat.is_landing, threat.lines
    ((3, 3), True, (((3, 0), (3, 1), (3, 2), (3, 3)),))
    """

    player: Player
    """Whose threat it is."""
    cell: Cell
    """The cell, (column, row) from 0."""
    lines: tuple[tuple[Cell, ...], ...]
    """Every four that the cell would complete, the cell among them."""
    is_landing: bool
    """Whether it can be played now."""
    favours: Player
    """Who would get the cell if every other cell were filled first, one piece a turn."""

    @property
    def is_odd(self) -> bool:
        """Return True if it lies on an odd row, counted from 1 at the bottom."""
        return self.cell[1] % 2 == 0

    @property
    def is_favourable(self) -> bool:
        """Return True if the count of the cells favours the player whose threat it is."""
        return self.favours is self.player


@dataclass(frozen=True, slots=True)
class Zugzwang:
    """Who has to play below a threat once all other cells are filled, one piece a turn."""

    player: Player
    """Who runs out of other moves."""
    quiet_cells: int
    """How many cells can be filled before that."""
    columns: tuple[int, ...]
    """The columns that are left then: each has a threat above its next cell."""


@dataclass(frozen=True, slots=True)
class Threats:
    """The threats of both players in a position, and what follows from them.

    >>> found = ff.threats("7x6:4455")
    >>> found.of(ff.FIRST), found.of(ff.SECOND)
    ((), ())
    >>> found = ff.threats("7x6:44553")
    >>> [threat.cell for threat in found.of(ff.FIRST)]
    [(1, 0), (5, 0)]
    """

    position: Position
    """The position that was read."""
    first: tuple[Threat, ...]
    """The threats of FIRST; `of` asks by player."""
    second: tuple[Threat, ...]
    """The threats of SECOND."""
    stacked: tuple[tuple[Threat, Threat], ...]
    """Two threats of one player, the second on the next playable cell above the first."""
    unsafe_first: tuple[int, ...]
    """The columns that FIRST cannot afford; `unsafe_columns` asks by player."""
    unsafe_second: tuple[int, ...]
    """The columns that SECOND cannot afford."""
    zugzwang: Zugzwang | None
    """None if no column is held up by a threat, or while a ban may still change who is to move."""
    plans: tuple[Plan, ...]
    """Plans that hold for the player who has just moved."""

    def of(self, player: Player) -> tuple[Threat, ...]:
        """Return the threats of a player, by column and then by row."""
        return self.first if player is FIRST else self.second

    def unsafe_columns(self, player: Player) -> tuple[int, ...]:
        """List the columns that a player cannot afford: the opponent would win right above."""
        return self.unsafe_first if player is FIRST else self.unsafe_second

    @property
    def closed_columns(self) -> tuple[int, ...]:
        """The columns that nobody can afford to play in."""
        return tuple(column for column in self.unsafe_first if column in self.unsafe_second)


def threats(position: Position | str) -> Threats:
    """Find the threats of both players, whom they favour, and the plans that hold.

    Right for every board, with forbidden cells and bans. Parity and zugzwang count the cells that
    are free now; while the bonus cell is free, a ban can still change them.

    >>> [threat.cell for threat in ff.threats("7x6:44553").of(ff.FIRST)]
    [(1, 0), (5, 0)]
    """
    position = as_position(position)
    geometry = geometry_of(position.rules)
    free = geometry.playable & ~position.occupied
    is_over = position.outcome is not None
    landing = 0 if is_over else geometry.landing_cells(position.occupied)
    cells = {p: geometry.completing_cells(position.pieces(p)) & free for p in Player}
    found = {p: _threats_of(position, p, cells[p], landing) for p in Player}
    by_cell = {(each.player, each.cell): each for p in Player for each in found[p]}
    stacked = []
    for each in by_cell.values():
        above = geometry.cells(geometry.next_above(geometry.bit(each.cell)))
        if above and (each.player, above[0]) in by_cell:
            stacked.append((each, by_cell[each.player, above[0]]))
    return Threats(
        position,
        found[FIRST],
        found[SECOND],
        tuple(stacked),
        _unsafe(position, FIRST, landing, cells),
        _unsafe(position, SECOND, landing, cells),
        None if is_over else _zugzwang(position, free, cells[FIRST] | cells[SECOND]),
        find_plans(position),
    )


def threat_cells(position: Position) -> dict[Player, tuple[Cell, ...]]:
    """List each player's threats: the free cells where their piece would complete four.

    A threat need not be a landing cell yet; `Position.landing_row` says which cells are.
    """
    geometry = geometry_of(position.rules)
    free = geometry.playable & ~position.occupied
    return {
        player: geometry.cells(geometry.completing_cells(position.pieces(player)) & free)
        for player in Player
    }


def next_to_place(position: Position) -> tuple[Player, int]:
    """Return who drops the next piece, and how many cells are free then.

    They are those of now, but for a ban that is due: the opponent moves after it.
    """
    geometry = geometry_of(position.rules)
    free = (geometry.playable & ~position.occupied).bit_count()
    return (position.turn.other, free - 1) if position.must_ban else (position.turn, free)


def favoured_player(position: Position, cell: Cell) -> Player:
    """Return who gets a free cell if every other column is filled first, one piece a turn.

    The cell is then the last but those above it: what counts is whether the number of free cells,
    less those above it, is odd.
    """
    geometry = geometry_of(position.rules)
    mover, free = next_to_place(position)
    above = geometry.above(geometry.bit(cell)).bit_count()
    return mover if (free - above) % 2 else mover.other


def _threats_of(position: Position, player: Player, cells: int, landing: int) -> tuple[Threat, ...]:
    geometry = geometry_of(position.rules)
    pieces = position.pieces(player)
    return tuple(
        Threat(
            player,
            geometry.cells(bit)[0],
            _lines(geometry, pieces | bit, bit),
            bool(bit & landing),
            favoured_player(position, geometry.cells(bit)[0]),
        )
        for bit in single_cells(cells)
    )


def _lines(geometry: Geometry, pieces: int, cell: int) -> tuple[tuple[Cell, ...], ...]:
    """List every four among these pieces that runs through a cell."""
    lines = []
    for step in geometry.steps:
        for place in range(4):
            start = cell >> (place * step)
            four = sum(start << (distance * step) for distance in range(4))
            if start and four & pieces == four and four & cell:
                lines.append(geometry.cells(four))
    return tuple(lines)


def _unsafe(
    position: Position, player: Player, landing: int, threats: dict[Player, int]
) -> tuple[int, ...]:
    """List the columns in which a player's next piece or ban lets the opponent win right above.

    Not one where the piece wins itself, and not the bonus cell: its ban can fill the cell above.
    """
    geometry = geometry_of(position.rules)
    drops_ban = position.must_ban and player is position.turn
    saved = 0 if drops_ban else threats[player] | geometry.bonus
    cells = single_cells(landing & ~saved)
    above = threats[player.other]
    return tuple(
        (cell.bit_length() - 1) // geometry.stride
        for cell in cells
        if geometry.next_above(cell) & above
    )


def _zugzwang(position: Position, free: int, threats: int) -> Zugzwang | None:
    """Count the cells that can be filled before somebody has to play below a threat.

    A column is held up from the cell below its lowest threat upwards, unless that threat can be
    played now: then the column is no matter of waiting.
    """
    geometry = geometry_of(position.rules)
    if position.must_ban or geometry.bonus & ~position.occupied:
        return None
    landing = geometry.landing_cells(position.occupied)
    held = 0
    columns = []
    for threat in single_cells(lowest_cells(geometry, threats)):
        if threat & landing:
            return None
        column = (threat.bit_length() - 1) // geometry.stride
        below = free & geometry.column_masks[column] & (threat - 1)
        held |= (1 << (below.bit_length() - 1)) | threat | geometry.above(threat)
        columns.append(column)
    if not columns:
        return None
    quiet = (free & ~held).bit_count()
    mover = position.turn
    return Zugzwang(mover if quiet % 2 == 0 else mover.other, quiet, tuple(columns))
