"""The agent `greedy`, the medium bot of document 000: wins, else blocks, else plays centrally.

It looks no further than the next piece of either side, so that a threat above the cell it plays
is news to it.
"""

import time

from fourfold.agents.base import Decision, Watch, check_unfinished
from fourfold.agents.registry import AgentKind, register
from fourfold.agents.tactics import opponent_of, winning_columns
from fourfold.rules import Position
from fourfold.rules.notation import column_label
from fourfold.search import Limit, Stop
from fourfold.search.order import centre_first


class Greedy:
    """Plays by what can be seen at once."""

    def choose(
        self,
        position: Position,
        limit: Limit | None = None,
        stop: Stop | None = None,
        watch: Watch | None = None,
    ) -> Decision:
        """A win, else a block, else the most central column, and of two such the left one."""
        check_unfinished(position)
        began = time.monotonic()
        column, reason = _choice(position)
        return Decision(
            column,
            nodes=0,
            seconds=time.monotonic() - began,
            line=(column,),
            reason=reason.format(column_label(column, position.rules.columns)),
        )


def _choice(position: Position) -> tuple[int, str]:
    """A column, and the reason with a gap for the column's name."""
    width = position.rules.columns
    # A ban belongs to nobody: it wins nothing, but it blocks.
    mine = () if position.must_ban else winning_columns(position, position.turn)
    if mine:
        return centre_first(mine, width)[0], "wins in column {}"
    theirs = winning_columns(position, opponent_of(position.turn))
    if theirs:
        ban = " by the ban" if position.must_ban else ""
        return centre_first(theirs, width)[0], f"blocks column {{}}{ban}"
    central = centre_first(position.legal_columns, width)[0]
    if position.must_ban:
        return central, "places the ban in column {}, the most central with room"
    return central, "plays column {}, the most central with room"


register(
    AgentKind(
        name="greedy",
        summary="Wins if it can, else blocks, else plays nearest to the centre.",
        make=Greedy,
        document="000",
    )
)
