"""What answers about the player themselves hold: their rating, streaks, days, and opponents."""

from typing import Annotated

from pydantic import BaseModel, Field


class RatingView(BaseModel):
    """The rating of a player, from games on 7x6 against opponents of the ladder."""

    rating: int
    deviation: Annotated[int, Field(description="About two thirds are within this distance.")]
    games: int
    provisional: Annotated[bool, Field(description="True while it is not sure at all.")]


class StreakView(BaseModel):
    """How many in a row: now, and at most."""

    current: int
    best: int


class DayView(BaseModel):
    """A day on which games ended."""

    date: str
    games: int


class DaysView(BaseModel):
    """On which days the player has played; `recent` has those of the last half year."""

    today: str
    played: int
    streak: StreakView
    recent: list[DayView]


class OpponentTally(BaseModel):
    """The results of the player against one opponent."""

    title: str
    opponent: Annotated[str | None, Field(description="The id in the ladder, if it has one.")]
    is_agent: bool
    games: int
    wins: int
    draws: int
    losses: int
    last: str


class Me(BaseModel):
    """What the server remembers of the player who asks. Each game counts once, when it ends."""

    games: int
    wins: int
    draws: int
    losses: int
    rating: RatingView | None
    wins_in_a_row: StreakView
    days: DaysView
    opponents: list[OpponentTally]
