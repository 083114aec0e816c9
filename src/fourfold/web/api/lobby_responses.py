"""What answers and events about the lobby hold."""

from typing import Annotated

from pydantic import BaseModel, Field

from fourfold.web.api.responses import RulesView, Side


class SeekClock(BaseModel):
    """Seconds for the whole game, for each ply, or both."""

    game: float | None
    move: float | None
    increment: float = 0.0


class SeekView(BaseModel):
    """Somebody who looks for a game."""

    id: str
    name: str
    rules: RulesView
    clock: SeekClock | None
    side: Annotated[Side | None, Field(description="The side that they want; null is either.")]


class LobbyView(BaseModel):
    """Those who look for a game now, the first who came first."""

    seeks: list[SeekView]


class CreatedSeek(BaseModel):
    """A new seek; its secret becomes that of the seat in the game."""

    seek: SeekView
    secret: str


class MatchView(BaseModel):
    """The game of a seek that somebody has joined."""

    game: str


class LobbyEvents(BaseModel):
    """The events of the lobby's stream by their names, each with its data."""

    lobby: LobbyView
    match: MatchView
