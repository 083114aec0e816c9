"""The app: every address, the gate before them, and how they begin and end."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI

import fourfold
from fourfold.store import Store
from fourfold.web import static
from fourfold.web.errors import add_handlers
from fourfold.web.gate import Gate
from fourfold.web.house import House
from fourfold.web.route_agents import agent_routes
from fourfold.web.route_games import REFUSALS, game_routes
from fourfold.web.route_kept import kept_routes
from fourfold.web.route_study import study_routes
from fourfold.web.settings import Settings

DESCRIPTION_PATH = "/api/openapi.json"

log = logging.getLogger("fourfold.web")


class Server(Gate):
    """The whole app, for uvicorn or any other ASGI server."""

    def __init__(
        self, settings: Settings, store: Store | None = None, folder: Path = static.FOLDER
    ) -> None:
        """Open the database; StoreError if it cannot be.

        store: one that is open already, and is not closed at the end.
        """
        self.house = House(settings, store)
        self.api = _api(self.house, folder)
        super().__init__(self.api, settings)


def _api(house: House, folder: Path) -> FastAPI:
    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        house.open()
        try:
            yield
        finally:
            await house.close()

    app = FastAPI(
        title="fourfold",
        version=fourfold.__version__,
        description="Connect Four on boards of every size. docs/web.md tells more.",
        lifespan=lifespan,
        openapi_url=DESCRIPTION_PATH,
        docs_url=None,  # they would load scripts from another host
        redoc_url=None,
        redirect_slashes=False,
        responses=REFUSALS,
        servers=[{"url": house.settings.root_path or "/"}],
    )
    app.state.house = house
    add_handlers(app)
    # All on the app's own router: those of routers that are included are worked out only when
    # the first request comes, who then waits for it.
    study_routes(app.router, house)
    kept_routes(app.router, house)
    game_routes(app.router, house)
    agent_routes(app.router, house)
    static.page_routes(app.router, folder)
    return app
