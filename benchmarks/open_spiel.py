"""OpenSpiel's Monte Carlo tree search, to compare speed and strength with on plain boards."""

from typing import Any

from fourfold import Decision, Position, Rules
from fourfold.agents.base import BaseAgent, Control

try:
    import pyspiel
except ImportError:  # the peers are optional
    pyspiel = None

OPEN_SPIEL = pyspiel is not None
MEMORY_MB = 1_000
UCT_C = 2.0  # as in OpenSpiel's own examples, for rewards from -1 to 1
UNLIMITED = 1_000_000_000


def bot(rules: Rules, simulations: int, seconds: float, seed: int, solve: bool) -> Any:
    """Make the C++ MCTSBot, with one random game for each simulation."""
    game = pyspiel.load_game(f"connect_four(rows={rules.rows},columns={rules.columns})")
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    policy = pyspiel.ChildSelectionPolicy.UCT
    return pyspiel.MCTSBot(
        game, evaluator, UCT_C, simulations, MEMORY_MB, solve, seed, False, policy, seconds
    )


def state_of(position: Position) -> Any:
    """Convert a position to OpenSpiel's state."""
    rules = position.rules
    game = pyspiel.load_game(f"connect_four(rows={rules.rows},columns={rules.columns})")
    state = game.new_initial_state()
    for column in position.moves:
        state.apply_action(column)
    return state


class OpenSpielAgent(BaseAgent[Decision]):
    """Plays by OpenSpiel's search, for the seconds of its limit."""

    def __init__(self) -> None:
        self._moves = 0

    def decide(self, position: Position, control: Control) -> Decision:
        limit = control.limit
        if limit is None or limit.seconds is None:
            raise ValueError("OpenSpiel's player needs a limit of seconds")
        self._moves += 1
        player = bot(position.rules, UNLIMITED, limit.seconds, self._moves, solve=True)
        return Decision(player.step(state_of(position)), reason="OpenSpiel")
