"""The addresses of what does not change: agents, rules, positions."""

from typing import Annotated

from fastapi import APIRouter, Path, Query
from fastapi.responses import Response

import fourfold
from fourfold.errors import InvalidOption
from fourfold.rules import STANDARD, Position, Rules
from fourfold.web import replies
from fourfold.web.agents import agent_views
from fourfold.web.house import House
from fourfold.web.route_games import REFUSALS, json
from fourfold.web.schemas import LONGEST_TEXT
from fourfold.web.views import dump, position_view, rules_view

PositionText = Annotated[str, Path(max_length=LONGEST_TEXT, description="`RULES:MOVES`")]


def study_routes(house: House) -> APIRouter:
    """Everything that needs no game."""
    router = APIRouter(responses=REFUSALS)

    @router.get("/healthz", response_model=replies.Health)
    async def healthz() -> Response:
        """Whether the server and its database work."""
        await house.thread(house.store.check)
        return json({"status": "ok", "version": fourfold.__version__})

    @router.get("/api/agents", response_model=list[replies.AgentView])
    async def agents() -> Response:
        """Whom there is to play against."""
        return Response(dump(agent_views()), media_type="application/json")

    @router.get("/api/rules", response_model=replies.RulesView)
    async def rules(
        text: Annotated[str | None, Query(max_length=LONGEST_TEXT)] = None,
        random: Annotated[int | None, Query(ge=0, lt=2**64, description="a seed")] = None,
        bonus: Annotated[bool, Query(description="not a forbidden but a bonus cell")] = False,
    ) -> Response:
        """A board by its text, or one drawn at random."""
        if random is not None:
            if text is not None:
                raise InvalidOption("text and random cannot be asked for together")
            return json(rules_view(Rules.random(random, bonus=bonus)))
        return json(rules_view(STANDARD if text is None else Rules.parse(text)))

    @router.get("/api/positions/{position}", response_model=replies.GameView)
    async def position(position: PositionText) -> Response:
        """Any position, in the form of a game."""
        return json(position_view(Position.parse(position)))

    return router
