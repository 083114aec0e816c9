"""The addresses of earlier games: history, statistics, files of games."""

from typing import Annotated, Literal

from fastapi import APIRouter, Body, Query, Request

from fourfold.agents import list_agents
from fourfold.store import Query as Wanted
from fourfold.web.api import responses
from fourfold.web.api.requests import LONGEST_TEXT
from fourfold.web.api.views.seats import seats_view
from fourfold.web.api.views.summaries import stored_summary_view, summary_view
from fourfold.web.routes.dependencies import PlayerDep, limited
from fourfold.web.routes.me import known_player
from fourfold.web.services import Services

Text = Annotated[str | None, Query(max_length=LONGEST_TEXT)]
Result = Literal["FIRST", "SECOND", "draw", "win", "loss"]


def add_routes(router: APIRouter, services: Services) -> None:
    """Add the history, the statistics, and the import of files."""

    @router.get("/api/games", dependencies=[limited("search")])
    async def history(
        viewer: PlayerDep,
        mine: Annotated[bool, Query(description="Only your own games.")] = False,
        player: Text = None,
        agent: Text = None,
        rules: Text = None,
        result: Annotated[Result | None, Query()] = None,
        finished: Annotated[bool | None, Query()] = None,
        before: Text = None,
        limit: Annotated[int, Query(ge=1, le=200)] = 20,
    ) -> responses.History:
        """Games, the newest first; `before` of the answer leads on."""
        wanted = Wanted(
            player=player or None,
            player_agents=_agents_called(player or ""),
            owner=known_player(viewer) if mine else None,
            agent=agent or None,
            rules=rules or None,
            result=result,
            finished=finished,
            before=before or None,
            limit=limit,
        )

        def search() -> responses.History:
            page = services.store.search(wanted)
            games = [summary_view(game, viewer) for game in page.games]
            return responses.History(games=games, before=page.before)

        return await services.run_search(search)

    @router.get("/api/statistics", dependencies=[limited("search")])
    async def statistics(player: Text = None) -> responses.Statistics:
        """How people, or those of this name, fared against each agent."""
        tallies = await services.run_search(services.store.statistics, player or None)
        views = [
            responses.Tally(
                agent=tally.agent,
                games=tally.games,
                wins=tally.wins,
                draws=tally.draws,
                losses=tally.losses,
            )
            for tally in tallies
        ]
        return responses.Statistics(agents=views)

    @router.post("/api/records", status_code=201, dependencies=[limited("upload")])
    async def import_file(
        request: Request,
        body: Annotated[bytes, Body(media_type="application/jsonl")] = b"",
    ) -> responses.ImportedGames:
        """Take over the games of a file; those that are not finished can go on."""
        data = await request.body()

        def import_games() -> responses.ImportedGames:
            imported = services.games.import_file(data)
            return responses.ImportedGames(
                games=[stored_summary_view(stored) for stored, _ in imported],
                seats={stored.id: seats_view(secrets) for stored, secrets in imported},
            )

        return await services.run_upload(import_games)


def _agents_called(text: str) -> tuple[str, ...]:
    """Return the names of the agents whose title holds a text, in upper or lower case."""
    wanted = text.strip().casefold()
    if not wanted:
        return ()
    return tuple(kind.name for kind in list_agents() if wanted in kind.title.casefold())
