"""The agent `threat`: minimax that weighs threats by parity and zugzwang.

A win at once is played and a threat is blocked before any search. The fuller the board, the deeper
it searches. docs/agents.md explains the theory.
"""

from fourfold.agents.base import BaseAgent, Control, Decision, decision_without_search
from fourfold.agents.minimax import (
    HOOKS,
    MEMORY,
    SECONDS,
    Minimax,
    OwnLeaves,
    decision_of,
    weight_options,
    win_or_block,
)
from fourfold.agents.options import Option
from fourfold.agents.registry import AgentKind, register
from fourfold.rules import Position, Rules
from fourfold.search import Limit
from fourfold.search.alphabeta import Switches
from fourfold.search.book.scores import book_scores
from fourfold.search.evaluation import ThreatWeights, Weights
from fourfold.search.order import centre_first
from fourfold.search.own_evaluation import Function

WIN = 100_000
"""What a win counts, beside the depth that is left."""
DEPTHS = ((8, 6), (20, 8), (30, 10))
"""The most pieces on the 42 cells of 7x6, and the depth up to there."""
LAST_DEPTH = 12


def dynamic_depth(rules: Rules, pieces: int) -> int:
    """Return how deep to search; the numbers of pieces are scaled to the size of the board."""
    for most, depth in DEPTHS:
        if pieces * 42 <= most * rules.playable_cells:
            return depth
    return LAST_DEPTH


class Threat(BaseAgent[Decision]):
    """Plays what wins at once or must be blocked, by the book, or else by minimax."""

    shows_tree = True

    def __init__(
        self,
        depth: int | None = None,
        seconds: float | None = None,
        deepening: bool = True,
        book: bool = True,
        killers: bool = True,
        history: bool = True,
        memory: int = 32,
        evaluation: Function | Weights | None = None,
        batch: int | None = None,
        **weights: int,
    ) -> None:
        self._limit = Limit(seconds, depth=depth)
        self._book = book
        self.minimax = Minimax(
            ThreatWeights(),
            WIN,
            Switches(killers=killers, history=history, deepening=deepening),
            memory=memory,
            changed=weights,
            own=OwnLeaves(evaluation, batch),
        )

    def decide(self, position: Position, control: Control) -> Decision:
        """Choose a win, else a block, else what the book or the search says."""
        urgent = win_or_block(position, control.began)
        if urgent is not None:
            return urgent
        known = by_the_book(position, control.began) if self._book else None
        if known is not None:
            return known
        limit = self._limit
        if limit.depth is None:
            limit = limit.and_also(Limit(depth=dynamic_depth(position.rules, position.ply)))
        found = self.minimax.search(position, control.still_within(limit))
        return decision_of(position, found, control.began)


def by_the_book(position: Position, began: float) -> Decision | None:
    """Choose the best column by the opening book; None where it has no answer."""
    scores = book_scores(position)
    if scores is None:
        return None
    order = centre_first(scores, position.rules.columns)
    column = max(order, key=lambda column: scores[column].rank)
    score = scores[column]
    return decision_without_search(column, f"from the opening book: {score}", began, score, scores)


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
                "How many plies it looks ahead; if left out, 6 to 12, more as the board fills.",
                least=1,
                most=144,
                label="Moves to look ahead",
            ),
            SECONDS,
            Option(
                "deepening",
                bool,
                True,
                "Within a limit, search depth 1 first, then 2, and so on.",
                label="Deeper step by step",
            ),
            Option(
                "book",
                bool,
                True,
                "Play from the opening book, where there is one.",
                label="Opening book",
            ),
            Option(
                "killers",
                bool,
                True,
                "Try the reply that refuted the last move first.",
                label="Remember refutations",
            ),
            Option(
                "history",
                bool,
                True,
                "Try replies early that have refuted many moves.",
                label="Remember good replies",
            ),
            MEMORY,
            *weight_options(ThreatWeights()),
        ),
        levels=(("quick", "depth=2"), ("good", "depth=6"), ("strong", "seconds=3")),
        hooks=HOOKS,
    )
)
