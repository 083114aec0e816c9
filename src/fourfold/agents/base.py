"""What an agent is, and what it returns."""

import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Generic, Protocol, TypeVar

from fourfold.errors import BadAnswer, describe
from fourfold.rules import Position
from fourfold.rules.notation import column_label
from fourfold.search import Limit, Score, Stop
from fourfold.search.protocol import Watch, searchable
from fourfold.search.tree import SearchTree, TreeRequest
from fourfold.support.checks import as_int


@dataclass(frozen=True, slots=True, repr=False)
class Decision:
    """A column, and what the agent knows of its reasons.

    A score is proven, an evaluation is a guess, in the agent's own unit; both are for the side
    to move. What an agent does not know is None, or empty.

    >>> decision = ff.agent("perfect").choose("7x6:4455")
    >>> decision.column, decision.score.plies, decision.line
    (2, 3, (2,))
    >>> decision.reason
    'proven: win in 3 plies (score 18)'
    """

    column: int
    """The column that it plays, counted from 0."""
    score: Score | None = None
    """The proven score of the position."""
    evaluation: float | None = None
    """What the position is guessed to be worth."""
    scores: Mapping[int, Score] = field(default_factory=dict)
    """Proven scores of columns, those that are known."""
    evaluations: Mapping[int, float] = field(default_factory=dict)
    """Evaluations of columns, those that are known."""
    nodes: int | None = None
    """How many positions it visited."""
    depth: int | None = None
    """How many plies deep it looked."""
    seconds: float | None = None
    """How long it took."""
    line: tuple[int, ...] = ()
    """The play that the agent expects, beginning with its own column."""
    reason: str = ""
    """One sentence for people, without a capital and a full stop."""
    tree: SearchTree | None = field(default=None, repr=False)
    """The tree of the search, if it was asked for and there was a search."""
    win_chance: float | None = None
    """The guessed chance to win with this column, from 0 to 1, a draw counting half."""

    @property
    def column_details(self) -> Mapping[str, Mapping[int, float | str]]:
        """Further facts about single columns: heading -> column -> number or word.

        For agents that know more than scores and evaluations; shown beside these.
        """
        return {}

    @property
    def details(self) -> Mapping[str, float | str]:
        """Further facts about the decision: name -> number or word."""
        return {}

    def __repr__(self) -> str:
        said = [f"column {self.column}"]
        if self.score is not None:
            said.append(str(self.score))
        elif self.evaluation is not None:
            said.append(f"evaluation {self.evaluation:.3g}")
        if self.reason:
            said.append(describe(self.reason))
        return f"<{type(self).__name__}: {', '.join(said)}>"

    def _repr_html_(self) -> str:
        from fourfold.agents.decision_forms import as_html

        return as_html(self)


def checked_column(position: Position, answer: object) -> int:
    """Return an agent's answer as a legal column; BadAnswer says what is wrong with it."""
    column = as_int(answer)
    legal = position.legal_columns
    if column in legal:
        assert column is not None
        return column
    columns = position.rules.columns
    if column is None or not 0 <= column < columns:
        # This is for the author of the agent, whose code counts columns from 0.
        raise BadAnswer(
            f"chose {describe(answer)}, which is no column: "
            f"its columns are 0 to {columns - 1}, counted from 0"
        )
    # People read this beside a board, so columns have the labels of the board.
    full, *others = (column_label(each, columns) for each in (column, *legal))
    raise BadAnswer(f"chose column {full}, which has no room: it could play {', '.join(others)}")


class Agent(Protocol):
    """A player. An agent is made by the registry and may remember its games.

    It thinks about one position at a time.

    >>> class Leftmost:
    ...     def choose(self, position, limit=None, stop=None, watch=None):
    ...         return ff.Decision(position.legal_columns[0], reason="it is the first one")
    >>> Leftmost().choose(ff.Position.parse("5x4:1111")).column
    1
    """

    def choose(
        self,
        position: Position,
        limit: Limit | None = None,
        stop: Stop | None = None,
        watch: Watch | None = None,
    ) -> Decision:
        """Choose a legal column of a position that is not finished.

        position: games and matches give a Position; an agent of this package takes its text too.
        limit: besides the agent's own options; the tighter one counts.
        stop: requested from another thread, it lets the agent move at once with what it has.
        watch: called several times a second while the agent thinks; see `fourfold.search.Watch`.
        """


@dataclass(frozen=True, slots=True)
class Control:
    """How an agent is to think about one move: how long, how it is stopped, who watches it.

    See `Agent.choose`.
    """

    limit: Limit | None
    """How long it may think; None is without limit."""
    stop: Stop | None
    """Requested from another thread, it ends the thinking."""
    watch: Watch | None
    """Told how far the thinking has got."""
    began: float
    """When it was asked (`time.monotonic`)."""
    tree: TreeRequest | None = None
    """How much of the search is recorded for `Decision.tree`."""

    @property
    def spent(self) -> float:
        """The seconds since it was asked."""
        return time.monotonic() - self.began

    def within(self, limit: Limit) -> "Control":
        """The same, but within this limit as well; the tighter one counts."""
        return replace(self, limit=limit.and_also(self.limit))

    def still_within(self, limit: Limit) -> "Control":
        """The same, for a search that comes late: the seconds spent so far are taken off."""
        return replace(self, limit=limit.and_also(self.limit).less(self.spent))


D_co = TypeVar("D_co", bound=Decision, covariant=True)


class BaseAgent(ABC, Generic[D_co]):
    """What the agents of this package have in common.

    They take a position or its text, and refuse a finished one.
    """

    shows_tree: bool = False
    """Whether it can show the tree of its search."""

    def choose(
        self,
        position: Position | str,
        limit: Limit | None = None,
        stop: Stop | None = None,
        watch: Watch | None = None,
    ) -> D_co:
        """Choose a legal column of a position that is not finished; see `Agent`."""
        began = time.monotonic()
        return self.decide(searchable(position), Control(limit, stop, watch, began))

    def choose_with_tree(
        self,
        position: Position | str,
        limit: Limit | None = None,
        stop: Stop | None = None,
        watch: Watch | None = None,
        *,
        request: TreeRequest | None = None,
    ) -> D_co:
        """Choose like `choose`, and record the search: the decision has a `tree`.

        It has none where no search was needed, such as for a block or a move of the book; its
        reason says so then. Only for agents that can: see `shows_tree` and `trees.py`.
        """
        began = time.monotonic()
        request = TreeRequest() if request is None else request
        return self.decide(searchable(position), Control(limit, stop, watch, began, request))

    @abstractmethod
    def decide(self, position: Position, control: Control) -> D_co:
        """Decide on a column of a position that has a legal one."""


def decision_without_search(
    column: int,
    reason: str,
    began: float,
    score: Score | None = None,
    scores: Mapping[int, Score] | None = None,
) -> Decision:
    """Build the decision of an agent that needed no search since `began` (`time.monotonic`)."""
    return Decision(
        column,
        score=score,
        scores={} if scores is None else scores,
        nodes=0,
        seconds=time.monotonic() - began,
        line=(column,),
        reason=reason,
    )
