"""What many addresses need to know of a request: which game, from where, with which secret."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any

from fastapi import Depends, Header, Path, Request
from starlette.exceptions import HTTPException

from fourfold.rules import Player
from fourfold.web.api.requests import LONGEST_TEXT
from fourfold.web.api.responses import GameView
from fourfold.web.api.views.snapshots import Snapshot
from fourfold.web.play.actions import Action
from fourfold.web.play.identities import HEADER, player_id
from fourfold.web.play.seats import bearer, find_seat
from fourfold.web.quotas.clients import Client, client_of
from fourfold.web.services import Services
from fourfold.web.thinking.search_jobs import ClientJobs, SearchJob

PositionText = Annotated[str, Path(max_length=LONGEST_TEXT, description="`RULES:MOVES`")]
Id = Annotated[str, Path(max_length=64, description="The name of a game.")]
Authorization = Annotated[str | None, Header(description="`Bearer SECRET`: the secret of a seat.")]

_CHECK = 0.2  # seconds between two checks whether the client is still there
_CLIENT_CLOSED = 499  # what nginx writes down for a client that hung up

PlayerCode = Annotated[
    str | None, Header(alias=HEADER, max_length=64, description="The code of the player's browser.")
]


def limited(kind: str) -> Any:
    """Return a dependency that counts a request, which is refused if it comes too often.

    kind: one of the rates of `--limit`.
    """

    async def count(request: Request) -> None:
        services: Services = request.app.state.services
        services.rates.count(kind, client_of(request))

    return Depends(count)


def show(services: Services, snapshot: Snapshot, side: Player | None = None) -> GameView:
    """Show a game to a side, with whoever is there."""
    return snapshot.now(services.hub.presence(snapshot.stored.id), side)


class Caller:
    """Whoever sends a request about a game, with the secret of a seat or without."""

    def __init__(self, services: Services, id: str, secret: str | None, client: Client) -> None:
        self.services = services
        self.id = id
        self.secret = secret
        self.client = client

    def side(self, snapshot: Snapshot) -> Player | None:
        """Return the side whose secret the caller has, if any."""
        return find_seat(snapshot.stored, self.secret)

    async def change(self, action: Action, version: int | None = None) -> tuple[Snapshot, Player]:
        """Change the game for the caller's side; return the new snapshot and that side."""
        games, hub = self.services.games, self.services.hub
        snapshot, side = await self.services.run_in_thread(
            games.change, self.id, self.secret, action, version
        )
        hub.publish(snapshot, side, self.client)
        return snapshot, side

    async def act(self, action: Action, version: int | None = None) -> GameView:
        """Change the game for the caller's side, and show it."""
        snapshot, side = await self.change(action, version)
        return show(self.services, snapshot, side)


async def _caller(request: Request, id: Id, authorization: Authorization = None) -> Caller:
    services: Services = request.app.state.services
    return Caller(services, id, bearer(authorization), client_of(request))


CallerDep = Annotated[Caller, Depends(_caller)]


async def _player(code: PlayerCode = None) -> str | None:
    return player_id(code)


PlayerDep = Annotated[str | None, Depends(_player)]
"""The id of the player whose browser sends a request; None if it does not say."""


@asynccontextmanager
async def awaited(request: Request, job: SearchJob[Any], jobs: ClientJobs) -> AsyncIterator[None]:
    """Wait until a job is done; it is ended when the client leaves, and in any case afterwards."""
    try:
        while not job.answer.done():
            await asyncio.wait({job.answer}, timeout=_CHECK)
            if not job.answer.done() and await request.is_disconnected():
                raise HTTPException(_CLIENT_CLOSED)  # nobody reads this
        yield
    finally:
        jobs.end(job)
