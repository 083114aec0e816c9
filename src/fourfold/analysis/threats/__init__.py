"""What a position holds for both players: threats, who has to open them, and plans that hold.

    threats     the threats of both players with their lines, parity and zugzwang
    plans       the solver's static proofs, as plans that a person can follow

Nothing here searches: everything is read off the board. What a search proves is in `analyst`.
"""

from fourfold.analysis.threats.plans import Plan, PlanKind, may_ban
from fourfold.analysis.threats.threats import Threat, Threats, Zugzwang, threat_cells, threats

__all__ = [
    "Plan",
    "PlanKind",
    "Threat",
    "Threats",
    "Zugzwang",
    "may_ban",
    "threat_cells",
    "threats",
]
