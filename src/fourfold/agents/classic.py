"""The agent `classic` of document 003: a win, else a block, else minimax over windows; four levels.

easy      two or three plies deep, and a lot among what looks about as good
medium    six plies deep, as the document has it
hard      eight plies deep, and the opening book
expert    the agent `perfect`
"""

import time

from fourfold.agents.base import Agent, Decision, Watch, check_unfinished
from fourfold.agents.chance import SEED, chance_for
from fourfold.agents.minimax import (
    SECONDS,
    Minimax,
    decision_of,
    time_left,
    weight_options,
    weights_with,
    win_or_block,
)
from fourfold.agents.options import Option
from fourfold.agents.perfect import Perfect
from fourfold.agents.registry import AgentKind, register
from fourfold.agents.threat import by_the_book
from fourfold.rules import Position
from fourfold.rules.notation import column_label
from fourfold.search import Limit, Stop
from fourfold.search.alphabeta import Searched
from fourfold.search.evaluation import ClassicWeights
from fourfold.search.order import centre_first

WIN = 100_000
"""What a completed line is worth: beyond all that the windows of the largest board can be."""
LEVELS = ("easy", "medium", "hard", "expert")
"""Document 003."""
DEPTHS = {"medium": 6, "hard": 8}
"""Document 003; `hard` may be 8 to 10 there."""
EASY_DEPTHS = (2, 3)
"""Document 003: one of them by lot."""
ABOUT_AS_GOOD = 10
"""For `easy`: columns that are no more than a window of three behind the best."""
DOCUMENT = "003"


class Classic:
    """Plays what wins at once or must be blocked, else by minimax, as well as its level lets it."""

    def __init__(
        self,
        level: str = "medium",
        seconds: float | None = None,
        seed: int | None = None,
        memory: int = 256,
        **weights: int,
    ) -> None:
        self._level = level
        self._seconds = seconds
        self._seed = seed
        self.minimax = Minimax(weights_with(ClassicWeights(), weights), WIN, memory=memory)
        self._expert: Agent | None = Perfect(memory=memory) if level == "expert" else None

    def choose(
        self,
        position: Position,
        limit: Limit | None = None,
        stop: Stop | None = None,
        watch: Watch | None = None,
    ) -> Decision:
        """A win, else a block, else what the search says."""
        check_unfinished(position)
        began = time.monotonic()
        within = Limit(self._seconds).and_also(limit)
        if self._expert is not None:
            return self._expert.choose(position, within, stop, watch)
        urgent = win_or_block(position, began)
        if urgent is not None:
            return urgent
        if self._level == "easy":
            return self._by_lot(position, within, stop, watch, began)
        known = by_the_book(position, began) if self._level == "hard" else None
        if known is not None:
            return known
        found = self._search(position, DEPTHS[self._level], within, stop, watch, began)
        return decision_of(position, found, began)

    def _search(
        self,
        position: Position,
        depth: int,
        within: Limit,
        stop: Stop | None,
        watch: Watch | None,
        began: float,
    ) -> Searched:
        limit = time_left(within, began).and_also(Limit(depth=depth))
        return self.minimax.search(position, limit, stop, watch, began)

    def _by_lot(
        self,
        position: Position,
        within: Limit,
        stop: Stop | None,
        watch: Watch | None,
        began: float,
    ) -> Decision:
        """One of the columns that look about as good as the best, after a short look."""
        chance = chance_for(self._seed, position)
        depth = EASY_DEPTHS[chance.below(len(EASY_DEPTHS))]
        found = self._search(position, depth, within, stop, watch, began)
        best = found.evaluations[found.column]
        order = centre_first(found.evaluations, position.rules.columns)
        good = [column for column in order if found.evaluations[column] >= best - ABOUT_AS_GOOD]
        column = good[chance.below(len(good))]
        score = found.scores.get(column)
        label = column_label(column, position.rules.columns)
        among = "the only good one" if len(good) == 1 else f"one of {len(good)} about as good"
        return Decision(
            column,
            score=score,
            evaluation=found.evaluations[column] if score is None else None,
            scores=found.scores,
            evaluations=found.evaluations,
            nodes=found.nodes,
            depth=found.depth,
            seconds=time.monotonic() - began,
            line=found.line if column == found.column else (column,),
            reason=f"draws column {label} by lot, {among} at depth {found.depth}",
        )


register(
    AgentKind(
        name="classic",
        summary="Wins, else blocks, else looks ahead by minimax; from easy to expert.",
        make=Classic,
        options=(
            Option(
                "level",
                str,
                "medium",
                "How well it plays (document 003).",
                choices=LEVELS,
            ),
            SECONDS,
            SEED,
            Option("memory", int, 256, "The most that a table takes, in MB.", least=16, most=4096),
            *weight_options(ClassicWeights(), DOCUMENT),
        ),
        document="003",
        levels=tuple((level, f"level={level}") for level in LEVELS),
    )
)
