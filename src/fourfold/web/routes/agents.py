"""The addresses of agents: who there is, and what can be done with those in a game."""

from fastapi import APIRouter

from fourfold.rules import Player
from fourfold.web.api import requests, responses
from fourfold.web.api.views.agents import agent_views
from fourfold.web.api.views.opponents import ladder_view
from fourfold.web.play import actions
from fourfold.web.routes.dependencies import CallerDep, show
from fourfold.web.services import Services


def add_routes(router: APIRouter, services: Services) -> None:
    """Add the list of agents, and hurry, pause, resume, step and pace for those in a game."""
    hub = services.hub

    def current(id: str, side: Player) -> responses.GameView:
        channel = hub.channel(id)
        assert channel is not None  # the caller is present
        return show(services, channel.snapshot, side)

    @router.get("/api/agents")
    async def agents() -> list[responses.AgentView]:
        """The agents to play against."""
        return agent_views()

    @router.get("/api/opponents")
    async def opponents() -> responses.Ladder:
        """The opponents to play against, the weakest first."""
        return ladder_view()

    @router.post("/api/games/{id}/hurry")
    async def hurry(
        caller: CallerDep, body: requests.EmptyBody | None = None
    ) -> responses.GameView:
        """Let the agent that thinks move at once."""
        _, side = await caller.change(actions.hurry)
        if not hub.hurry(caller.id):
            # It thinks in another process, which cancels its turn once the game has a new version.
            await caller.change(actions.touch)
            hub.move_now(caller.id)
        return current(caller.id, side)

    @router.post("/api/games/{id}/pause")
    async def pause(
        caller: CallerDep, body: requests.EmptyBody | None = None
    ) -> responses.GameView:
        """Pause the agents."""
        return await caller.act(actions.pause)

    @router.post("/api/games/{id}/resume")
    async def resume(
        caller: CallerDep, body: requests.EmptyBody | None = None
    ) -> responses.GameView:
        """Let the agents play on."""
        return await caller.act(actions.resume)

    @router.post("/api/games/{id}/step")
    async def step(caller: CallerDep, body: requests.EmptyBody | None = None) -> responses.GameView:
        """Let the agent that is to move make one move, and pause."""
        _, side = await caller.change(actions.step)
        hub.step(caller.id)
        return current(caller.id, side)

    @router.post("/api/games/{id}/pace")
    async def pace(caller: CallerDep, body: requests.Pace) -> responses.GameView:
        """Set the seconds between two moves."""
        return await caller.act(actions.pace(body.move_delay))
