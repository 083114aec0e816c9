"""The addresses of the lobby: who looks for a game, and how they find each other."""

from typing import Annotated

from fastapi import APIRouter, Path, Request
from fastapi.responses import Response

from fourfold.web.api import lobby_responses, requests, responses
from fourfold.web.api.views.lobby import lobby_view, seek_view
from fourfold.web.api.views.seats import seats_view
from fourfold.web.live.event_stream import EventStream
from fourfold.web.play.seats import bearer
from fourfold.web.quotas.clients import client_of
from fourfold.web.routes.dependencies import Authorization, PlayerDep, limited, show
from fourfold.web.routes.games import EVENTS
from fourfold.web.services import Services

SeekId = Annotated[str, Path(max_length=64, description="The name of a seek.")]


def add_routes(router: APIRouter, services: Services) -> None:
    """Add everything that is about the lobby."""
    lobby, hub = services.lobby, services.lobby_hub

    @router.get("/api/lobby")
    async def read() -> lobby_responses.LobbyView:
        """Those who look for a game now."""
        return lobby_view(await services.run_in_thread(lobby.list))

    @router.post("/api/lobby", status_code=201, dependencies=[limited("create")])
    async def seek(body: requests.NewSeek, player: PlayerDep) -> lobby_responses.CreatedSeek:
        """Look for a game; the seek lasts while the stream below is open with its secret."""
        seek, secret = await services.run_in_thread(lobby.seek, body, player)
        await hub.refresh()
        return lobby_responses.CreatedSeek(seek=seek_view(seek), secret=secret)

    @router.get(
        "/api/lobby/events",
        status_code=200,
        dependencies=[limited("stream")],
        response_class=EventStream,
        responses={200: {"model": lobby_responses.LobbyEvents, "content": EVENTS}},
    )
    async def events(request: Request, authorization: Authorization = None) -> Response:
        """The lobby at once and after every change, as server-sent events.

        `lobby` has everybody, `match` the game of the seek whose secret is sent along.
        """
        with services.streams.open(client_of(request)) as slot:
            subscriber = await hub.subscribe(bearer(authorization))
            return EventStream(subscriber, lambda: hub.unsubscribe(subscriber), slot)

    @router.post("/api/lobby/{id}/join", status_code=201, dependencies=[limited("create")])
    async def join(
        request: Request, id: SeekId, body: requests.Join, player: PlayerDep
    ) -> responses.CreatedGame:
        """Play with somebody who looks for a game; the answer has the secret of the seat."""
        snapshot, secrets = await services.run_in_thread(lobby.join, id, body.name, player)
        await hub.refresh()
        (side,) = secrets
        services.hub.publish(snapshot, side, client_of(request))
        return responses.CreatedGame(game=show(services, snapshot, side), seats=seats_view(secrets))

    @router.post("/api/lobby/{id}/withdraw")
    async def withdraw(
        id: SeekId, body: requests.EmptyBody | None = None, authorization: Authorization = None
    ) -> lobby_responses.LobbyView:
        """Stop looking for a game."""
        await services.run_in_thread(lobby.withdraw, id, bearer(authorization))
        await hub.refresh()
        return lobby_view(await services.run_in_thread(lobby.list))
