"""What answers about puzzles hold: the part of `responses` that is about puzzles.

A puzzle comes with everything that is needed to play it without the server: for every column that
can be chosen whether it is right, where the piece lands, what the coach says, and how a wrong one
is answered.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, Field
from typing_extensions import TypeAliasType

from fourfold.web.api.lesson_responses import AnswerView, PieceView
from fourfold.web.api.responses import Kind, LinePlyView, RulesView, Side

PuzzleGoal = TypeAliasType("PuzzleGoal", Literal["win", "draw", "hold"])
DayMark = TypeAliasType(
    "DayMark",
    Annotated[
        Literal["solved", "tried", "shown"],
        Field(description="`tried`: wrong so far; `shown`: the solution was looked at."),
    ],
)


class PuzzleStepView(BaseModel):
    """A ply of the solver."""

    kind: Kind
    answers: list[AnswerView]
    replies: Annotated[
        list[LinePlyView], Field(description="The opponent's plies after the right one.")
    ]


class PuzzleView(BaseModel):
    """A puzzle; the board before a step has the pieces, and the right plies and replies so far."""

    id: str
    position: str
    rules: RulesView
    side: Annotated[Side, Field(description="The player who solves it.")]
    goal: PuzzleGoal
    moves: Annotated[int, Field(description="Own moves until the end, with best play.")]
    rating: Annotated[int | None, Field(description="Null for a mistake from an own game.")]
    themes: list[str]
    pieces: list[PieceView]
    steps: list[PuzzleStepView]


class PuzzleProgressView(BaseModel):
    """How a player is doing with puzzles."""

    rating: int
    deviation: Annotated[int, Field(description="How unsure the rating is.")]
    rated: Annotated[int, Field(description="Rated puzzles that were tried.")]
    solved: Annotated[int, Field(description="Those that were solved at the first try.")]
    day: DayMark | None
    streak: Annotated[int, Field(description="Days in a row on which the day's puzzle was solved.")]
    longest_streak: int
    rush_best: int
    rush_runs: int
    collects_mistakes: bool
    mistakes: Annotated[int, Field(description="Positions from own games.")]
    mistakes_due: int
    next_due: Annotated[str | None, Field(description="The day on which the next one is due.")]


class NextPuzzles(BaseModel):
    """Rated puzzles near the player's rating, in the order in which they are to be played."""

    puzzles: list[PuzzleView]
    progress: PuzzleProgressView


class DailyPuzzle(BaseModel):
    """The puzzle of a day."""

    day: str
    today: str
    puzzle: PuzzleView
    mark: DayMark | None
    progress: PuzzleProgressView


class RushPuzzles(BaseModel):
    """Part of the puzzles of a rush, easy ones first, without words and refutations."""

    seed: int
    total: int
    puzzles: list[PuzzleView]
    progress: PuzzleProgressView


class RushResultView(BaseModel):
    """The score of a rush, as the server counts it."""

    score: int
    is_best: bool
    progress: PuzzleProgressView


class MistakeView(BaseModel):
    """A mistake from an own game that is due."""

    puzzle: PuzzleView
    game: str | None
    played: Annotated[int, Field(description="The column that was played in the game.")]
    repetitions: Annotated[int, Field(description="How often in a row it was solved.")]


class Mistakes(BaseModel):
    """The mistakes that are due today, the longest overdue first."""

    mistakes: list[MistakeView]
    progress: PuzzleProgressView


class PuzzleThemeView(BaseModel):
    """A theme, and how many puzzles have it."""

    name: str
    count: int


class PuzzleBoardView(BaseModel):
    """A kind of board, and how many puzzles are on it."""

    rules: str
    count: int


class PuzzleCollection(BaseModel):
    """What there is to choose from."""

    total: int
    themes: list[PuzzleThemeView]
    boards: list[PuzzleBoardView]
    progress: PuzzleProgressView


class PuzzleResultView(BaseModel):
    """What came of an attempt."""

    id: str
    solved: bool
    rated: Annotated[bool, Field(description="Whether it counts for the rating.")]
    before: Annotated[int | None, Field(description="The rating before; null if it was not rated.")]
    after: int | None
    due: Annotated[str | None, Field(description="When a mistake comes back.")]
    progress: PuzzleProgressView
