"""The addresses that a load balancer and a supervisor ask."""

from fastapi import APIRouter

import fourfold
from fourfold.web.api import responses
from fourfold.web.services import Services


def add_routes(router: APIRouter, services: Services) -> None:
    """Add the checks of the server's health."""
    ok = responses.Health(status="ok", version=fourfold.__version__)

    @router.get("/healthz")
    async def healthz() -> responses.Health:
        """Whether the server is alive; it answers at once, whatever its database does."""
        return ok

    @router.get("/readyz")
    async def readyz() -> responses.Health:
        """Whether the server can do its work: its database can be written, in time."""
        await services.readiness.wait()
        return ok
