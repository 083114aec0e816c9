"""What the events of a review hold: the part of `responses` that is about reviews."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field
from typing_extensions import TypeAliasType

from fourfold.web.api.responses import LinePlyView, Outcome, Side

ReviewLabel = TypeAliasType(
    "ReviewLabel",
    Literal[
        "best",
        "only move",
        "good",
        "forced",
        "inaccuracy",
        "missed win",
        "mistake",
        "blunder",
    ],
)


class ProspectView(BaseModel):
    """What the player who moved could expect; outcome and moves are null where not proven."""

    outcome: Outcome | None
    moves: Annotated[int | None, Field(description="Moves of both until the win or the loss.")]
    points: Annotated[float, Field(description="1, 0.5 or 0 if proven, else the win chance.")]


class PlyReviewView(BaseModel):
    """What a ply kept or gave away."""

    number: Annotated[int, Field(description="Its number in the game, from 1.")]
    column: int
    side: Side
    label: ReviewLabel
    letter: str
    proven: bool
    before: ProspectView
    after: ProspectView
    moves_lost: int | None
    win_chance_before: Annotated[float, Field(description="Of FIRST, before the ply.")]
    win_chance: Annotated[float, Field(description="Of FIRST, after the ply.")]
    better: Annotated[int | None, Field(description="A column that would have been better.")]
    better_line: list[LinePlyView]
    refutation: list[LinePlyView]
    sentences: list[str]


class PlayerReviewView(BaseModel):
    """How well a player played; no accuracy if no choice of theirs mattered."""

    side: Side
    accuracy: Annotated[float | None, Field(description="From 0 to 100.")]
    longest_streak: int
    counts: dict[ReviewLabel, int]


class ReviewProgress(BaseModel):
    """The plies that were reviewed since the event before, from the end of the game."""

    plies: list[PlyReviewView]
    done: int
    total: int


class ReviewView(BaseModel):
    """The whole review of a game."""

    position: str
    plies: list[PlyReviewView]
    players: tuple[PlayerReviewView, PlayerReviewView]
    turning_points: Annotated[list[int], Field(description="The numbers of their plies.")]
    proven: bool
    nodes: int
    seconds: float


class ReviewEvents(BaseModel):
    """The events of a review's stream by their names, each with its data; `review` is the last."""

    progress: ReviewProgress
    review: ReviewView
