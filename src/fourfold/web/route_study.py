"""The addresses of what does not change: agents, rules, positions, and what they are worth."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response

import fourfold
from fourfold.analysis.study import Study
from fourfold.errors import InvalidOption
from fourfold.rules import STANDARD, Position, Rules
from fourfold.web import replies
from fourfold.web.agents import agent_views
from fourfold.web.asking import address, json
from fourfold.web.house import House
from fourfold.web.schemas import LONGEST_TEXT
from fourfold.web.study import study_view
from fourfold.web.views import dump, position_view, rules_view

_LOOK = 0.2  # seconds between two looks whether whoever asked is still there

PositionText = Annotated[str, Path(max_length=LONGEST_TEXT, description="`RULES:MOVES`")]

Wish = Annotated[float | None, Query(gt=0, le=1e9, allow_inf_nan=False)]


def study_routes(router: APIRouter, house: House) -> None:
    """Everything that needs no game."""
    library = house.library

    @router.get("/healthz", response_model=replies.Health)
    async def healthz() -> Response:
        """Whether the server and its database work."""
        await house.thread(house.store.check)
        return json({"status": "ok", "version": fourfold.__version__})

    @router.get("/api/agents", response_model=list[replies.AgentView])
    async def agents() -> Response:
        """Whom there is to play against."""
        return Response(dump(agent_views()), media_type="application/json")

    @router.get("/api/rules", response_model=replies.RulesView)
    async def rules(
        text: Annotated[str | None, Query(max_length=LONGEST_TEXT)] = None,
        random: Annotated[int | None, Query(ge=0, lt=2**64, description="a seed")] = None,
        bonus: Annotated[bool, Query(description="not a forbidden but a bonus cell")] = False,
    ) -> Response:
        """A board by its text, or one drawn at random."""
        if random is not None:
            if text is not None:
                raise InvalidOption("text and random cannot be asked for together")
            return json(rules_view(Rules.random(random, bonus=bonus)))
        return json(rules_view(STANDARD if text is None else Rules.parse(text)))

    @router.get("/api/positions/{position}", response_model=replies.GameView)
    async def position(position: PositionText) -> Response:
        """Any position, in the form of a game."""
        return json(position_view(Position.parse(position)))

    @router.get("/api/analysis/{position}", response_model=replies.AnalysisView)
    async def analysis(request: Request, position: PositionText, seconds: Wish = None) -> Response:
        """What every column is worth, within the server's own limit of time."""
        board = Position.parse(position)
        wanted = house.settings.analysis if seconds is None else seconds
        study = Study(board) if not board.legal_columns else library.known(board, wanted)
        if study is None:
            job = library.begin(board, wanted, address(request))
            try:
                while not job.answer.done():
                    await asyncio.wait({job.answer}, timeout=_LOOK)
                    if not job.answer.done() and await request.is_disconnected():
                        break  # nobody is there to be told
                if not job.answer.done():
                    return Response(status_code=204)
                study = library.result(job)
            finally:
                library.end(job)
        return json(study_view(study))
