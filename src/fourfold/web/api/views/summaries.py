"""Games in lists, and how people fared against agents."""

from fourfold.game import Ending, Participant
from fourfold.rules import Content, Player, Position
from fourfold.store import StoredGame, Summary
from fourfold.web.api.responses import GameSummary, SummaryPlayer, SummaryResult
from fourfold.web.api.views.opponents import opponent_id
from fourfold.web.api.views.texts import (
    encodable,
    mode_name,
    optional_side,
    side_name,
    timestamp,
    title,
)

_SYMBOLS = {
    Content.FIRST: "1",
    Content.SECOND: "2",
    Content.BAN: "#",
    Content.FORBIDDEN: "x",
}


def summary_view(game: Summary, viewer: str | None = None) -> GameSummary:
    """Show a game in a list.

    viewer: the id of the player who asks.
    """
    first, second = (_player(game.players[side.value], side) for side in Player)
    position = Position.parse(game.position)
    mine = (side for side in Player if viewer and game.identities[side.value] == viewer)
    return GameSummary(
        id=game.id,
        mode=mode_name(game.players),
        rules=game.rules,
        position=game.position,
        players=(first, second),
        plies=game.plies,
        result=_result(game.ending),
        board=board_rows(position),
        line_cells=list(position.winning_cells),
        you=[side_name(side) for side in mine],
        accuracy=game.accuracy,
        created=timestamp(game.created),
        updated=timestamp(game.updated),
    )


def stored_summary_view(stored: StoredGame) -> GameSummary:
    """Show a game in a list, from the whole of it."""
    record = stored.record
    return summary_view(
        Summary(
            stored.id,
            stored.version,
            str(record.rules),
            record.to_text(),
            record.players,
            len(record.plies),
            record.ending,
            record.began,
            stored.created,
            stored.updated,
        )
    )


def board_rows(position: Position) -> list[str]:
    """Draw a position as rows of characters, the top row first."""
    rules = position.rules

    def symbol(column: int, row: int) -> str:
        content = position.cell(column, row)
        if content is None:
            return "*" if (column, row) == rules.bonus else "."
        return _SYMBOLS[content]

    return [
        "".join(symbol(column, row) for column in range(rules.columns))
        for row in reversed(range(rules.rows))
    ]


def _player(player: Participant, side: Player) -> SummaryPlayer:
    return SummaryPlayer(
        side=side_name(side),
        name=encodable(player.name),
        agent=player.agent,
        title=encodable(title(player, side)),
        opponent=opponent_id(player),
    )


def _result(ending: Ending | None) -> SummaryResult | None:
    if ending is None:
        return None
    return SummaryResult(winner=optional_side(ending.winner), reason=str(ending.reason))
