"""What the bodies of requests hold. A field that is not declared here is refused."""

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from fourfold.game.variations import MOST_LINES
from fourfold.support.names import is_readable
from fourfold.web.api.responses import Emote, Side

LONGEST_NAME = 40
LONGEST_TEXT = 2_000
LONGEST_CLOCK = 7 * 24 * 3600.0
LONGEST_MOVE_DELAY = 10.0


def _name(text: str) -> str:
    """Refuse characters that could move or hide the text beside a name; join its spaces."""
    if not is_readable(text):
        raise ValueError("a name is letters, digits, signs and spaces, and can be seen")
    return " ".join(text.split())


class Strict(BaseModel):
    """The body of a request, with no field but its own and no value of another type."""

    model_config = ConfigDict(extra="forbid", strict=True)


Name = Annotated[str, Field(max_length=LONGEST_NAME), AfterValidator(_name)]
Version = Annotated[int, Field(ge=1, le=2**53, description="Refuse if the game has moved on.")]
Seconds = Annotated[float, Field(gt=0, le=LONGEST_CLOCK, allow_inf_nan=False)]
MoveDelay = Annotated[float, Field(ge=0, le=LONGEST_MOVE_DELAY, allow_inf_nan=False)]
Column = Annotated[
    str, Field(min_length=1, max_length=1, description="As the notation writes it: 4, or d.")
]


class NewPlayer(Strict):
    """A person, an agent, or an opponent of the ladder."""

    name: Name | None = None
    agent: Annotated[str, Field(max_length=LONGEST_TEXT)] | None = None
    opponent: (
        Annotated[
            str, Field(max_length=LONGEST_NAME, description="An id; in place of name and agent.")
        ]
        | None
    ) = None


class NewClock(Strict):
    """Seconds for the whole game, for each ply, or both."""

    game: Seconds | None = None
    move: Seconds | None = None
    increment: Annotated[
        float,
        Field(
            ge=0,
            le=LONGEST_CLOCK,
            allow_inf_nan=False,
            description="Added to the time for the game after each own ply.",
        ),
    ] = 0.0

    @model_validator(mode="after")
    def _check_increment(self) -> "NewClock":
        if self.increment and self.game is None:
            raise ValueError("an increment is added to the time for the game, which is missing")
        return self


class NewGame(Strict):
    """The game to begin."""

    rules: Annotated[str, Field(max_length=LONGEST_TEXT)] | None = None
    start: Annotated[str, Field(max_length=LONGEST_TEXT)] | None = None
    players: Annotated[list[NewPlayer], Field(min_length=2, max_length=2)]
    clock: NewClock | None = None
    link: bool = False
    move_delay: MoveDelay = 0.5
    paused: bool = False


class NewSeek(Strict):
    """What somebody wants who looks for a game in the lobby."""

    name: Name = ""
    rules: Annotated[str, Field(max_length=LONGEST_TEXT)] | None = None
    clock: NewClock | None = None
    side: Annotated[Side | None, Field(description="The side to play; either if null.")] = None


class Join(Strict):
    """The name under which a player takes their seat."""

    name: Name


class Move(Strict):
    """A piece, or the ban that is due."""

    column: Column
    version: Version | None = None
    kind: Literal["piece", "ban"] | None = None


class Ban(Strict):
    """The ban that is due."""

    column: Column
    version: Version | None = None


class TakeBack(Strict):
    """A ply to take back, or the answer to the opponent who asks for it."""

    version: Version | None = None
    accept: bool | None = None


class Redo(Strict):
    """Play again what was taken back."""

    version: Version | None = None


class Variations(Strict):
    """All variations of a game that is over, in their order."""

    variations: Annotated[
        list[Annotated[str, Field(max_length=LONGEST_TEXT)]],
        Field(
            max_length=MOST_LINES,
            description="The moves of each, with those of the game before it.",
        ),
    ]
    version: Version | None = None


class Draw(Strict):
    """The answer to the opponent's offer; without one, an offer."""

    answer: bool | None = None


class Rematch(Strict):
    """The answer to the opponent who would like a rematch; without one, the wish for it."""

    accept: bool | None = None


class Hints(Strict):
    """Whether hints and study are to be allowed; the opponent has to agree."""

    accept: bool = True


class SendEmote(Strict):
    """A sign to the other person."""

    emote: Emote


class Pace(Strict):
    """The seconds between two moves of agents."""

    move_delay: MoveDelay


class EmptyBody(Strict):
    """A request with an empty body."""


Day = Annotated[str, Field(pattern=r"^\d{4}-\d{2}-\d{2}$", description="Such as 2026-11-18.")]


class PuzzleAttempt(Strict):
    """What somebody played in a puzzle: their plies until the first wrong one, or all of them."""

    moves: Annotated[list[Column], Field(max_length=64)]
    gave_up: Annotated[bool, Field(description="The solution was looked at.")] = False
    mode: Literal["rated", "daily", "mistake", "practice"] = "practice"
    day: Annotated[Day | None, Field(description="For `daily`: whose puzzle it is.")] = None
    played: Annotated[
        Day | None, Field(description="When it was played, if it is sent later; else today.")
    ] = None


class RushResult(Strict):
    """What was played in a rush: for each puzzle in order, the plies of the solver."""

    seed: Annotated[int, Field(ge=0, lt=2**53)]
    answers: Annotated[list[Annotated[list[Column], Field(max_length=64)]], Field(max_length=200)]


class PuzzleOptions(Strict):
    """Whether mistakes from own games are collected."""

    collects_mistakes: bool


class TournamentEntrant(Strict):
    """A player of a new tournament: an agent, or an opponent of the ladder."""

    agent: Annotated[str, Field(max_length=LONGEST_TEXT)] | None = None
    opponent: Annotated[str, Field(max_length=LONGEST_NAME, description="An id.")] | None = None


class NewTournament(Strict):
    """The tournament to begin."""

    name: Annotated[
        str | None, Field(max_length=LONGEST_NAME, description="The time if it is null.")
    ] = None
    players: Annotated[list[TournamentEntrant], Field(min_length=2, max_length=8)]
    format: Literal["round-robin", "gauntlet", "swiss"] = "round-robin"
    rules: Annotated[str, Field(max_length=LONGEST_TEXT)] = "7x6"
    games: Annotated[int, Field(ge=2, le=200, description="For each pairing; even.")] = 10
    seconds: Annotated[
        float, Field(ge=0.01, le=1, allow_inf_nan=False, description="For each move.")
    ] = 0.1
    seed: Annotated[int, Field(ge=0, lt=2**53)] = 0
