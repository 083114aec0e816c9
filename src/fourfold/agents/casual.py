"""The agent `casual`: plays like a person, who looks a little ahead and overlooks things.

For each move every column comes to its mind, or is overlooked, by chance. It searches those that
came to its mind a few plies deep, with the evaluation of `classic`, and picks at random among the
columns that look about as good as the best, so that no two games are alike.
"""

from fourfold.agents.base import BaseAgent, Control, Decision
from fourfold.agents.chance import SEED, chance_for
from fourfold.agents.minimax import MEMORY, Minimax, reason_of
from fourfold.agents.options import Option
from fourfold.agents.registry import AgentKind, register
from fourfold.rules import Position
from fourfold.rules.notation import column_label
from fourfold.rules.splitmix import SplitMix64
from fourfold.search import Limit
from fourfold.search.alphabeta import AlphaBetaResult
from fourfold.search.evaluation import ClassicWeights
from fourfold.search.order import centre_first

WIN = 100_000
"""The evaluation of a completed line, as in `classic`."""
_CHANCES = 1_000_000  # of which `oversight` is a share


class Casual(BaseAgent[Decision]):
    """Plays the best of the columns that come to its mind."""

    shows_tree = True

    def __init__(
        self,
        depth: int = 4,
        oversight: float = 0.1,
        margin: int = 4,
        seed: int | None = None,
        memory: int = 32,
    ) -> None:
        self._limit = Limit(depth=depth)
        self._oversight = round(oversight * _CHANCES)
        self._margin = margin
        self._seed = seed
        self._minimax = Minimax(ClassicWeights(), WIN, memory=memory)

    def decide(self, position: Position, control: Control) -> Decision:
        """Choose among the columns that were not overlooked."""
        chance = chance_for(self._seed, position)
        columns = self._noticed(position, chance)
        found = self._minimax.search(position, control.within(self._limit), columns=columns)
        good = self._about_as_good(position, found)
        column = good[chance.below(len(good))]
        return Decision(
            column,
            score=found.score,
            evaluation=None if found.score is not None else found.evaluations[column],
            scores=found.scores,
            evaluations=found.evaluations,
            nodes=found.nodes,
            depth=found.depth,
            seconds=control.spent,
            line=found.line if column == found.column else (column,),
            reason=_reason(position, found, column, len(good)),
            tree=found.tree,
        )

    def _noticed(self, position: Position, chance: SplitMix64) -> list[int]:
        """Return the columns that come to mind; any one of them if all were overlooked."""
        legal = position.legal_columns
        noticed = [column for column in legal if chance.below(_CHANCES) >= self._oversight]
        return noticed or [legal[chance.below(len(legal))]]

    def _about_as_good(self, position: Position, found: AlphaBetaResult) -> list[int]:
        """Return the columns to pick from: the best alone, if its end is in sight."""
        if found.column in found.scores:
            return [found.column]
        least = found.evaluations[found.column] - self._margin
        order = centre_first(found.evaluations, position.rules.columns)
        return [column for column in order if found.evaluations[column] >= least]


def _reason(position: Position, found: AlphaBetaResult, column: int, good: int) -> str:
    """Say in one sentence why, and how many columns were overlooked."""
    overlooked = len(position.legal_columns) - len(found.evaluations)
    label = column_label(column, position.rules.columns)
    if good > 1:
        reason = f"picks column {label} at random: {good} columns looked about equal"
    elif found.score is not None:
        reason = reason_of(position, found)
    else:
        reason = f"plays column {label}, which looked best at depth {found.depth}"
    if not overlooked:
        return reason
    return f"{reason}; overlooked {overlooked} {'column' if overlooked == 1 else 'columns'}"


register(
    AgentKind(
        name="casual",
        summary="Plays like a person: looks a little ahead and overlooks things.",
        make=Casual,
        options=(
            Option(
                "depth",
                int,
                4,
                "How many plies it looks ahead.",
                least=1,
                most=144,
                label="Moves to look ahead",
            ),
            Option(
                "oversight",
                float,
                0.1,
                "How likely it is to overlook a column, from 0 (never) to 1 (always).",
                least=0,
                most=1,
                label="Chance to overlook a column",
            ),
            Option(
                "margin",
                int,
                4,
                "How much worse than the best a column may look and still be picked at random; "
                "an open three counts 10.",
                least=0,
                most=1000,
                label="Leeway for variety",
            ),
            SEED,
            MEMORY,
        ),
        levels=(
            ("beginner", "depth=1,oversight=0.3,margin=10"),
            ("occasional", "depth=2,oversight=0.2"),
            ("regular", "depth=4,oversight=0.05"),
        ),
    )
)
