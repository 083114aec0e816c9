"""What the explorer answers: how good each column is, and how often it was played."""

from typing import Annotated

from pydantic import BaseModel, Field

from fourfold.web.api.responses import ColumnScoreView, Side


class MoveTallyView(BaseModel):
    """How games went on: those that the player to move won, drew and lost."""

    games: int
    wins: int
    draws: int
    losses: int


class ExplorerColumn(ColumnScoreView):
    """What is known of a column, and how often it was played."""

    all: MoveTallyView
    yours: MoveTallyView


class ExplorerView(BaseModel):
    """What was played in a position, by any order of moves and in its mirror image."""

    position: str
    turn: Side
    columns: list[ExplorerColumn]
    all: MoveTallyView
    yours: MoveTallyView
    book: Annotated[bool, Field(description="Whether the scores come from the opening book.")]
    symmetric: Annotated[
        bool,
        Field(description="Whether a column and its mirror image are counted together."),
    ]
