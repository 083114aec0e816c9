"""The protocol that every search speaks: the solver, alpha-beta and the Monte Carlo search.

    Search            search(position, limit, stop, watch) -> SearchResult
    SearchResult      what a search returns
    SearchProgress    what it tells while it runs
    Watch             a function that is called with it

Each search has a result and a progress of its own kind, with more in them. A score is proven, an
evaluation is a guess, in the unit of the search; both are for the side to move. What a search does
not know is None, or empty.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from fourfold.errors import IllegalMove
from fourfold.rules import Position, as_position
from fourfold.search.limits import Limit
from fourfold.search.score import Score
from fourfold.search.stop import Stop


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search has found, and what that took.

    >>> from fourfold.search.uct import Uct
    >>> result = Uct(seed=1).search("7x6:4455", limit=ff.Limit(nodes=2000))
    >>> result.column, str(result.score.outcome)
    (2, 'win')
    """

    column: int
    """The best; of equally good ones the centre-most, and then the left one."""
    score: Score | None = None
    """What is proven of the position."""
    evaluation: float | None = None
    """What the position is guessed to be worth."""
    scores: Mapping[int, Score] = field(default_factory=dict)
    """What is proven of columns."""
    evaluations: Mapping[int, float] = field(default_factory=dict)
    """What columns are guessed to be worth."""
    line: tuple[int, ...] = ()
    """The best play, beginning with the column."""
    depth: int | None = None
    """How many plies deep it looked."""
    nodes: int = 0
    """Positions visited."""
    seconds: float = 0.0
    """How long it took."""
    finished: bool = True
    """Whether it got to its end; else a limit or a stop ended it."""


@dataclass(frozen=True, slots=True)
class SearchProgress:
    """How far a search has got: its result as far as it is known.

    >>> def show(progress):
    ...     print(f"{progress.nodes} nodes in {progress.seconds} s, column {progress.column}")
    >>> show(ff.SearchProgress(seconds=0.5, nodes=1_000_000, column=3))
    1000000 nodes in 0.5 s, column 3
    >>> ff.Solver().best_column("7x6:4455", watch=show)  # too quick to be shown
    2
    """

    seconds: float
    """How long it has run."""
    nodes: int | None = None
    """Positions visited so far."""
    depth: int | None = None
    """The deepest search that is complete."""
    column: int | None = None
    """The best column so far."""
    evaluation: float | None = None
    """What the position is guessed to be worth."""
    evaluations: Mapping[int, float] = field(default_factory=dict)
    """What columns are guessed to be worth."""
    scores: Mapping[int, Score] = field(default_factory=dict)
    """What is proven of columns."""
    line: tuple[int, ...] = ()
    """The best play so far."""


Watch = Callable[[SearchProgress], None]
"""Called several times a second while a search runs, one call at a time.

It is called on the main thread if the search was begun there, else on a thread that serves all
searches, so it must return soon. If it raises, the search ends and raises the same.
"""


class Search(Protocol):
    """A search of a position that is not finished."""

    def search(
        self,
        position: Position | str,
        limit: Limit | None = None,
        stop: Stop | None = None,
        watch: Watch | None = None,
    ) -> SearchResult:
        """Find the best column.

        position: or its text.
        limit: ends the search with what it has found so far.
        stop: requested from another thread, it does the same within milliseconds.
        watch: told how far the search has got.
        """


def searchable(position: Position | str) -> Position:
    """Return a position, which may be given as text, or refuse it: its game is over."""
    position = as_position(position)
    if not position.legal_columns:
        raise IllegalMove(f"no column of '{position.to_text()}' can be played: the game is over")
    return position


def watch_onwards(watch: Watch | None, seconds: float, nodes: int) -> Watch | None:
    """Let a search that follows another be watched as one: count what the first one took."""
    if watch is None:
        return None

    def onwards(now: SearchProgress) -> None:
        watch(replace(now, seconds=seconds + now.seconds, nodes=nodes + (now.nodes or 0)))

    return onwards
