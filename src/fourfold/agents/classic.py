"""The agent `classic`: a win, else a block, else minimax over windows of four; four levels.

easy      two or three plies deep, then a random one of the columns that look about as good
medium    six plies deep
hard      eight plies deep, and the opening book
expert    the agent `perfect`
"""

from fourfold.agents.base import BaseAgent, Control, Decision
from fourfold.agents.chance import SEED, chance_for
from fourfold.agents.minimax import SECONDS, Minimax, decision_of, weight_options, win_or_block
from fourfold.agents.options import Option
from fourfold.agents.perfect import Perfect
from fourfold.agents.registry import AgentKind, register
from fourfold.agents.threat import by_the_book
from fourfold.rules import Position
from fourfold.rules.notation import column_label
from fourfold.search import Limit
from fourfold.search.alphabeta import AlphaBetaResult
from fourfold.search.evaluation import ClassicWeights
from fourfold.search.order import centre_first

WIN = 100_000
"""What a completed line counts: more than all windows of the largest board together."""
LEVELS = ("easy", "medium", "hard", "expert")
DEPTHS = {"medium": 6, "hard": 8}
EASY_DEPTHS = (2, 3)
"""One of them at random, for each move."""
ABOUT_AS_GOOD = 10
"""For `easy`: columns that are no more than a window of three behind the best."""


class Classic(BaseAgent[Decision]):
    """Plays what wins at once or must be blocked, else by minimax, as strong as its level."""

    shows_tree = True

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
        self.minimax = Minimax(ClassicWeights(), WIN, memory=memory, changed=weights)
        self._expert = Perfect(memory=memory) if level == "expert" else None

    def decide(self, position: Position, control: Control) -> Decision:
        """Choose a win, else a block, else what the search says."""
        if self._expert is not None:
            return self._expert.decide(position, control.within(Limit(self._seconds)))
        urgent = win_or_block(position, control.began)
        if urgent is not None:
            return urgent
        if self._level == "easy":
            return self._at_random(position, control)
        known = by_the_book(position, control.began) if self._level == "hard" else None
        if known is not None:
            return known
        found = self._search(position, DEPTHS[self._level], control)
        return decision_of(position, found, control.began)

    def _search(self, position: Position, depth: int, control: Control) -> AlphaBetaResult:
        limit = Limit(self._seconds, depth=depth)
        return self.minimax.search(position, control.still_within(limit))

    def _at_random(self, position: Position, control: Control) -> Decision:
        """Choose one of the columns that look about as good as the best, after a short search."""
        chance = chance_for(self._seed, position)
        depth = EASY_DEPTHS[chance.below(len(EASY_DEPTHS))]
        found = self._search(position, depth, control)
        best = found.evaluations[found.column]
        order = centre_first(found.evaluations, position.rules.columns)
        good = [column for column in order if found.evaluations[column] >= best - ABOUT_AS_GOOD]
        column = good[chance.below(len(good))]
        score = found.scores.get(column)
        label = column_label(column, position.rules.columns)
        if len(good) == 1:
            reason = f"plays column {label}, the only good one at depth {found.depth}"
        else:
            reason = (
                f"picks column {label} at random: {len(good)} columns looked about equal "
                f"at depth {found.depth}"
            )
        return Decision(
            column,
            score=score,
            evaluation=found.evaluations[column] if score is None else None,
            scores=found.scores,
            evaluations=found.evaluations,
            nodes=found.nodes,
            depth=found.depth,
            seconds=control.spent,
            line=found.line if column == found.column else (column,),
            reason=reason,
            tree=found.tree,
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
                "How strong it plays.",
                choices=LEVELS,
                label="Level",
            ),
            SECONDS,
            SEED,
            Option(
                "memory",
                int,
                256,
                "The most memory that the tables may take, in MB.",
                least=16,
                most=4096,
                label="Memory in MB",
            ),
            *weight_options(ClassicWeights()),
        ),
        levels=tuple((level, f"level={level}") for level in LEVELS),
    )
)
