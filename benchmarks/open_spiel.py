"""OpenSpiel's Monte Carlo tree search, as a peer for speed and strength on plain boards."""

from typing import Any

from fourfold import Decision, Limit, Position, Rules, Stop
from fourfold.agents.base import Watch

try:
    import pyspiel
except ImportError:  # the peers are optional
    pyspiel = None

OPEN_SPIEL = pyspiel is not None
MEMORY_MB = 1_000
UCT_C = 2.0  # as in OpenSpiel's own examples, for rewards from -1 to 1
UNLIMITED = 1_000_000_000


def bot(rules: Rules, simulations: int, seconds: float, seed: int, solve: bool) -> Any:
    """The C++ MCTSBot with one random game for each simulation."""
    game = pyspiel.load_game(f"connect_four(rows={rules.rows},columns={rules.columns})")
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    policy = pyspiel.ChildSelectionPolicy.UCT
    return pyspiel.MCTSBot(
        game, evaluator, UCT_C, simulations, MEMORY_MB, solve, seed, False, policy, seconds
    )


def state_of(position: Position) -> Any:
    """The position as OpenSpiel has it."""
    rules = position.rules
    game = pyspiel.load_game(f"connect_four(rows={rules.rows},columns={rules.columns})")
    state = game.new_initial_state()
    for column in position.moves:
        state.apply_action(column)
    return state


class OpenSpielAgent:
    """Plays by OpenSpiel's search, for the seconds that it is given."""

    def __init__(self) -> None:
        self._moves = 0

    def choose(
        self,
        position: Position,
        limit: Limit | None = None,
        stop: Stop | None = None,
        watch: Watch | None = None,
    ) -> Decision:
        if limit is None or limit.seconds is None:
            raise ValueError("OpenSpiel's player needs a limit of seconds")
        self._moves += 1
        player = bot(position.rules, UNLIMITED, limit.seconds, self._moves, solve=True)
        return Decision(player.step(state_of(position)), reason="OpenSpiel")
