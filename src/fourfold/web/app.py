"""The app: every address, the middlewares before them, and how it starts and shuts down."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI

import fourfold
from fourfold.store import Store
from fourfold.web import routes, static_files
from fourfold.web.errors import REFUSALS, add_handlers
from fourfold.web.middleware import all_middleware
from fourfold.web.services import Services
from fourfold.web.settings import Settings

DESCRIPTION_PATH = "/api/openapi.json"


def create_app(
    settings: Settings, store: Store | None = None, folder: Path = static_files.FOLDER
) -> FastAPI:
    """Return the whole app, for uvicorn or any other ASGI server; StoreError without a database.

    store: one that is open already, and is not closed at the end.
    folder: where the page's files are.
    """
    services = Services(settings, store)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        services.open()
        try:
            yield
        finally:
            await services.close()

    app = FastAPI(
        title="fourfold",
        version=fourfold.__version__,
        description="Connect Four on boards of every size. docs/web.md tells more.",
        lifespan=lifespan,
        middleware=all_middleware(settings, services.metrics),
        openapi_url=DESCRIPTION_PATH,
        docs_url=None,  # they would load scripts from another host
        redoc_url=None,
        redirect_slashes=False,
        responses=REFUSALS,
        servers=[{"url": settings.root_path or "/"}],
        root_path_in_servers=False,
    )
    app.state.services = services
    add_handlers(app)
    # All on the app's own router: the routes of an included router are prepared only when the
    # first request comes, and that request waits.
    routes.add_routes(app.router, services)
    static_files.add_routes(app.router, folder)
    return app
