"""What answers and events hold: the one definition of them.

The views build these models, the routes return them, the OpenAPI description comes from them, and
`make types` writes the page's types from that. Every field is always there; what is not known
is null. Those of reviews are in `review_responses`.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, Field
from typing_extensions import TypeAliasType

Side = TypeAliasType("Side", Literal["FIRST", "SECOND"])
Kind = TypeAliasType("Kind", Literal["piece", "ban"])
Outcome = TypeAliasType("Outcome", Literal["win", "draw", "loss"])
Mode = TypeAliasType("Mode", Literal["human-human", "human-ai", "ai-ai"])
Emote = TypeAliasType(
    "Emote", Literal["hello", "good_move", "oops", "thinking", "well_played", "thanks"]
)
Cell = TypeAliasType(
    "Cell",
    Annotated[tuple[int, int], Field(description="[column, row], from 0; row 0 is at the bottom.")],
)
OptionValue = TypeAliasType("OptionValue", bool | int | float | str | None)
SeatSecrets = TypeAliasType(
    "SeatSecrets",
    Annotated[dict[Side, str], Field(description="The secrets of the seats that were given out.")],
)


class ErrorResponse(BaseModel):
    """A refusal: one sentence."""

    error: str


class Health(BaseModel):
    """Whether the server works."""

    status: Literal["ok"]
    version: str


class RulesView(BaseModel):
    """A board without pieces."""

    text: str
    columns: int
    rows: int
    forbidden: list[Cell]
    bonus: Cell | None
    labels: list[str]


class PlayerView(BaseModel):
    """Who plays a side."""

    side: Side
    name: str
    agent: str | None
    options: dict[str, OptionValue]
    title: str
    opponent: Annotated[str | None, Field(description="The id of the opponent who plays here.")]
    joined: bool
    present: bool


class LegalView(BaseModel):
    """A column that can be played, and where the piece lands."""

    column: int
    label: str
    row: int


class PlyView(BaseModel):
    """A piece or a ban; outcome and evaluation are for the player who moved."""

    column: int
    row: int
    label: str
    side: Side
    kind: Kind
    seconds: float | None
    outcome: Outcome | None
    in_plies: int | None
    evaluation: float | None
    nodes: int | None
    depth: int | None
    reason: str
    opening: bool


class LinePlyView(BaseModel):
    """A ply of a line that was not played, and where its piece would lie."""

    column: int
    row: int
    label: str
    side: Side
    kind: Kind


class VariationView(BaseModel):
    """A line that was not played."""

    moves: Annotated[str, Field(description="All of its moves, with those of the game before it.")]
    after: Annotated[int, Field(description="How many of them are moves of the game.")]
    plies: Annotated[list[LinePlyView], Field(description="The others.")]


class ResultView(BaseModel):
    """How a game ended."""

    winner: Side | None
    reason: str
    detail: str
    line_cells: list[Cell]


class ClockView(BaseModel):
    """The clocks, in seconds."""

    game: float | None
    move: float | None
    increment: float
    left: tuple[float | None, float | None]
    running: Side | None
    spent: float


class ThinkingView(BaseModel):
    """What the thinking agent has reported so far."""

    side: Side
    seconds: float
    depth: int | None
    nodes: int | None
    evaluation: float | None
    line: list[str]
    queued: bool


class ThreatCells(BaseModel):
    """The free cells that would complete four, for each player."""

    FIRST: list[Cell]
    SECOND: list[Cell]


class SeriesView(BaseModel):
    """The results of a game and of those before it, of which each is the rematch of another."""

    FIRST: int
    SECOND: int
    draws: int


class GameView(BaseModel):
    """A game, or a bare position, whose id is null."""

    id: str | None
    version: int
    mode: Mode | Literal["study"]
    link: bool
    rules: RulesView
    position: str
    start: str
    players: tuple[PlayerView, PlayerView]
    turn: Side
    must_ban: bool
    legal: list[LegalView]
    plies: list[PlyView]
    result: ResultView | None
    can_undo: bool
    can_redo: bool
    offer: Side | None
    undo_offer: Side | None
    rematch_offer: Side | None
    rematch_declined: Annotated[
        Side | None, Field(description="The player who has declined a rematch.")
    ]
    hints_allowed: Annotated[
        bool, Field(description="False in a game by link that goes on, unless both have agreed.")
    ]
    hints_offer: Side | None
    clock: ClockView | None
    thinking: ThinkingView | None
    paused: bool
    move_delay: float
    threat_cells: ThreatCells
    series: Annotated[
        SeriesView, Field(description="How the sides of this game have fared in all rematches.")
    ]
    variations: list[VariationView]
    previous: str | None
    next: str | None
    created: str | None
    watchers: int
    you: Side | None


class PresentSides(BaseModel):
    """Which players are there."""

    FIRST: bool
    SECOND: bool


class PresenceView(BaseModel):
    """Who is there."""

    watchers: int
    present: PresentSides


class EmoteView(BaseModel):
    """A sign that a player has just sent; the numbers of later ones are larger."""

    number: int
    side: Side
    emote: Emote


class GameEvents(BaseModel):
    """The events of a game's stream by their names, each with its data."""

    game: GameView
    thinking: ThinkingView
    presence: PresenceView
    emote: EmoteView


