"""The addresses of tournaments: which there are, how they stand, their games, and new ones."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

from fourfold.arena.tournament_follower import GameResult
from fourfold.errors import InvalidOption
from fourfold.store import derived_id
from fourfold.web.api import requests, tournament_responses
from fourfold.web.api.views.tournaments import comparison_view, game_view, summary_view
from fourfold.web.errors import TournamentNotFound
from fourfold.web.live.event_stream import EventStream
from fourfold.web.live.tournaments import read_tournament
from fourfold.web.quotas.clients import client_of
from fourfold.web.routes.dependencies import limited
from fourfold.web.routes.games import EVENTS
from fourfold.web.services import Services
from fourfold.web.tournaments import new_tournaments

Name = Annotated[str, Path(max_length=100, description="The name of a tournament.")]
Place = Annotated[
    int | None, Query(ge=0, lt=1000, description="A player, by its place in `players`.")
]

_LIMITS = tournament_responses.TournamentLimits(
    players=new_tournaments.MOST_PLAYERS,
    games=new_tournaments.MOST_GAMES,
    all_games=new_tournaments.MOST_ALL_GAMES,
    seconds=new_tournaments.MOST_SECONDS,
)


def add_routes(router: APIRouter, services: Services) -> None:
    """Add everything that is about tournaments."""
    folder, runner, hub = services.tournaments, services.tournament_runner, services.tournament_hub

    async def view(name: str) -> tournament_responses.TournamentView:
        return await services.run_aside(read_tournament, folder, runner, name)

    @router.get("/api/tournaments")
    async def tournaments() -> tournament_responses.TournamentList:
        """The tournaments of the server's data folder, the newest first."""

        def read() -> tournament_responses.TournamentList:
            listed, left_out = folder.list()
            return tournament_responses.TournamentList(
                tournaments=[summary_view(each) for each in listed],
                left_out=left_out,
                allowed=runner.is_allowed,
                limits=_LIMITS,
                running=runner.running,
            )

        return await services.run_aside(read)

    @router.post("/api/tournaments", status_code=201, dependencies=[limited("create")])
    async def begin(body: requests.NewTournament) -> tournament_responses.TournamentView:
        """Begin a tournament, which the server plays in a process of its own."""
        return await view(await services.run_aside(runner.begin, body))

    @router.get("/api/tournaments/{name}")
    async def tournament(name: Name) -> tournament_responses.TournamentView:
        """A tournament as it stands: who beats whom, and the ratings."""
        return await view(name)

    @router.get(
        "/api/tournaments/{name}/events",
        status_code=200,
        dependencies=[limited("stream")],
        response_class=EventStream,
        responses={200: {"model": tournament_responses.TournamentEvents, "content": EVENTS}},
    )
    async def events(request: Request, name: Name) -> Response:
        """The tournament at once and after every change, as server-sent events.

        `tournament` has the table as above, `live` up to four games that are being played.
        """
        with services.streams.open(client_of(request)) as slot:
            subscriber = await hub.subscribe(name)
            return EventStream(subscriber, lambda: hub.unsubscribe(subscriber), slot)

    @router.post("/api/tournaments/{name}/stop")
    async def stop(
        name: Name, body: requests.EmptyBody | None = None
    ) -> tournament_responses.TournamentView:
        """Stop a tournament that was begun on the page; its finished games are kept."""
        await services.run_aside(runner.stop, name)
        return await view(name)

    @router.post("/api/tournaments/{name}/resume")
    async def resume(
        name: Name, body: requests.EmptyBody | None = None
    ) -> tournament_responses.TournamentView:
        """Go on with a tournament that was begun on the page and stopped."""
        await services.run_aside(runner.resume, name)
        return await view(name)

    @router.get("/api/tournaments/{name}/games", dependencies=[limited("search")])
    async def games(
        name: Name,
        one: Place = None,
        two: Place = None,
        skip: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
        limit: Annotated[int, Query(ge=1, le=100)] = 20,
    ) -> tournament_responses.TournamentGames:
        """The finished games, those that ended last first: all, of a player, or of two players."""
        if one is None and two is not None:
            raise InvalidOption("two is given, but one is not")

        def read() -> tournament_responses.TournamentGames:
            with folder.reading(name) as follower:
                found = [each for each in follower.games.values() if _is_of(each, one, two)]
            comparison = None
            if one is not None and two is not None and one != two:
                comparison = comparison_view(found, one)
            shown = found[::-1][skip : skip + limit]
            return tournament_responses.TournamentGames(
                games=[game_view(each) for each in shown],
                total=len(found),
                next=skip + limit if skip + limit < len(found) else None,
                comparison=comparison,
            )

        return await services.run_aside(read)

    @router.post("/api/tournaments/{name}/games/{number}/open", dependencies=[limited("upload")])
    async def open_game(
        name: Name,
        number: Annotated[int, Path(ge=1, le=1_000_000)],
        body: requests.EmptyBody | None = None,
    ) -> tournament_responses.OpenedGame:
        """Keep a finished game with the others of this server, so that it can be reviewed."""

        def keep() -> str:
            with folder.reading(name) as follower:
                if number not in follower.games:
                    raise TournamentNotFound(f"this tournament has no finished game {number}")
                record = follower.record(number)
                identity = f"{follower.settings.get('id')}/{number}/{record.to_text()}"
            return services.games.keep_record(record, derived_id(identity))

        return tournament_responses.OpenedGame(id=await services.run_in_thread(keep))


def _is_of(game: GameResult, one: int | None, two: int | None) -> bool:
    players = {game.first, game.second}
    return all(each in players for each in (one, two) if each is not None)
