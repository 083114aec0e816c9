"""The address that a load balancer asks."""

from fastapi import APIRouter

import fourfold
from fourfold.web.api import responses
from fourfold.web.services import Services


def add_routes(router: APIRouter, services: Services) -> None:
    """Add the check of the server's health."""

    @router.get("/healthz")
    async def healthz() -> responses.Health:
        """Whether the server and its database work."""
        await services.run_in_thread(services.store.check)
        return responses.Health(status="ok", version=fourfold.__version__)
