"""The addresses for games in which agents think: hurry, and two agents' pause, step and pace."""

from fastapi import APIRouter
from fastapi.responses import Response

from fourfold.rules import Player
from fourfold.web import actions, replies, schemas
from fourfold.web.asking import Asking, json, shown
from fourfold.web.house import House


def agent_routes(router: APIRouter, house: House) -> None:
    """What can be told to agents at the board."""
    lobby = house.lobby

    def as_it_is_now(id: str, side: Player) -> Response:
        channel = lobby.find(id)
        assert channel is not None  # somebody has just asked
        return json(shown(house, channel.snapshot, side))

    @router.post("/api/games/{id}/hurry", response_model=replies.GameView)
    async def hurry(asker: Asking, body: schemas.Nothing | None = None) -> Response:
        """Let the agent that thinks move at once."""
        _, side = await asker.change(actions.hurry)
        if not lobby.hurry(asker.id):
            # It thinks in another process, which lets go of a game that has a new version.
            await asker.change(actions.touch)
            lobby.move_now(asker.id)
        return as_it_is_now(asker.id, side)

    @router.post("/api/games/{id}/pause", response_model=replies.GameView)
    async def pause(asker: Asking, body: schemas.Nothing | None = None) -> Response:
        """Let neither agent think."""
        return await asker.act(actions.pause)

    @router.post("/api/games/{id}/resume", response_model=replies.GameView)
    async def resume(asker: Asking, body: schemas.Nothing | None = None) -> Response:
        """Let the agents play on."""
        return await asker.act(actions.resume)

    @router.post("/api/games/{id}/step", response_model=replies.GameView)
    async def step(asker: Asking, body: schemas.Nothing | None = None) -> Response:
        """Let the agent that is to move make one move, and pause."""
        _, side = await asker.change(actions.step)
        lobby.step(asker.id)
        return as_it_is_now(asker.id, side)

    @router.post("/api/games/{id}/pace", response_model=replies.GameView)
    async def pace(asker: Asking, body: schemas.Pace) -> Response:
        """Set the seconds between two moves."""
        return await asker.act(actions.pace(body.breath))
