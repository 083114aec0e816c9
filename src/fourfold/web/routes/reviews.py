"""The addresses of reviews: what every ply of a game kept or gave away, as it is found out."""

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from fourfold.analysis.review import Review
from fourfold.errors import GameError, StoreError
from fourfold.game import Record
from fourfold.rules import Player
from fourfold.store import Store, StoredGame
from fourfold.web.api.review_responses import ReviewEvents
from fourfold.web.failure_log import FAILURES
from fourfold.web.live.event_stream import EventStream
from fourfold.web.play.puzzle_progress import Mistake
from fourfold.web.quotas.clients import client_of
from fourfold.web.quotas.streams import StreamSlot
from fourfold.web.routes.dependencies import CallerDep, PlayerDep, PositionText, limited
from fourfold.web.services import Services
from fourfold.web.thinking.reviews import ReviewJob

_STREAM: dict[str, Any] = {
    "status_code": 200,
    "dependencies": [limited("analyse"), limited("stream")],
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

    def stream(
        job: ReviewJob, slot: StreamSlot, finished: Callable[[Review], None] | None = None
    ) -> Response:
        def end() -> None:
            reviews.end(job)
            if finished is not None and job.review.is_complete:
                finished(job.review)

        return EventStream(job, end, slot)

    def collect(stored: StoredGame, player: str, review: Review) -> None:
        """Find the mistakes of a player who wants to practise them."""

        def save(found: list[Mistake]) -> None:
            services.puzzles.change(player, lambda progress: progress.collect(found))

        sides = frozenset(side for side in Player if stored.identities[side.value] == player)
        services.puzzle_views.collect(
            review,
            sides,
            stored.id,
            services.puzzles.today(),
            lambda found: services.run_in_thread(save, found),
        )

    @router.get("/api/games/{id}/review", **_STREAM)
    async def game(caller: CallerDep, player: PlayerDep) -> Response:
        """The review of a finished game, as server-sent events.

        `progress` has the plies that were reviewed since the last event, from the end of the game;
        `review` has everything, and is the last event. Leaving ends the work.
        """
        snapshot = await services.run_in_thread(services.games.get, caller.id)
        record = snapshot.stored.record
        if record.ending is None:
            raise GameError("this game is still being played: it can be reviewed once it is over")
        stored = snapshot.stored
        wants = False
        if player is not None and player in stored.identities:
            progress = await services.run_in_thread(services.puzzles.progress, player)
            wants = progress.collects_mistakes

        def keep(review: Review) -> None:
            keep_accuracy(services.store, caller.id, review)

        with services.streams.open(caller.client) as slot:
            job = reviews.start(record, caller.client, keep)
            if job.review.is_complete:  # made before, for a game with the same moves
                await services.run_in_thread(keep, job.review)
            if player is None or not wants:
                return stream(job, slot)
            return stream(job, slot, lambda review: collect(stored, player, review))

    @router.get("/api/reviews/{position}", **_STREAM)
    async def position(request: Request, position: PositionText) -> Response:
        """The review of the moves that led to a position, in the same form."""
        client = client_of(request)
        with services.streams.open(client) as slot:
            return stream(reviews.start(Record.from_text(position), client), slot)


def keep_accuracy(store: Store, id: str, review: Review) -> None:
    """Remember the accuracy of both players of a game."""
    first, second = (_rounded(review.accuracy[player]) for player in Player)
    try:
        store.save_accuracy(id, review.game.to_text(), (first, second))
    except StoreError as error:  # the review itself is as good without
        FAILURES.write(str(error))


def _rounded(accuracy: float | None) -> float | None:
    return None if accuracy is None else round(accuracy, 2)
