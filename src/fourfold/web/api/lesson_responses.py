"""What the lessons send: the part of `responses` that is about finding a move.

An exercise holds all that is needed to try every column, so that the page needs no rules and,
once it has the exercise, no server.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from fourfold.web.api.responses import Cell, LinePlyView, Outcome, RulesView, Side, ThreatCells


class PieceView(BaseModel):
    """A piece or a ban on the board."""

    column: int
    row: int
    owner: Side | Literal["BAN"]


class AnswerView(BaseModel):
    """What a column leads to: right or wrong, why, and how play goes on."""

    column: int
    row: Annotated[int, Field(description="Where the piece lands.")]
    right: bool
    sentences: list[str]
    outcome: Annotated[
        Outcome | None, Field(description="For the player who chose the column, if it is known.")
    ]
    moves: Annotated[int | None, Field(description="Moves of both until the win or the loss.")]
    line: Annotated[list[LinePlyView], Field(description="The plies after the column.")]
    line_cells: Annotated[list[Cell], Field(description="The four at the end of the line, if any.")]


class ExerciseView(BaseModel):
    """A position in which the player to move looks for the right column."""

    position: str
    rules: RulesView
    pieces: Annotated[
        list[PieceView], Field(description="In the order in which they were dropped.")
    ]
    turn: Side
    must_ban: bool
    prompt: str
    study: Annotated[bool, Field(description="Whether the scores and the threats are shown.")]
    threat_cells: ThreatCells
    answers: list[AnswerView]


class LessonSummary(BaseModel):
    """A lesson in the list."""

    id: str
    title: str
    summary: str
    steps: int


class LessonList(BaseModel):
    """The lessons in their order."""

    lessons: list[LessonSummary]


class LessonView(BaseModel):
    """A whole lesson; `next` is the lesson after it."""

    id: str
    title: str
    intro: str
    exercises: list[ExerciseView]
    next: LessonSummary | None
