"""The addresses of boards and positions, which need no game."""

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response
from pydantic import Field

from fourfold.errors import InvalidOption
from fourfold.game import Record
from fourfold.game.json_lines import encode, record_lines
from fourfold.game.variations import MOST_LINES, variations_beside
from fourfold.rules import STANDARD, Position, Rules
from fourfold.web.api import responses
from fourfold.web.api.requests import LONGEST_TEXT
from fourfold.web.api.views.games import position_view, rules_view
from fourfold.web.routes.dependencies import PositionText
from fourfold.web.services import Services

Variations = Annotated[
    tuple[Annotated[str, Field(max_length=LONGEST_TEXT)], ...],
    Query(max_length=MOST_LINES, description="The moves of a variation, from the empty board."),
]


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
    async def position(position: PositionText, variation: Variations = ()) -> responses.GameView:
        """Any position, in the form of a game, with variations of the moves that led to it."""
        board = Position.parse(position)
        return position_view(board, _beside(board, variation))

    @router.get(
        "/api/positions/{position}/record",
        response_class=Response,
        responses={200: {"content": {"application/jsonl": {}}}},
    )
    async def record(position: PositionText, variation: Variations = ()) -> Response:
        """The moves that led to a position as a file, with variations beside them."""
        board = Position.parse(position)
        kept = _beside(board, variation)
        data = encode(record_lines(replace(Record.from_position(board), variations=kept)))
        name = f'attachment; filename="fourfold-{board.to_text().replace(":", "-")}.jsonl"'
        return Response(data, media_type="application/jsonl", headers={"Content-Disposition": name})


def _beside(board: Position, texts: tuple[str, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the moves of variations, in order; an error says which of them cannot be played."""
    lines = [Position.parse(text, board.rules).moves for text in texts]
    return variations_beside(Position(board.rules), board.moves, lines)