class RematchView(BaseModel):
    """The rematch with the secret of the seat, or the game in which it is only asked for."""

    game: GameView
    seats: SeatSecrets


class DeletedGame(BaseModel):
    """A game that was deleted."""

    id: str
    kept_by_opponent: bool
    """Whether the other player of a game by link still has it, without you."""


class CreatedGame(BaseModel):
    """A new game, and the secrets of its seats."""

    game: GameView
    seats: SeatSecrets


class ColumnScoreView(BaseModel):
    """What is known of a column for the player to move: proven or not, with a win chance."""

    column: int
    label: str
    full: bool
    proven: bool
    outcome: Outcome | None
    in_plies: int | None
    moves: int | None
    score: int | None
    win_chance: float | None


class ColumnAnalysisView(ColumnScoreView):
    """What is known of a column, and why."""

    why: Annotated[list[str], Field(description="Why it is good or bad, in sentences.")]
    reason: Annotated[str, Field(description="The same in a few words; empty if there are none.")]


class AnalysisView(BaseModel):
    """What is known of a position: proven where time allowed, estimated elsewhere."""

    position: str
    turn: Side
    columns: list[ColumnAnalysisView]
    best: int | None
    line: list[str]
    win_chance: float | None
    outcome: Outcome | None
    in_plies: int | None
    threat_cells: ThreatCells
    nodes: int | None
    seconds: float
    complete: bool


class OptionView(BaseModel):
    """An option of an agent."""

    name: str
    label: str
    type: Literal["bool", "int", "float", "str"]
    default: OptionValue
    choices: list[str]
    minimum: float | None
    maximum: float | None
    description: str


class LevelView(BaseModel):
    """The agent spec of a level of strength."""

    name: str
    agent: str


class AgentView(BaseModel):
    """An agent to play against."""

    name: str
    title: str
    summary: str
    rules: str
    options: list[OptionView]
    levels: list[LevelView]


class FaceView(BaseModel):
    """The face of an opponent, in words that the page knows how to draw."""

    backdrop: str
    skin: str
    shape: str
    hair: str
    hair_colour: str
    eyes: str
    mouth: str
    extra: str


class OpponentView(BaseModel):
    """A named agent to play against."""

    id: str
    name: str
    sentence: str
    what: Annotated[str, Field(description="What they are, in words.")]
    agent: str
    rating: int
    error: Annotated[int, Field(description="Half of the 95 % interval of the rating.")]
    games: Annotated[int, Field(description="Games with the opponent below; 0 for the weakest.")]
    face: FaceView


class Ladder(BaseModel):
    """The opponents, the weakest first, and the id of the one whom a newcomer meets."""

    first: str
    opponents: list[OpponentView]


class SummaryPlayer(BaseModel):
    """Who played a side."""

    side: Side
    name: str
    agent: str | None
    title: str
    opponent: str | None


class SummaryResult(BaseModel):
    """How a game ended."""

    winner: Side | None
    reason: str


class GameSummary(BaseModel):
    """A game in a list."""

    id: str
    mode: Mode
    rules: str
    position: str
    players: tuple[SummaryPlayer, SummaryPlayer]
    plies: int
    result: SummaryResult | None
    board: Annotated[
        list[str],
        Field(
            description="The last position, the top row first: `1` and `2` are pieces of FIRST and "
            "SECOND, `#` is a ban, `x` forbidden, `*` the bonus cell, `.` any other free cell."
        ),
    ]
    line_cells: list[Cell]
    you: Annotated[list[Side], Field(description="The seats of the player who asks.")]
    accuracy: Annotated[
        tuple[float | None, float | None] | None,
        Field(description="Of FIRST and SECOND, in percent; null if the game was not reviewed."),
    ]
    created: str
    updated: str


class History(BaseModel):
    """Games, newest first; `before` leads to the next ones."""

    games: list[GameSummary]
    before: str | None


class Tally(BaseModel):
    """How people fared against an agent."""

    agent: str
    games: int
    wins: int
    draws: int
    losses: int


class Statistics(BaseModel):
    """How people fared against every agent."""

    agents: list[Tally]


class ImportedGames(BaseModel):
    """The games of a file, now of this server, and the secrets of their seats by their ids."""

    games: list[GameSummary]
    seats: dict[str, SeatSecrets]
