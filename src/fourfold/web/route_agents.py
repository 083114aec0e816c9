"""The addresses for games in which agents think: hurry, and two agents' pause, step and pace."""

from fastapi import APIRouter, Request
from fastapi.responses import Response

from fourfold.rules import Player
from fourfold.web import actions, replies, schemas
from fourfold.web.actions import Action
from fourfold.web.house import House
from fourfold.web.route_games import Authorization, Id, address, json
from fourfold.web.seats import bearer


def agent_routes(router: APIRouter, house: House) -> None:
    """What can be told to agents at the board."""
    games, lobby = house.games, house.lobby

    async def act(request: Request, id: str, secret: str | None, action: Action) -> Player:
        snapshot, side = await house.thread(games.change, id, bearer(secret), action)
        lobby.asked(snapshot, side, address(request))
        return side

    def shown(id: str, side: Player) -> Response:
        channel = lobby.find(id)
        assert channel is not None  # somebody has just asked
        return json({**channel.snapshot.now(channel.present), "you": str(side)})

    @router.post("/api/games/{id}/hurry", response_model=replies.GameView)
    async def hurry(
        request: Request,
        id: Id,
        body: schemas.Nothing | None = None,
        authorization: Authorization = None,
    ) -> Response:
        """Let the agent that thinks move at once."""
        side = await act(request, id, authorization, actions.hurry)
        if not lobby.hurry(id):
            # It thinks in another process, which lets go of a game that has a new version.
            await act(request, id, authorization, actions.touch)
            lobby.move_now(id)
        return shown(id, side)

    @router.post("/api/games/{id}/pause", response_model=replies.GameView)
    async def pause(
        request: Request,
        id: Id,
        body: schemas.Nothing | None = None,
        authorization: Authorization = None,
    ) -> Response:
        """Let neither agent think."""
        side = await act(request, id, authorization, actions.pause)
        return shown(id, side)

    @router.post("/api/games/{id}/resume", response_model=replies.GameView)
    async def resume(
        request: Request,
        id: Id,
        body: schemas.Nothing | None = None,
        authorization: Authorization = None,
    ) -> Response:
        """Let the agents play on."""
        side = await act(request, id, authorization, actions.resume)
        return shown(id, side)

    @router.post("/api/games/{id}/step", response_model=replies.GameView)
    async def step(
        request: Request,
        id: Id,
        body: schemas.Nothing | None = None,
        authorization: Authorization = None,
    ) -> Response:
        """Let the agent that is to move make one move, and pause."""
        side = await act(request, id, authorization, actions.step)
        lobby.step(id)
        return shown(id, side)

    @router.post("/api/games/{id}/pace", response_model=replies.GameView)
    async def pace(
        request: Request, id: Id, body: schemas.Pace, authorization: Authorization = None
    ) -> Response:
        """Set the seconds between two moves."""
        side = await act(request, id, authorization, actions.pace(body.breath))
        return shown(id, side)
