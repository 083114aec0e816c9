"""The game as Gymnasium environments: against any agent, one game at a time or thousands.

    import gymnasium
    env = gymnasium.make("fourfold.adapters.gymnasium:fourfold/ConnectFour-v0", opponent="greedy")

Importing this module registers `fourfold/ConnectFour-v0` for `gymnasium.make` and
`gymnasium.make_vec`. `env` has the environment of one game, `vector` that of many boards at once.
"""

from fourfold.support.extras import require

require("environments of Gymnasium", "rl", "numpy", "gymnasium")

import gymnasium  # noqa: E402

from fourfold.adapters.gymnasium.batch_players import BatchPlayer  # noqa: E402
from fourfold.adapters.gymnasium.env import ConnectFourEnv  # noqa: E402
from fourfold.adapters.gymnasium.vector import ConnectFourVectorEnv  # noqa: E402

__all__ = ["BatchPlayer", "ConnectFourEnv", "ConnectFourVectorEnv"]

ENV_ID = "fourfold/ConnectFour-v0"

if ENV_ID not in gymnasium.registry:
    gymnasium.register(
        ENV_ID,
        entry_point="fourfold.adapters.gymnasium.env:ConnectFourEnv",
        vector_entry_point="fourfold.adapters.gymnasium.vector:ConnectFourVectorEnv",
    )
