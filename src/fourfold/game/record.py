"""The record of a game: who played what, how long it took, what agents reported, how it ended."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from fourfold.agents import Decision
from fourfold.errors import describe
from fourfold.game import sanitize
from fourfold.game.clock import NO_CLOCK, TimeControl
from fourfold.game.players import Participant
from fourfold.game.variations import MoveTree
from fourfold.rules import STANDARD, Outcome, Player, Position, Rules, as_position
from fourfold.search import Score


class EndReason(StrEnum):
    """Why a game is over: by the rules, by the players, or by the referee."""

    FOUR_IN_LINE = "four in line"
    BOARD_FULL = "board full"
    RESIGNATION = "resignation"
    AGREEMENT = "draw agreed"
    TIME = "out of time"
    BAD_MOVE = "bad move"
    """An agent chose something that is not a column, or a column that cannot be played."""
    FAILURE = "agent failed"
    """An agent raised an error, or could not be stopped."""
    ADJUDICATION = "adjudicated"
    """The referee of a tournament ended it, as won or as a draw, before it was played out."""


BY_THE_RULES = (EndReason.FOUR_IN_LINE, EndReason.BOARD_FULL)
FOR_A_DRAW = (EndReason.BOARD_FULL, EndReason.AGREEMENT)
LONGEST_CAUSE = 20_000
"""Characters of a cause that are kept: the last ones."""
FOR_BOTH = (EndReason.ADJUDICATION,)
"""The reasons for a win and for a draw alike."""
FAULTS = (EndReason.TIME, EndReason.BAD_MOVE, EndReason.FAILURE)
"""The reasons for which an agent loses through its own fault."""


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended: the winner, None for a draw, why, and a sentence where more is known."""

    winner: Player | None
    """Who won, or None for a draw."""
    reason: EndReason
    """Why the game is over."""
    detail: str = ""
    """A sentence that says more, or an empty text."""
    cause: str = ""
    """Why an agent failed, for its author: a traceback, or what its process wrote at the end."""

    @classmethod
    def from_outcome(cls, outcome: Outcome) -> "Ending":
        """Return the ending by the rules, when a position is finished."""
        return cls(outcome.winner, EndReason(outcome.reason))

    def __str__(self) -> str:
        return "draw" if self.winner is None else f"{self.winner} wins"


@dataclass(frozen=True, slots=True)
class Ply:
    """One piece or ban, with what is known of it; None where nothing is known.

    The score (proven) and the evaluation (a guess) are for the player who moved.
    """

    column: int
    """Where it was dropped, counted from 0."""
    seconds: float | None = None
    """How long the player thought."""
    score: Score | None = None
    """What the agent had proven."""
    evaluation: float | None = None
    """What the agent guessed, in its own unit."""
    nodes: int | None = None
    """How many positions the agent visited."""
    depth: int | None = None
    """How many plies deep the agent looked."""
    reason: str = ""
    """What the agent said about it."""

    @classmethod
    def from_decision(cls, column: int, seconds: float, decision: Decision | None) -> "Ply":
        """Make a ply with the reasons of its decision, if any; nonsense among them is dropped."""
        seconds = round(seconds, 6)
        if decision is None:
            return cls(column, seconds)
        return cls(
            column,
            seconds,
            sanitize.score(decision.score),
            sanitize.number(decision.evaluation),
            sanitize.count(decision.nodes),
            sanitize.count(decision.depth),
            sanitize.text(decision.reason),
        )


@dataclass(frozen=True, slots=True, repr=False)
class Record:
    """One game. Without an ending it is not finished, and can go on.

    >>> record = ff.Record.from_text("7x6:4455362")
    >>> record.moves
    (3, 3, 4, 4, 2, 5, 1)
    >>> print(record.ending, "by", record.ending.reason)
    FIRST wins by four in line
    """

    rules: Rules = STANDARD
    """The rules of the game."""
    players: tuple[Participant, Participant] = (Participant.human(), Participant.human())
    """FIRST and SECOND."""
    opening: tuple[int, ...] = ()
    """Columns that had been played when the players began."""
    plies: tuple[Ply, ...] = ()
    """What was played after the opening, with all that is known of each ply."""
    ending: Ending | None = None
    """How the game ended, or None while it is not finished."""
    control: TimeControl = NO_CLOCK
    """How much time each player had."""
    began: str | None = None
    """When it began, in ISO 8601."""
    tags: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Any other texts to keep, such as the number of the game in a match."""
    variations: tuple[tuple[int, ...], ...] = ()
    """Lines that were not played, each from the start; `tree` puts them beside the game."""

    @property
    def moves(self) -> tuple[int, ...]:
        """All columns of the game, with those of the opening."""
        return self.opening + tuple(ply.column for ply in self.plies)

    @property
    def start(self) -> Position:
        """The position in which the players began."""
        return Position(self.rules, self.opening)

    @property
    def position(self) -> Position:
        """The last position."""
        return Position(self.rules, self.moves)

    @property
    def tree(self) -> MoveTree:
        """The game and its variations, the game as the main line."""
        played = tuple(ply.column for ply in self.plies)
        return MoveTree.from_lines(self.start, [played, *self.variations])

    def to_text(self) -> str:
        """Return the game as one line, `RULES:MOVES`; everything but the moves is lost."""
        return self.position.to_text()

    @classmethod
    def from_position(
        cls, position: Position | str, players: tuple[Participant, Participant] | None = None
    ) -> "Record":
        """Make the record of the game that led to a position."""
        position = as_position(position)
        ending = None if position.outcome is None else Ending.from_outcome(position.outcome)
        plies = tuple(Ply(column) for column in position.moves)
        record = cls(position.rules, plies=plies, ending=ending)
        return record if players is None else cls(position.rules, players, (), plies, ending)

    @classmethod
    def from_text(cls, text: str, rules: Rules | None = None) -> "Record":
        """Make the record of the game that a position's text describes."""
        return cls.from_position(Position.parse(text, rules))

    def __repr__(self) -> str:
        first, second = (describe(player.name) for player in self.players)
        end = "not finished" if self.ending is None else f"{self.ending} ({self.ending.reason})"
        return f"<Record of {self.to_text()}: {first} against {second}, {end}>"

    def _repr_html_(self) -> str:
        from fourfold.game.record_html import as_html

        return as_html(self)
