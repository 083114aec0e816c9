"""The address of trees: what an agent looks at before it chooses a column."""

from typing import Annotated

from fastapi import APIRouter, Query, Request

from fourfold.rules import Position
from fourfold.search.tree import TreeRequest
from fourfold.web.api.requests import LONGEST_TEXT
from fourfold.web.api.tree_responses import ThoughtView
from fourfold.web.api.views.trees import thought_view
from fourfold.web.quotas.clients import client_of
from fourfold.web.routes.dependencies import PositionText, awaited, limited
from fourfold.web.services import Services
from fourfold.web.thinking.trees import TreeQuestion

MOST_DEPTH, MOST_PLIES, MOST_NODES = 12, 4, 400
_SIMULATIONS = 50  # that are shown step by step


def add_routes(router: APIRouter, services: Services) -> None:
    """Add the trees of searches."""
    trees = services.trees

    @router.get("/api/tree/{position}", dependencies=[limited("analyse")])
    async def tree(
        request: Request,
        position: PositionText,
        agent: Annotated[str, Query(max_length=LONGEST_TEXT, description="Its spec.")],
        depth: Annotated[
            int | None, Query(ge=1, le=MOST_DEPTH, description="The most plies it looks ahead.")
        ] = None,
        plies: Annotated[int, Query(ge=1, le=MOST_PLIES, description="How many are shown.")] = 2,
        nodes: Annotated[
            int, Query(ge=1, le=MOST_NODES, description="How many are shown at most.")
        ] = 200,
    ) -> ThoughtView:
        """What an agent looks at before it chooses a column, and in which order.

        The search ends within the server's limit of time for an analysis.
        """
        question = TreeQuestion(
            agent, Position.parse(position), depth, TreeRequest(plies, nodes, _SIMULATIONS)
        )
        found = trees.known(question)
        if found is None:
            job = trees.start(question, client_of(request))
            async with awaited(request, job, trees.jobs):
                found = trees.result(job)
        return thought_view(agent, question.position, found)
