"""The game as PettingZoo environments: `env()`, `raw_env()` and `parallel_env()`.

    from fourfold.adapters import pettingzoo as connect_four
    env = connect_four.env(rules="9x8-xd3", render_mode="ansi")

The agents are `player_0`, who is FIRST, and `player_1`. `turn_based` has the environments in which
agents take turns (AEC), `parallel` the one in which both answer at each step.
"""

from fourfold.support.extras import require

require("environments of PettingZoo", "rl", "numpy", "gymnasium", "pettingzoo")

from fourfold.adapters.pettingzoo.parallel import parallel_env  # noqa: E402
from fourfold.adapters.pettingzoo.turn_based import env, raw_env  # noqa: E402

__all__ = ["env", "parallel_env", "raw_env"]
