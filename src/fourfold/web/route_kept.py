"""The addresses of what is kept: history, statistics, files of games."""

from typing import Annotated, Literal

from fastapi import APIRouter, Body, Query, Request
from fastapi.responses import Response

from fourfold.game import Mode
from fourfold.rules import Player
from fourfold.store import Query as Wanted
from fourfold.store import StoredGame, Summary
from fourfold.web import replies
from fourfold.web.asking import json
from fourfold.web.house import House
from fourfold.web.schemas import LONGEST_TEXT
from fourfold.web.views import View, moment, secrets_view, title

Text = Annotated[str | None, Query(max_length=LONGEST_TEXT)]
Result = Literal["FIRST", "SECOND", "draw", "win", "loss"]


def kept_routes(router: APIRouter, house: House) -> None:
    """What one looks back on."""

    @router.get("/api/games", response_model=replies.History)
    async def history(
        player: Text = None,
        agent: Text = None,
        rules: Text = None,
        result: Annotated[Result | None, Query()] = None,
        finished: Annotated[bool | None, Query()] = None,
        before: Text = None,
        limit: Annotated[int, Query(ge=1, le=200)] = 20,
    ) -> Response:
        """Games, the newest first; `before` of the answer leads on."""
        wanted = Wanted(
            player or None, agent or None, rules or None, result, finished, before or None, limit
        )
        page = await house.thread(house.store.search, wanted)
        return json({"games": [_summary(game) for game in page.games], "before": page.before})

    @router.get("/api/statistics", response_model=replies.Statistics)
    async def statistics(player: Text = None) -> Response:
        """How people, or those of this name, fared against each agent."""
        tallies = await house.thread(house.store.statistics, player or None)
        views = [
            {
                "agent": tally.agent,
                "games": tally.games,
                "wins": tally.wins,
                "draws": tally.draws,
                "losses": tally.losses,
            }
            for tally in tallies
        ]
        return json({"agents": views})

    @router.post("/api/records", status_code=201, response_model=replies.KeptGames)
    async def keep(
        request: Request,
        body: Annotated[bytes, Body(media_type="application/jsonl")] = b"",
    ) -> Response:
        """Take over the games of a file; those that are not finished can go on."""
        kept = await house.thread(house.games.keep, await request.body())
        games = [_summary_of(snapshot.stored) for snapshot, _ in kept]
        seats = {snapshot.stored.id: secrets_view(given) for snapshot, given in kept}
        return json({"games": games, "seats": seats}, 201)


def _summary(game: Summary) -> View:
    ending = game.ending
    winner = None if ending is None or ending.winner is None else str(ending.winner)
    return {
        "id": game.id,
        "mode": str(Mode.of(game.players)),
        "rules": game.rules,
        "position": game.position,
        "players": [
            {
                "side": str(side),
                "name": game.players[side.value].name,
                "agent": game.players[side.value].agent,
                "title": title(game.players[side.value], side),
            }
            for side in Player
        ],
        "plies": game.plies,
        "result": None if ending is None else {"winner": winner, "reason": str(ending.reason)},
        "created": moment(game.created),
        "updated": moment(game.updated),
    }


def _summary_of(stored: StoredGame) -> View:
    record = stored.record
    return _summary(
        Summary(
            stored.id,
            stored.version,
            str(record.rules),
            record.to_text(),
            record.players,
            len(record.plies),
            record.ending,
            record.began,
            stored.created,
            stored.updated,
        )
    )
