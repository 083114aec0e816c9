"""The spaces of observations, for Gymnasium and PettingZoo."""

import numpy as np
from gymnasium import spaces

from fourfold.rules import Rules
from fourfold.rules.arrays import PLANES


def observation_space(rules: Rules) -> spaces.Box[np.int8]:
    """Return the space of one player's observations; `observations` says what they mean."""
    return spaces.Box(0, 1, (PLANES, rules.rows, rules.columns), np.int8)
