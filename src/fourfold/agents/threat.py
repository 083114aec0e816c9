"""The agent `threat` of document 002: minimax that knows odd and even threats, and zugzwang.

A win at once is played and a threat is blocked before any search. Then it looks the deeper the
fuller the board is. docs/agents.md explains the theory.
"""

import time

from fourfold.agents.base import Decision, Watch, check_unfinished
from fourfold.agents.minimax import (
    MEMORY,
    SECONDS,
    Minimax,
    decision_of,
    time_left,
    weight_options,
    weights_with,
    win_or_block,
)
from fourfold.agents.options import Option
from fourfold.agents.registry import AgentKind, register
from fourfold.rules import Position, Rules
from fourfold.search import Limit, Stop
from fourfold.search.alphabeta import Switches
from fourfold.search.book_scores import book_scores
from fourfold.search.evaluation import ThreatWeights
from fourfold.search.order import centre_first

WIN = 100_000
"""Document 002: a win is worth this and the depth that is left."""
DEPTHS = ((8, 6), (20, 8), (30, 10))
"""Document 002: with up to so many pieces on the 42 cells of 7x6, so many plies."""
LAST_DEPTH = 12
DOCUMENT = "002"


def documented_depth(rules: Rules, pieces: int) -> int:
    """How deep to look; the numbers of pieces grow with the board."""
    for most, depth in DEPTHS:
        if pieces * 42 <= most * rules.playable_cells:
            return depth
    return LAST_DEPTH


class Threat:
    """Plays what wins at once or must be blocked, by the book, or else by minimax."""

    def __init__(
        self,
        depth: int | None = None,
        seconds: float | None = None,
        deepening: bool = True,
        book: bool = True,
        killers: bool = True,
        history: bool = True,
        memory: int = 32,
        **weights: int,
    ) -> None:
        self._limit = Limit(seconds, depth=depth)
        self._book = book
        self.minimax = Minimax(
            weights_with(ThreatWeights(), weights),
            WIN,
            Switches(killers=killers, history=history, deepening=deepening),
            memory=memory,
        )

    def choose(
        self,
        position: Position,
        limit: Limit | None = None,
        stop: Stop | None = None,
        watch: Watch | None = None,
    ) -> Decision:
        """A win, else a block, else what the book or the search says."""
        check_unfinished(position)
        began = time.monotonic()
        urgent = win_or_block(position, began)
        if urgent is not None:
            return urgent
        known = by_the_book(position, began) if self._book else None
        if known is not None:
            return known
        within = self._limit.and_also(limit)
        if self._limit.depth is None:
            within = within.and_also(Limit(depth=documented_depth(position.rules, position.ply)))
        found = self.minimax.search(position, time_left(within, began), stop, watch, began)
        return decision_of(position, found, began)


def by_the_book(position: Position, began: float) -> Decision | None:
    """The best column by the book that comes with the package; None where it has no answer."""
    scores = book_scores(position)
    if scores is None:
        return None
    order = centre_first(scores, position.rules.columns)
    column = max(order, key=lambda column: scores[column].rank)
    return Decision(
        column,
        score=scores[column],
        scores=scores,
        nodes=0,
        seconds=time.monotonic() - began,
        line=(column,),
        reason=f"from the opening book: {scores[column]}",
    )


register(
    AgentKind(
        name="threat",
        summary="Minimax, six to twelve plies deep, that knows threats, parity and zugzwang.",
        make=Threat,
        options=(
            Option(
                "depth",
                int,
                None,
                "How many plies it looks ahead; none is 6, 8, 10 or 12 by the pieces on the board "
                "(document 002).",
                least=1,
                most=144,
            ),
            SECONDS,
            Option(
                "deepening",
                bool,
                True,
                "Within a limit, depth 1, then 2, and so on (document 002, improvement 1).",
            ),
            Option(
                "book",
                bool,
                True,
                "Play by the opening book, where one comes with the package (improvement 2).",
            ),
            Option("killers", bool, True, "Killer moves (improvement 3)."),
            Option("history", bool, True, "The history heuristic (improvement 4)."),
            MEMORY,
            *weight_options(ThreatWeights(), DOCUMENT),
        ),
        document="002",
        levels=(("quick", "depth=2"), ("good", "depth=6"), ("strong", "seconds=3")),
    )
)
