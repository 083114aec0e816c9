"""The addresses of reviews: what every ply of a game kept or gave away, as it is found out."""

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from fourfold.errors import GameError
from fourfold.game import Record
from fourfold.web.api.review_responses import ReviewEvents
from fourfold.web.live.event_stream import EventStream
from fourfold.web.routes.dependencies import CallerDep, PositionText, address
from fourfold.web.services import Services

_STREAM: dict[str, Any] = {
    "status_code": 200,
    "response_class": EventStream,
    "responses": {
        200: {
            "model": ReviewEvents,
            "content": {"text/event-stream": {"schema": {"type": "object"}}},
        }
    },
}


def add_routes(router: APIRouter, services: Services) -> None:
    """Add the reviews of finished games and of positions."""
    reviews = services.reviews

    def stream(record: Record, client: str) -> Response:
        job = reviews.start(record, client)
        return EventStream(job, lambda: reviews.end(job))

    @router.get("/api/games/{id}/review", **_STREAM)
    async def game(caller: CallerDep) -> Response:
        """The review of a finished game, as server-sent events.

        `progress` has the plies that were reviewed since the last event, from the end of the game;
        `review` has everything, and is the last event. Leaving ends the work.
        """
        snapshot = await services.run_in_thread(services.games.get, caller.id)
        record = snapshot.stored.record
        if record.ending is None:
            raise GameError("this game is still being played: it can be reviewed once it is over")
        return stream(record, caller.address)

    @router.get("/api/reviews/{position}", **_STREAM)
    async def position(request: Request, position: PositionText) -> Response:
        """The review of the moves that led to a position, in the same form."""
        return stream(Record.from_text(position), address(request))
