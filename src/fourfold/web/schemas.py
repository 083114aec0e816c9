"""What requests hold. Nothing is guessed at: what is not described here is refused."""

import unicodedata
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

LONGEST_NAME = 40
LONGEST_TEXT = 2_000
LONGEST_CLOCK = 7 * 24 * 3600.0
LONGEST_BREATH = 10.0

_BIDI = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def _name(text: str) -> str:
    """A name as it is shown: nothing in it can move or hide what stands beside it."""
    if any(unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") or c in _BIDI for c in text):
        raise ValueError("a name is letters, digits, signs and spaces")
    return " ".join(text.split())


class Strict(BaseModel):
    """A request's body."""

    model_config = ConfigDict(extra="forbid", strict=True)


Name = Annotated[str, Field(max_length=LONGEST_NAME), AfterValidator(_name)]
Version = Annotated[int, Field(ge=1, le=2**53, description="Refuse if the game has moved on.")]
Seconds = Annotated[float, Field(gt=0, le=LONGEST_CLOCK, allow_inf_nan=False)]
Breath = Annotated[float, Field(ge=0, le=LONGEST_BREATH, allow_inf_nan=False)]
Column = Annotated[
    str, Field(min_length=1, max_length=1, description="As the notation writes it: 4, or d.")
]


class NewPlayer(Strict):
    """A person, or an agent."""

    name: Name | None = None
    agent: Annotated[str, Field(max_length=LONGEST_TEXT)] | None = None


class NewClock(Strict):
    """Seconds for the whole game, for each ply, or both."""

    game: Seconds | None = None
    move: Seconds | None = None


class NewGame(Strict):
    """A game to begin."""

    rules: Annotated[str, Field(max_length=LONGEST_TEXT)] | None = None
    start: Annotated[str, Field(max_length=LONGEST_TEXT)] | None = None
    players: Annotated[list[NewPlayer], Field(min_length=2, max_length=2)]
    clock: NewClock | None = None
    link: bool = False
    breath: Breath = 0.5
    paused: bool = False


class Join(Strict):
    """Who sits down."""

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
    """Undo or redo."""

    version: Version | None = None
    accept: bool | None = None


class Redo(Strict):
    """Play again what was taken back."""

    version: Version | None = None


class Draw(Strict):
    """An offer without an answer; the answer to the other's offer with one."""

    answer: bool | None = None


class Pace(Strict):
    """The seconds between two moves of agents."""

    breath: Breath


class Nothing(Strict):
    """No more needs to be said."""
