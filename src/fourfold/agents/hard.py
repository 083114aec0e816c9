"""The agent `hard`, the hard bot of document 000: minimax over windows, centre and double threats.

Every column is searched with the widest window, so that all of them have their exact value; of
equally good ones it plays the centre-most, and then the left one.
"""

import time

from fourfold.agents.base import Decision, Watch, check_unfinished
from fourfold.agents.minimax import (
    MEMORY,
    SECONDS,
    Minimax,
    decision_of,
    weight_options,
    weights_with,
)
from fourfold.agents.options import Option
from fourfold.agents.registry import AgentKind, register
from fourfold.rules import Position
from fourfold.search import Limit, Stop
from fourfold.search.evaluation import HardWeights

WIN = 1_000_000
"""What a completed line is worth: beyond all that the windows of the largest board can be."""
DOCUMENT = "000"


class Hard:
    """Plays by minimax alone: wins and blocks are found by the search."""

    def __init__(
        self,
        depth: int = 8,
        seconds: float | None = None,
        threads: bool = False,
        memory: int = 32,
        **weights: int,
    ) -> None:
        self._limit = Limit(seconds, depth=depth)
        self.minimax = Minimax(
            weights_with(HardWeights(), weights), WIN, threads=threads, memory=memory
        )

    def choose(
        self,
        position: Position,
        limit: Limit | None = None,
        stop: Stop | None = None,
        watch: Watch | None = None,
    ) -> Decision:
        """The best column so many plies ahead."""
        check_unfinished(position)
        began = time.monotonic()
        within = self._limit.and_also(limit)
        found = self.minimax.search(position, within, stop, watch, began)
        return decision_of(position, found, began)


register(
    AgentKind(
        name="hard",
        summary="Minimax, eight plies deep: windows, the centre and double threats.",
        make=Hard,
        options=(
            Option(
                "depth",
                int,
                8,
                "How many plies it looks ahead; document 000 has 8 to 10.",
                least=1,
                most=144,
            ),
            SECONDS,
            Option(
                "threads",
                bool,
                False,
                "A thread for each column; the answer is the same (document 000).",
            ),
            MEMORY,
            *weight_options(HardWeights(), DOCUMENT),
        ),
        document="000",
        levels=(("quick", "depth=2"), ("good", "depth=5"), ("strong", "depth=8")),
    )
)
