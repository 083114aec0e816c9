"""Games between submissions, by the rules of kaggle-environments 1.33.

`test_validation.py` plays the same games with the original, where it is installed.
"""

from collections.abc import Callable, Sequence
from typing import Any

from fourfold import Position, Rules
from fourfold.agents.external.kaggle import configuration_of, observation_of

KaggleFunction = Callable[..., Any]


def column_of(agent: KaggleFunction, position: Position, seconds: float = 2) -> Any:
    """Return what an agent answers in a position."""
    return agent(observation_of(position), configuration_of(position.rules, seconds))


def play(agents: Sequence[KaggleFunction], rules: Rules, seconds: float = 2) -> Position:
    """Play a game to its end; an answer that is no legal int fails."""
    position = Position(rules)
    while position.outcome is None:
        column = column_of(agents[position.ply % 2], position, seconds)
        assert type(column) is int
        position = position.play(column)
    return position
