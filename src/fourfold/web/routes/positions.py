"""The addresses of boards and positions, which need no game."""

from typing import Annotated

from fastapi import APIRouter, Query

from fourfold.errors import InvalidOption
from fourfold.rules import STANDARD, Position, Rules
from fourfold.web.api import responses
from fourfold.web.api.requests import LONGEST_TEXT
from fourfold.web.api.views.games import position_view, rules_view
from fourfold.web.routes.dependencies import PositionText
from fourfold.web.services import Services


def add_routes(router: APIRouter, services: Services) -> None:
    """Add the addresses of boards and positions."""

    @router.get("/api/rules")
    async def rules(
        text: Annotated[str | None, Query(max_length=LONGEST_TEXT)] = None,
        random: Annotated[int | None, Query(ge=0, lt=2**64, description="a seed")] = None,
        bonus: Annotated[bool, Query(description="not a forbidden but a bonus cell")] = False,
    ) -> responses.RulesView:
        """A board by its text, or one drawn at random."""
        if random is not None:
            if text is not None:
                raise InvalidOption("text and random cannot be asked for together")
            return rules_view(Rules.random(random, bonus=bonus))
        return rules_view(STANDARD if text is None else Rules.parse(text))

    @router.get("/api/positions/{position}")
    async def position(position: PositionText) -> responses.GameView:
        """Any position, in the form of a game."""
        return position_view(Position.parse(position))
