"""The opponents as the page offers them."""

from dataclasses import asdict
from functools import cache

from fourfold.agents.opponents import (
    Opponent,
    first_opponent,
    list_opponents,
    recognise_opponent,
)
from fourfold.game import Participant
from fourfold.web.api.responses import FaceView, Ladder, OpponentView


@cache
def ladder_view() -> Ladder:
    """Show every opponent, the weakest first."""
    return Ladder(
        first=first_opponent().id, opponents=[_view(opponent) for opponent in list_opponents()]
    )


def opponent_id(player: Participant) -> str | None:
    """Return the id of the opponent that a player is; None if it is none of the ladder."""
    found = recognise_opponent(player.name, player.agent)
    return None if found is None else found.id


def _view(opponent: Opponent) -> OpponentView:
    return OpponentView(
        id=opponent.id,
        name=opponent.name,
        sentence=opponent.sentence,
        what=opponent.what,
        agent=opponent.agent,
        rating=opponent.rating.elo,
        error=opponent.rating.error,
        games=opponent.rating.games,
        face=FaceView(**asdict(opponent.face)),
    )
