"""What answers and events about tournaments hold. Players are named by their place in `players`."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from fourfold.web.api.responses import Cell, Side

Progress = Literal["running", "stopped", "finished"]


class TournamentSummary(BaseModel):
    """A tournament in the list."""

    name: str
    players: list[str]
    format: str
    rules: list[str]
    played: int
    planned: int
    progress: Progress
    began: str
    updated: Annotated[str, Field(description="When the last game ended.")]


class TournamentLimits(BaseModel):
    """What a tournament that is begun on the page may have at most."""

    players: int
    games: Annotated[int, Field(description="For each pairing.")]
    all_games: int
    seconds: Annotated[float, Field(description="For a move.")]


class TournamentList(BaseModel):
    """The tournaments, the newest first."""

    tournaments: list[TournamentSummary]
    left_out: Annotated[int, Field(description="Older ones that are not in the list.")]
    allowed: Annotated[bool, Field(description="Whether tournaments can be begun on the page.")]
    limits: TournamentLimits
    running: Annotated[str | None, Field(description="The one that this server runs.")]


class FaultCount(BaseModel):
    """How many games a player lost by one fault of its own."""

    reason: str
    games: int


class TournamentPlayer(BaseModel):
    """A player, what it scored, and its rating."""

    name: str
    agent: str | None
    games: int
    won: int
    drawn: int
    lost: int
    points: Annotated[float, Field(description="With those of rounds without an opponent.")]
    elo: Annotated[float | None, Field(description="Null before its first game.")]
    error: Annotated[float | None, Field(description="Half the 95 % interval of `elo`.")]
    faults: list[FaultCount]
    cause: Annotated[list[str], Field(description="The first fault: lines of its cause.")]


class TournamentCell(BaseModel):
    """The games of two players, counted for the first of them."""

    one: int
    two: int
    won: int
    drawn: int
    lost: int


class FirstMove(BaseModel):
    """What moving first is worth, in Elo."""

    elo: float
    error: float


class TournamentView(BaseModel):
    """A tournament as it stands."""

    name: str
    format: str
    rules: list[str]
    games: Annotated[int, Field(description="For each pairing; in Swiss, of a round.")]
    rounds: int | None
    limits: Annotated[str, Field(description="The time for a move or a game, in words.")]
    test: Annotated[str, Field(description="How the test of two players stands, if there is one.")]
    began: str
    played: int
    planned: int
    progress: Progress
    can_stop: bool
    can_resume: bool
    problem: Annotated[str, Field(description="Why it stopped, or what is wrong with its file.")]
    players: list[TournamentPlayer]
    ranking: Annotated[list[int], Field(description="The players, the best first.")]
    cells: Annotated[
        list[TournamentCell], Field(description="Empty if there are too many players for a table.")
    ]
    first_move: FirstMove | None


class TournamentGame(BaseModel):
    """A finished game in a list."""

    number: int
    round: int | None
    first: int
    second: int
    winner: Side | None
    reason: str
    detail: str
    plies: int


class Comparison(BaseModel):
    """What the games of two players say of them, for the first of the two."""

    won: int
    drawn: int
    lost: int
    elo: Annotated[str, Field(description="The difference with its error, in words.")]
    superiority: Annotated[
        float | None, Field(description="The chance that the first is stronger, 0 to 1.")
    ]


class TournamentGames(BaseModel):
    """Finished games, those that ended last first."""

    games: list[TournamentGame]
    total: int
    next: Annotated[int | None, Field(description="The `skip` of the next page, if there is one.")]
    comparison: Comparison | None


class OpenedGame(BaseModel):
    """A game of a tournament that can be opened like any other."""

    id: str


class LiveGameView(BaseModel):
    """A game that is being played."""

    number: int
    players: tuple[str, str]
    rules: str
    plies: int
    turn: Side
    board: Annotated[list[str], Field(description="The top row first, as in lists of games.")]
    last: Annotated[Cell | None, Field(description="Where the last piece lies.")]
    line_cells: list[Cell]
    clocks: tuple[float | None, float | None]


class LiveGames(BaseModel):
    """Games that are being played, the first ones by their numbers."""

    games: list[LiveGameView]


class TournamentEvents(BaseModel):
    """The events of a tournament's stream by their names, each with its data."""

    tournament: TournamentView
    live: LiveGames
