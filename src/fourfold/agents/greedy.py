"""The agent `greedy`: wins if it can, else blocks, else plays centrally.

It looks no further than the next piece of either side, so it does not see a threat above the cell
that it plays.
"""

from fourfold.agents.base import BaseAgent, Control, Decision, decision_without_search
from fourfold.agents.registry import AgentKind, register
from fourfold.agents.tactics import winning_columns
from fourfold.rules import Position
from fourfold.rules.notation import column_label
from fourfold.search.order import centre_first


class Greedy(BaseAgent[Decision]):
    """Plays by what can be seen without a search."""

    def decide(self, position: Position, control: Control) -> Decision:
        """Choose a win, else a block, else the most central column (of two, the left one)."""
        column, reason = _choice(position)
        label = column_label(column, position.rules.columns)
        return decision_without_search(column, reason.format(label), control.began)


def _choice(position: Position) -> tuple[int, str]:
    """Choose a column and a reason, with a gap for the column's name."""
    width = position.rules.columns
    # A ban belongs to nobody: it wins nothing, but it blocks.
    mine = () if position.must_ban else winning_columns(position, position.turn)
    if mine:
        return centre_first(mine, width)[0], "wins in column {}"
    theirs = winning_columns(position, position.turn.other)
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
    )
)
