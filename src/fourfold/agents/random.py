"""The agent `random`: any column that can be played, the easy bot of document 000."""

import time

from fourfold.agents.base import Decision, Watch, check_unfinished
from fourfold.agents.chance import SEED, chance_for
from fourfold.agents.registry import AgentKind, register
from fourfold.rules import Position
from fourfold.rules.notation import column_label
from fourfold.search import Limit, Stop


class Random:
    """Plays by chance alone."""

    def __init__(self, seed: int | None = None) -> None:
        self._seed = seed

    def choose(
        self,
        position: Position,
        limit: Limit | None = None,
        stop: Stop | None = None,
        watch: Watch | None = None,
    ) -> Decision:
        """Any legal column, each as likely as the others."""
        check_unfinished(position)
        began = time.monotonic()
        columns = position.legal_columns
        column = columns[chance_for(self._seed, position).below(len(columns))]
        label = column_label(column, position.rules.columns)
        among = "the only one with room" if len(columns) == 1 else f"one of {len(columns)}"
        return Decision(
            column,
            nodes=0,
            seconds=time.monotonic() - began,
            line=(column,),
            reason=f"draws column {label} by lot, {among}",
        )


register(
    AgentKind(
        name="random",
        summary="Plays any column that has room, by chance.",
        make=Random,
        options=(SEED,),
        document="000",
    )
)
