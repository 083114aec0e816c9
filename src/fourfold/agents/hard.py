"""The agent `hard`: minimax that counts windows of four, the centre and double threats.

Every column is searched with the widest window, so that all of them have an exact evaluation; of
equally good ones it plays the centre-most, and then the left one.
"""

from fourfold.agents.base import BaseAgent, Control, Decision
from fourfold.agents.minimax import (
    HOOKS,
    MEMORY,
    SECONDS,
    Minimax,
    OwnLeaves,
    decision_of,
    weight_options,
)
from fourfold.agents.options import Option
from fourfold.agents.registry import AgentKind, register
from fourfold.rules import Position
from fourfold.search import Limit
from fourfold.search.evaluation import HardWeights, Weights
from fourfold.search.own_evaluation import Function

WIN = 1_000_000
"""What a completed line is worth: beyond all that the windows of the largest board can be."""


class Hard(BaseAgent[Decision]):
    """Plays by minimax alone: wins and blocks are found by the search."""

    shows_tree = True

    def __init__(
        self,
        depth: int = 8,
        seconds: float | None = None,
        threads: bool = False,
        memory: int = 32,
        evaluation: Function | Weights | None = None,
        batch: int | None = None,
        **weights: int,
    ) -> None:
        self._limit = Limit(seconds, depth=depth)
        self.minimax = Minimax(
            HardWeights(),
            WIN,
            threads=threads,
            memory=memory,
            changed=weights,
            own=OwnLeaves(evaluation, batch),
        )

    def decide(self, position: Position, control: Control) -> Decision:
        """Choose the best column by a search of so many plies."""
        found = self.minimax.search(position, control.within(self._limit))
        return decision_of(position, found, control.began)


register(
    AgentKind(
        name="hard",
        summary="Minimax, eight plies deep, that counts windows of four and double threats.",
        make=Hard,
        options=(
            Option(
                "depth",
                int,
                8,
                "How many plies it looks ahead.",
                least=1,
                most=144,
                label="Moves to look ahead",
            ),
            SECONDS,
            Option(
                "threads",
                bool,
                False,
                "Search each column in a thread of its own; the answer is the same.",
                label="A thread for each column",
            ),
            MEMORY,
            *weight_options(HardWeights()),
        ),
        levels=(("quick", "depth=2"), ("good", "depth=5"), ("strong", "depth=8")),
        hooks=HOOKS,
    )
)
