"""OpenSpiel: our rules as one of its games, our agents as its bots.

    import pyspiel
    from fourfold.adapters.open_spiel import AgentBot
    game = pyspiel.load_game("fourfold(rules=9x8-xd3)")
    bot = AgentBot("uct:seconds=0.1")

Importing this module registers the game `fourfold`. The bots play OpenSpiel's own `connect_four`
too.
"""

from fourfold.support.extras import require

require("games and bots of OpenSpiel", "openspiel", "numpy", "pyspiel")

from fourfold.adapters.open_spiel.bot import AgentBot  # noqa: E402
from fourfold.adapters.open_spiel.game import FourfoldGame, FourfoldState  # noqa: E402
from fourfold.adapters.open_spiel.states import position_of, state_of  # noqa: E402

__all__ = ["AgentBot", "FourfoldGame", "FourfoldState", "position_of", "state_of"]
