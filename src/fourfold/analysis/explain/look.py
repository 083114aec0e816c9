"""What can be seen on the board without a search: threats, and what follows at once."""

from fourfold.rules import Player, Position
from fourfold.rules.geometry import geometry_of
from fourfold.rules.notation import Cell


def threats_of(position: Position, player: Player) -> tuple[Cell, ...]:
    """List the free cells that would complete four for a player."""
    geometry = geometry_of(position.rules)
    cells = geometry.completing_cells(position.pieces(player)) & geometry.playable
    return geometry.cells(cells & ~position.occupied)


def landing_threats(position: Position, player: Player) -> tuple[Cell, ...]:
    """List the threats of a player that a piece can be dropped on now."""
    geometry = geometry_of(position.rules)
    cells = geometry.completing_cells(position.pieces(player))
    return geometry.cells(cells & geometry.landing_cells(position.occupied))


def above(position: Position, cell: Cell) -> Cell | None:
    """Return the next playable cell above a cell."""
    geometry = geometry_of(position.rules)
    cells = geometry.cells(geometry.next_above(geometry.bit(cell)))
    return cells[0] if cells else None


def wins_after_every_reply(position: Position, player: Player) -> bool:
    """Return True if a player, whose opponent is to move, wins at once after every reply."""
    for column in position.legal_columns:
        reply = position.play(column)
        if reply.outcome is not None:
            return False
        replies = [reply.play(c) for c in reply.legal_columns] if reply.must_ban else [reply]
        for answered in replies:
            if answered.outcome is not None or not landing_threats(answered, player):
                return False
    return True
