"""The agent `random`: any column that can be played, each with the same chance."""

from fourfold.agents.base import BaseAgent, Control, Decision, decision_without_search
from fourfold.agents.chance import SEED, chance_for
from fourfold.agents.registry import AgentKind, register
from fourfold.rules import Position
from fourfold.rules.notation import column_label


class Random(BaseAgent[Decision]):
    """Plays at random."""

    def __init__(self, seed: int | None = None) -> None:
        self._seed = seed

    def decide(self, position: Position, control: Control) -> Decision:
        """Choose any legal column, each with the same chance."""
        columns = position.legal_columns
        column = columns[chance_for(self._seed, position).below(len(columns))]
        label = column_label(column, position.rules.columns)
        if len(columns) == 1:
            reason = f"plays column {label}, the only one with room"
        else:
            reason = f"picks column {label} at random, one of {len(columns)}"
        return decision_without_search(column, reason, control.began)


register(
    AgentKind(
        name="random",
        summary="Plays any column that has room, at random.",
        make=Random,
        options=(SEED,),
    )
)
