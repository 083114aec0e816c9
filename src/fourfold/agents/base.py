"""What an agent is, and what it says when it has chosen."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from fourfold.errors import IllegalMove
from fourfold.rules import Position
from fourfold.search import Limit, Score, Stop


@dataclass(frozen=True, slots=True)
class Decision:
    """A column, and whatever the agent can tell of its reasons.

    A score is proven, an evaluation is a guess, in the agent's own unit; both are for the side
    to move. What an agent does not know is None, or empty.
    """

    column: int
    score: Score | None = None
    evaluation: float | None = None
    scores: Mapping[int, Score] = field(default_factory=dict)
    """Proven scores of columns, as far as they were worked out."""
    evaluations: Mapping[int, float] = field(default_factory=dict)
    """Guesses at columns, as far as they were made."""
    nodes: int | None = None
    depth: int | None = None
    seconds: float | None = None
    line: tuple[int, ...] = ()
    """The play that the agent expects, beginning with its own column."""
    reason: str = ""
    """One sentence for people."""

    @property
    def told(self) -> Mapping[str, Mapping[int, float | str]]:
        """What else there is to tell of single columns: heading -> column -> number or word.

        For agents whose decisions are of a kind of their own, with more in them. Whoever shows a
        decision shows this beside the scores and evaluations.
        """
        return {}

    @property
    def facts(self) -> Mapping[str, float | str]:
        """What else there is to tell of the whole: name -> number or word."""
        return {}


@dataclass(frozen=True, slots=True)
class Thinking:
    """What an agent can tell while it thinks: a decision as far as it has got."""

    seconds: float
    nodes: int | None = None
    depth: int | None = None
    column: int | None = None
    """The column that it likes best just now."""
    evaluation: float | None = None
    evaluations: Mapping[int, float] = field(default_factory=dict)
    scores: Mapping[int, Score] = field(default_factory=dict)
    line: tuple[int, ...] = ()


Watch = Callable[[Thinking], None]


class Agent(Protocol):
    """Somebody who plays. An agent is made by the registry and may remember its games.

    One agent thinks about one position at a time.
    """

    def choose(
        self,
        position: Position,
        limit: Limit | None = None,
        stop: Stop | None = None,
        watch: Watch | None = None,
    ) -> Decision:
        """A legal column of a position that is not finished, with reasons.

        limit: a limit besides the agent's own options; the tighter one counts.
        stop: requested from another thread, it lets this come back at once with what it has.
        watch: called several times a second while the agent thinks, from the same thread.
        """


def check_unfinished(position: Position) -> None:
    """Refuse a finished position with the words that every agent has for it."""
    if not position.legal_columns:
        raise IllegalMove(f"no column of '{position.to_text()}' can be played: the game is over")
