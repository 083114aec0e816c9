"""What answers hold, for the OpenAPI description and for those who write against it."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field

Side = Literal["FIRST", "SECOND"]
CellView = Annotated[list[int], Field(min_length=2, max_length=2, description="[column, row]")]


class Problem(BaseModel):
    """Every refusal."""

    error: str


class Health(BaseModel):
    """Whether the server works."""

    status: str
    version: str


class RulesView(BaseModel):
    """A board."""

    text: str
    columns: int
    rows: int
    forbidden: list[CellView]
    bonus: CellView | None
    labels: list[str]


class PlayerView(BaseModel):
    """Who plays a side."""

    side: Side
    name: str
    agent: str | None
    options: dict[str, bool | int | float | str | None]
    title: str
    joined: bool
    present: bool


class LegalView(BaseModel):
    """A column that can be played, and where the piece lands."""

    column: int
    label: str
    row: int


class PlyView(BaseModel):
    """A piece or a ban. What is not known is null; the rest is for the player who moved."""

    column: int
    row: int
    label: str
    side: Side
    kind: Literal["piece", "ban"]
    seconds: float | None
    outcome: Literal["win", "draw", "loss"] | None
    in_plies: int | None
    evaluation: float | None
    nodes: int | None
    depth: int | None
    reason: str
    opening: bool


class ResultView(BaseModel):
    """How a game ended."""

    winner: Side | None
    reason: str
    detail: str
    cells: list[CellView]


class ClockView(BaseModel):
    """The clocks, in seconds."""

    game: float | None
    move: float | None
    left: list[float | None]
    running: Side | None
    spent: float


class ThinkingView(BaseModel):
    """What the agent that thinks has told so far."""

    side: Side
    seconds: float
    depth: int | None
    nodes: int | None
    evaluation: float | None
    line: list[str]
    queued: bool


class WinningCells(BaseModel):
    """Empty cells that would complete four."""

    FIRST: list[CellView]
    SECOND: list[CellView]


class GameView(BaseModel):
    """A game, or a bare position, whose id is null."""

    id: str | None
    version: int
    mode: Literal["human-human", "human-ai", "ai-ai", "study"]
    link: bool
    rules: RulesView
    position: str
    start: str
    players: list[PlayerView]
    turn: Side
    must_ban: bool
    legal: list[LegalView]
    plies: list[PlyView]
    result: ResultView | None
    can_undo: bool
    can_redo: bool
    offer: Side | None
    undo_offer: Side | None
    clock: ClockView | None
    thinking: ThinkingView | None
    paused: bool
    breath: float
    winning_cells: WinningCells
    previous: str | None
    next: str | None
    created: str | None
    watchers: int
    you: Side | None = None


class Seats(BaseModel):
    """The secrets of the seats that were given out."""

    FIRST: str | None = None
    SECOND: str | None = None


class Seated(BaseModel):
    """A game, and the secrets of its seats."""

    game: GameView
    seats: Seats


class ColumnView(BaseModel):
    """What a column is worth to the player to move."""

    column: int
    label: str
    full: bool
    proven: bool
    outcome: Literal["win", "draw", "loss"] | None
    in_plies: int | None
    moves: int | None
    score: int | None
    chance: float | None


class AnalysisView(BaseModel):
    """What is known of a position: proven where time allowed, estimated elsewhere."""

    position: str
    turn: Side
    columns: list[ColumnView]
    best: int | None
    line: list[str]
    chance: float | None
    outcome: Literal["win", "draw", "loss"] | None
    in_plies: int | None
    winning_cells: WinningCells
    nodes: int | None
    seconds: float
    complete: bool


class OptionView(BaseModel):
    """An option of an agent."""

    name: str
    type: Literal["bool", "int", "float", "str"]
    default: bool | int | float | str | None
    choices: list[str]
    minimum: float | None
    maximum: float | None
    description: str


class LevelView(BaseModel):
    """An agent's text for a strength."""

    name: str
    agent: str


class AgentView(BaseModel):
    """Somebody to play against."""

    name: str
    title: str
    summary: str
    document: str | None
    rules: str
    options: list[OptionView]
    levels: list[LevelView]


class SummaryPlayer(BaseModel):
    """Who played a side."""

    side: Side
    name: str
    agent: str | None
    title: str


class SummaryResult(BaseModel):
    """How a game ended."""

    winner: Side | None
    reason: str


class SummaryView(BaseModel):
    """A game in a list."""

    id: str
    mode: Literal["human-human", "human-ai", "ai-ai"]
    rules: str
    position: str
    players: list[SummaryPlayer]
    plies: int
    result: SummaryResult | None
    created: str
    updated: str


class History(BaseModel):
    """Games, newest first; `before` leads to the next ones."""

    games: list[SummaryView]
    before: str | None


class Tally(BaseModel):
    """How people fared against an agent."""

    agent: str
    games: int
    wins: int
    draws: int
    losses: int


class Statistics(BaseModel):
    """Against every agent."""

    agents: list[Tally]


class KeptGames(BaseModel):
    """The games of a file, now of this server, and the secrets of their seats by their ids."""

    games: list[SummaryView]
    seats: dict[str, Seats]
