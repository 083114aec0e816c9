"""The address of analyses: what each column of a position is worth."""

from typing import Annotated

from fastapi import APIRouter, Query, Request

from fourfold.analysis.analyst import Analysis
from fourfold.rules import Position
from fourfold.web.api import responses
from fourfold.web.api.views.analysis import analysis_view
from fourfold.web.quotas.clients import client_of
from fourfold.web.routes.dependencies import PositionText, awaited, limited
from fourfold.web.services import Services

Seconds = Annotated[float | None, Query(gt=0, le=1e9, allow_inf_nan=False)]


def add_routes(router: APIRouter, services: Services) -> None:
    """Add the analysis of positions."""
    analyses = services.analyses

    @router.get("/api/analysis/{position}", dependencies=[limited("analyse")])
    async def analysis(
        request: Request, position: PositionText, seconds: Seconds = None
    ) -> responses.AnalysisView:
        """What every column is worth, within the server's own limit of time."""
        board = Position.parse(position)
        wanted = services.settings.analysis if seconds is None else seconds
        found = Analysis(board) if not board.legal_columns else analyses.known(board, wanted)
        if found is None:
            job = analyses.start(board, wanted, client_of(request))
            async with awaited(request, job, analyses.jobs):
                found = analyses.result(job)
        return analysis_view(found)
