"""Lines that were not played, as the page sees them."""

from fourfold.game import Record
from fourfold.rules import Position
from fourfold.rules.notation import column_label, format_moves
from fourfold.web.api.responses import Kind, LinePlyView, VariationView
from fourfold.web.api.views.texts import side_name


def line_view(position: Position, line: tuple[int, ...]) -> list[LinePlyView]:
    """Show the plies of a line from a position, as far as they can be played."""
    views = []
    for column in line:
        row = position.landing_row(column)
        if row is None or position.outcome is not None:
            break
        kind: Kind = "ban" if position.must_ban else "piece"
        views.append(
            LinePlyView(
                column=column,
                row=row,
                label=column_label(column, position.rules.columns),
                side=side_name(position.turn),
                kind=kind,
            )
        )
        position = position.play(column)
    return views


def variation_views(record: Record) -> list[VariationView]:
    """Show the variations of a game, each from where it leaves the game."""
    return [_variation(record, record.opening + line) for line in record.variations]


def _variation(record: Record, moves: tuple[int, ...]) -> VariationView:
    played = record.moves
    pairs = enumerate(zip(moves, played, strict=False))
    after = next((ply for ply, (own, other) in pairs if own != other), None)
    if after is None:
        after = min(len(moves), len(played))
    return VariationView(
        moves=format_moves(moves, record.rules.columns),
        after=after,
        plies=line_view(Position(record.rules, moves[:after]), moves[after:]),
    )
