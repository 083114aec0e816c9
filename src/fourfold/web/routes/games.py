"""The addresses of games: create, read, watch, act."""

from fastapi import APIRouter, Request
from fastapi.responses import Response

from fourfold.web.api import requests, responses
from fourfold.web.api.views.seats import seats_view
from fourfold.web.live.event_stream import EventStream
from fourfold.web.play import actions, agreements
from fourfold.web.quotas.clients import NOBODY, client_of
from fourfold.web.routes.dependencies import CallerDep, Id, PlayerDep, limited, show
from fourfold.web.services import Services

EVENTS = {"text/event-stream": {"schema": {"type": "object"}}}


def add_routes(router: APIRouter, services: Services) -> None:
    """Add everything that is about one game."""
    games, hub = services.games, services.hub

    @router.post("/api/games", status_code=201, dependencies=[limited("create")])
    async def create(
        request: Request, body: requests.NewGame, player: PlayerDep
    ) -> responses.CreatedGame:
        """Begin a game; the answer has the secret of each seat."""
        snapshot, secrets = await services.run_creation(games.create, body, player)
        hub.publish(snapshot, None, client_of(request))
        return responses.CreatedGame(game=show(services, snapshot), seats=seats_view(secrets))

    @router.get("/api/games/{id}")
    async def read(caller: CallerDep) -> responses.GameView:
        """The game as it is now; with a secret, `you` says for which side it is."""
        snapshot = await services.run_in_thread(games.get, caller.id)
        side = caller.side(snapshot)
        hub.publish(snapshot, side, caller.client)
        return show(services, snapshot, side)

    @router.delete("/api/games/{id}")
    async def delete(caller: CallerDep, player: PlayerDep) -> responses.DeletedGame:
        """Delete a game of your own; by link, it stays with the other, without you."""
        left = await services.run_in_thread(games.delete, caller.id, caller.secret, player)
        if left is None:
            hub.remove(caller.id)
        else:
            hub.publish(left, None, NOBODY)
        return responses.DeletedGame(id=caller.id, kept_by_opponent=left is not None)

    @router.get(
        "/api/games/{id}/events",
        status_code=200,
        dependencies=[limited("stream")],
        response_class=EventStream,
        responses={200: {"model": responses.GameEvents, "content": EVENTS}},
    )
    async def events(caller: CallerDep) -> Response:
        """The game at once and after every change, as server-sent events.

        `game` has the game as above, `thinking` what the agent tells while it thinks,
        `presence` who is there. With a seat's secret the player counts as present.
        """
        with services.streams.open(caller.client) as slot:
            channel = hub.channel(caller.id)
            if channel is None:
                snapshot = await services.run_in_thread(games.get, caller.id)
            else:
                snapshot = channel.snapshot
            subscriber = hub.subscribe(snapshot, caller.side(snapshot), caller.client)
            return EventStream(subscriber, lambda: hub.unsubscribe(subscriber), slot)

    @router.get(
        "/api/games/{id}/record",
        response_class=Response,
        responses={200: {"content": {"application/jsonl": {}}}},
    )
    async def record(id: Id) -> Response:
        """The game as a file, a line for each move."""
        data = await services.run_in_thread(games.record, id)
        name = f'attachment; filename="fourfold-{id}.jsonl"'
        return Response(data, media_type="application/jsonl", headers={"Content-Disposition": name})

    @router.post("/api/games/{id}/join")
    async def join(caller: CallerDep, body: requests.Join, player: PlayerDep) -> responses.GameView:
        """Take the seat under a name."""
        return await caller.act(actions.join(body.name, player))

    @router.post("/api/games/{id}/moves")
    async def move(caller: CallerDep, body: requests.Move) -> responses.GameView:
        """Drop a piece, or the ban that is due."""
        view = await caller.act(actions.move(body.column, body.kind), body.version)
        services.metrics.count_move("person")
        return view

    @router.post("/api/games/{id}/bans")
    async def ban(caller: CallerDep, body: requests.Ban) -> responses.GameView:
        """Drop the ban that is due."""
        view = await caller.act(actions.move(body.column, "ban"), body.version)
        services.metrics.count_move("person")
        return view

    @router.post("/api/games/{id}/undo")
    async def undo(caller: CallerDep, body: requests.TakeBack | None = None) -> responses.GameView:
        """Take back; by link, ask the opponent, agree, or decline with `accept: false`."""
        body = body or requests.TakeBack()
        return await caller.act(actions.undo(body.accept), body.version)

    @router.post("/api/games/{id}/redo")
    async def redo(caller: CallerDep, body: requests.Redo | None = None) -> responses.GameView:
        """Play again what was taken back."""
        version = None if body is None else body.version
        return await caller.act(actions.redo, version)

    @router.post("/api/games/{id}/resign")
    async def resign(
        caller: CallerDep, body: requests.EmptyBody | None = None
    ) -> responses.GameView:
        """Resign the game."""
        return await caller.act(actions.resign)

    @router.post("/api/games/{id}/variations")
    async def variations(caller: CallerDep, body: requests.Variations) -> responses.GameView:
        """Keep variations with a game that is over, in place of those that it had."""
        return await caller.act(actions.set_variations(body.variations), body.version)

    @router.post("/api/games/{id}/draw")
    async def draw(caller: CallerDep, body: requests.Draw | None = None) -> responses.GameView:
        """Offer a draw, or answer the opponent's offer."""
        answer = None if body is None else body.answer
        return await caller.act(actions.draw(answer))

    @router.post("/api/games/{id}/hints")
    async def hints(caller: CallerDep, body: requests.Hints | None = None) -> responses.GameView:
        """By link: ask to allow hints and study, agree to it, decline it, or end it."""
        body = body or requests.Hints()
        return await caller.act(agreements.hints(body.accept))

    @router.post("/api/games/{id}/emotes")
    async def emotes(caller: CallerDep, body: requests.SendEmote) -> responses.EmoteView:
        """By link: send the other person a sign, as an event; it is not part of the game."""
        emote = await services.run_in_thread(games.send_emote, caller.id, caller.secret, body.emote)
        hub.publish_emote(caller.id, emote)
        return emote

    @router.post(
        "/api/games/{id}/rematch",
        status_code=201,
        dependencies=[limited("create")],
        responses={200: {"model": responses.RematchView, "description": "Asked for, or declined"}},
    )
    async def rematch(
        caller: CallerDep, response: Response, body: requests.Rematch | None = None
    ) -> responses.RematchView:
        """The same again with sides exchanged; the secrets stay with the players.

        By link, the first asks, and the other asks too, or declines with `accept: false`.
        """
        accept = None if body is None else body.accept
        old, new, side = await services.run_in_thread(
            games.rematch, caller.id, caller.secret, accept
        )
        hub.publish(old, side, caller.client)
        if new is None:
            response.status_code = 200
            return responses.RematchView(game=show(services, old, side), seats={})
        hub.publish(new, side.other, caller.client)
        assert caller.secret is not None
        seats = seats_view({side.other: caller.secret})
        return responses.RematchView(game=show(services, new, side.other), seats=seats)
