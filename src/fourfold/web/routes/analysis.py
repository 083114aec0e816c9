"""The address of analyses: what each column of a position is worth."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.exceptions import HTTPException

from fourfold.analysis.analyst import Analysis
from fourfold.rules import Position
from fourfold.web.api import responses
from fourfold.web.api.views.analysis import analysis_view
from fourfold.web.routes.dependencies import PositionText, address
from fourfold.web.services import Services

_CHECK = 0.2  # seconds between two checks whether the client is still there
_CLIENT_CLOSED = 499  # what nginx writes down for a client that hung up

Seconds = Annotated[float | None, Query(gt=0, le=1e9, allow_inf_nan=False)]


def add_routes(router: APIRouter, services: Services) -> None:
    """Add the analysis of positions."""
    analyses = services.analyses

    @router.get("/api/analysis/{position}")
    async def analysis(
        request: Request, position: PositionText, seconds: Seconds = None
    ) -> responses.AnalysisView:
        """What every column is worth, within the server's own limit of time."""
        board = Position.parse(position)
        wanted = services.settings.analysis if seconds is None else seconds
        found = Analysis(board) if not board.legal_columns else analyses.known(board, wanted)
        if found is None:
            job = analyses.start(board, wanted, address(request))
            try:
                while not job.answer.done():
                    await asyncio.wait({job.answer}, timeout=_CHECK)
                    if not job.answer.done() and await request.is_disconnected():
                        raise HTTPException(_CLIENT_CLOSED)  # nobody reads this
                found = analyses.result(job)
            finally:
                analyses.end(job)
        return analysis_view(found)
