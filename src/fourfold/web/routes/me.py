"""The address of the player themselves: what their games add up to."""

import time
from typing import Annotated

from fastapi import APIRouter, Query

from fourfold.errors import InvalidOption
from fourfold.web.api.me_responses import Me
from fourfold.web.api.views.me import me_view
from fourfold.web.play.identities import HEADER
from fourfold.web.routes.dependencies import PlayerDep, limited
from fourfold.web.services import Services

_A_DAY = 14 * 60  # minutes: no clock is further from UTC
Offset = Annotated[
    int, Query(ge=-_A_DAY, le=_A_DAY, description="Minutes by which your clock is ahead of UTC.")
]


def known_player(player: str | None) -> str:
    """Return the id of the player who asks; InvalidOption if the request does not say who."""
    if player is None:
        raise InvalidOption(f"this is about one player: say who you are in the header {HEADER}")
    return player


def add_routes(router: APIRouter, services: Services) -> None:
    """Add what is about the player who asks."""

    @router.get("/api/me", dependencies=[limited("search")])
    async def me(player: PlayerDep, offset: Offset = 0) -> Me:
        """Your rating, streaks, days and opponents."""
        id = known_player(player)
        return await services.run_search(_read, services, id, offset)


def _read(services: Services, player: str, offset: int) -> Me:
    return me_view(services.store.load_results(player), offset, time.time())
