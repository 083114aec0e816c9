"""Games in lists, and how people fared against agents."""

from fourfold.game import Ending, Participant
from fourfold.rules import Player
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


def summary_view(game: Summary) -> GameSummary:
    """Show a game in a list."""
    first, second = (_player(game.players[side.value], side) for side in Player)
    return GameSummary(
        id=game.id,
        mode=mode_name(game.players),
        rules=game.rules,
        position=game.position,
        players=(first, second),
        plies=game.plies,
        result=_result(game.ending),
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
