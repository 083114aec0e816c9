"""The addresses of games: begin, look, watch, act."""

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from fourfold.web import actions, replies, schemas
from fourfold.web.asking import Asking, Id, address, json, shown
from fourfold.web.events import EventStream
from fourfold.web.house import House
from fourfold.web.views import secrets_view

REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": replies.Problem} for status in (400, 403, 404, 409, 413, 422, 503)
}


def game_routes(router: APIRouter, house: House) -> None:
    """Everything that is about one game."""
    games, lobby = house.games, house.lobby

    @router.post("/api/games", status_code=201, response_model=replies.Seated)
    async def create(request: Request, body: schemas.NewGame) -> Response:
        """Begin a game; the answer has the secret of each seat."""
        snapshot, secrets = await house.thread(games.create, body)
        lobby.asked(snapshot, None, address(request))
        return json({"game": shown(house, snapshot), "seats": secrets_view(secrets)}, 201)

    @router.get("/api/games/{id}", response_model=replies.GameView)
    async def look(asker: Asking) -> Response:
        """A game as it stands."""
        snapshot = await house.thread(games.get, asker.id)
        side = asker.side(snapshot)
        lobby.asked(snapshot, side, asker.address)
        return json(shown(house, snapshot, side))

    @router.get(
        "/api/games/{id}/events",
        response_class=Response,
        responses={200: {"content": {"text/event-stream": {}}}},
    )
    async def events(asker: Asking) -> Response:
        """The game at once and after every change, as server-sent events.

        `game` has the game as above, `thinking` what the agent tells while it thinks,
        `presence` who is there. With a seat's secret the player counts as present.
        """
        channel = lobby.find(asker.id)
        if channel is None:
            snapshot = await house.thread(games.get, asker.id)
        else:
            snapshot = channel.snapshot
        return EventStream(lobby, lobby.enter(snapshot, asker.side(snapshot), asker.address))

    @router.get(
        "/api/games/{id}/record",
        response_class=Response,
        responses={200: {"content": {"application/jsonl": {}}}},
    )
    async def record(id: Id) -> Response:
        """The game as a file, a line for each move."""
        data = await house.thread(games.record, id)
        name = f'attachment; filename="fourfold-{id}.jsonl"'
        return Response(data, media_type="application/jsonl", headers={"Content-Disposition": name})

    @router.post("/api/games/{id}/join", response_model=replies.GameView)
    async def join(asker: Asking, body: schemas.Join) -> Response:
        """Sit down under a name."""
        return await asker.act(actions.join(body.name))

    @router.post("/api/games/{id}/moves", response_model=replies.GameView)
    async def move(asker: Asking, body: schemas.Move) -> Response:
        """Drop a piece, or the ban that is due."""
        action = actions.move(body.column, body.kind)
        return await asker.act(action, body.version)

    @router.post("/api/games/{id}/bans", response_model=replies.GameView)
    async def ban(asker: Asking, body: schemas.Ban) -> Response:
        """Drop the ban that is due."""
        action = actions.move(body.column, "ban")
        return await asker.act(action, body.version)

    @router.post("/api/games/{id}/undo", response_model=replies.GameView)
    async def undo(asker: Asking, body: schemas.TakeBack | None = None) -> Response:
        """Take back; by link, ask the other, agree, or decline with `accept: false`."""
        body = body or schemas.TakeBack()
        return await asker.act(actions.undo(body.accept), body.version)

    @router.post("/api/games/{id}/redo", response_model=replies.GameView)
    async def redo(asker: Asking, body: schemas.Redo | None = None) -> Response:
        """Play again what was taken back."""
        version = None if body is None else body.version
        return await asker.act(actions.redo, version)

    @router.post("/api/games/{id}/resign", response_model=replies.GameView)
    async def resign(asker: Asking, body: schemas.Nothing | None = None) -> Response:
        """Give the game up."""
        return await asker.act(actions.resign)

    @router.post("/api/games/{id}/draw", response_model=replies.GameView)
    async def draw(asker: Asking, body: schemas.Draw | None = None) -> Response:
        """Offer a draw, or answer the other's offer."""
        answer = None if body is None else body.answer
        return await asker.act(actions.draw(answer))

    @router.post("/api/games/{id}/rematch", status_code=201, response_model=replies.Seated)
    async def rematch(asker: Asking, body: schemas.Nothing | None = None) -> Response:
        """The same again with sides exchanged; the secrets stay with the players."""
        old, new, side = await house.thread(games.rematch, asker.id, asker.secret)
        lobby.asked(old, side.other, asker.address)
        lobby.asked(new, side, asker.address)
        assert asker.secret is not None
        seats = secrets_view({side: asker.secret})
        return json({"game": shown(house, new, side), "seats": seats}, 201)
