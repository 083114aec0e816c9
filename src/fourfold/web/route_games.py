"""The addresses of games: begin, look, watch, act."""

from typing import Annotated, Any

from fastapi import APIRouter, Header, Path, Request
from fastapi.responses import Response

from fourfold.rules import Player
from fourfold.web import actions, replies, schemas
from fourfold.web.actions import Action
from fourfold.web.events import EventStream
from fourfold.web.house import House
from fourfold.web.seats import bearer, find_seat
from fourfold.web.views import Snapshot, View, dump, secrets_view

Id = Annotated[str, Path(max_length=64, description="The name of a game.")]
Authorization = Annotated[str | None, Header(description="`Bearer SECRET`: the secret of a seat.")]
REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": replies.Problem} for status in (400, 403, 404, 409, 413, 422, 503)
}


def json(view: View, status: int = 200) -> Response:
    """An answer that is checked by nobody: the views are of our own making."""
    return Response(dump(view), status, media_type="application/json")


def address(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""


def game_routes(router: APIRouter, house: House) -> None:
    """Everything that is about one game."""
    games, lobby = house.games, house.lobby

    def shown(snapshot: Snapshot, side: Player | None = None) -> View:
        view = snapshot.now(lobby.present(snapshot.stored.id))
        return {**view, "you": None if side is None else str(side)}

    async def act(
        request: Request, id: str, secret: str | None, action: Action, version: int | None = None
    ) -> Response:
        snapshot, side = await house.thread(games.change, id, bearer(secret), action, version)
        lobby.asked(snapshot, side, address(request))
        return json(shown(snapshot, side))

    @router.post("/api/games", status_code=201, response_model=replies.Seated)
    async def create(request: Request, body: schemas.NewGame) -> Response:
        """Begin a game; the answer has the secret of each seat."""
        snapshot, secrets = await house.thread(games.create, body)
        lobby.asked(snapshot, None, address(request))
        return json({"game": shown(snapshot), "seats": secrets_view(secrets)}, 201)

    @router.get("/api/games/{id}", response_model=replies.GameView)
    async def look(request: Request, id: Id, authorization: Authorization = None) -> Response:
        """A game as it stands."""
        snapshot = await house.thread(games.get, id)
        side = find_seat(snapshot.stored, bearer(authorization))
        lobby.asked(snapshot, side, address(request))
        return json(shown(snapshot, side))

    @router.get(
        "/api/games/{id}/events",
        response_class=Response,
        responses={200: {"content": {"text/event-stream": {}}}},
    )
    async def events(request: Request, id: Id, authorization: Authorization = None) -> Response:
        """The game at once and after every change, as server-sent events.

        `game` has the game as above, `thinking` what the agent tells while it thinks,
        `presence` who is there. With a seat's secret the player counts as present.
        """
        channel = lobby.find(id)
        snapshot = await house.thread(games.get, id) if channel is None else channel.snapshot
        side = find_seat(snapshot.stored, bearer(authorization))

        return EventStream(lobby, lobby.enter(snapshot, side, address(request)))

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
    async def join(
        request: Request, id: Id, body: schemas.Join, authorization: Authorization = None
    ) -> Response:
        """Sit down under a name."""
        return await act(request, id, authorization, actions.join(body.name))

    @router.post("/api/games/{id}/moves", response_model=replies.GameView)
    async def move(
        request: Request, id: Id, body: schemas.Move, authorization: Authorization = None
    ) -> Response:
        """Drop a piece, or the ban that is due."""
        action = actions.move(body.column, body.kind)
        return await act(request, id, authorization, action, body.version)

    @router.post("/api/games/{id}/bans", response_model=replies.GameView)
    async def ban(
        request: Request, id: Id, body: schemas.Ban, authorization: Authorization = None
    ) -> Response:
        """Drop the ban that is due."""
        action = actions.move(body.column, "ban")
        return await act(request, id, authorization, action, body.version)

    @router.post("/api/games/{id}/undo", response_model=replies.GameView)
    async def undo(
        request: Request,
        id: Id,
        body: schemas.TakeBack | None = None,
        authorization: Authorization = None,
    ) -> Response:
        """Take back; by link, ask the other, agree, or decline with `accept: false`."""
        body = body or schemas.TakeBack()
        return await act(request, id, authorization, actions.undo(body.accept), body.version)

    @router.post("/api/games/{id}/redo", response_model=replies.GameView)
    async def redo(
        request: Request,
        id: Id,
        body: schemas.Redo | None = None,
        authorization: Authorization = None,
    ) -> Response:
        """Play again what was taken back."""
        version = None if body is None else body.version
        return await act(request, id, authorization, actions.redo, version)

    @router.post("/api/games/{id}/resign", response_model=replies.GameView)
    async def resign(
        request: Request,
        id: Id,
        body: schemas.Nothing | None = None,
        authorization: Authorization = None,
    ) -> Response:
        """Give the game up."""
        return await act(request, id, authorization, actions.resign)

    @router.post("/api/games/{id}/draw", response_model=replies.GameView)
    async def draw(
        request: Request,
        id: Id,
        body: schemas.Draw | None = None,
        authorization: Authorization = None,
    ) -> Response:
        """Offer a draw, or answer the other's offer."""
        answer = None if body is None else body.answer
        return await act(request, id, authorization, actions.draw(answer))

    @router.post("/api/games/{id}/rematch", status_code=201, response_model=replies.Seated)
    async def rematch(
        request: Request,
        id: Id,
        body: schemas.Nothing | None = None,
        authorization: Authorization = None,
    ) -> Response:
        """The same again with sides exchanged; the secrets stay with the players."""
        secret = bearer(authorization)
        old, new, side = await house.thread(games.rematch, id, secret)
        lobby.asked(old, side.other, address(request))
        lobby.asked(new, side, address(request))
        assert secret is not None
        return json({"game": shown(new, side), "seats": secrets_view({side: secret})}, 201)
