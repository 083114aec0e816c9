#!/usr/bin/env python3
"""OpenSpiel's Monte Carlo tree search (C++, with its solver) as a player of plain boards.

python3 -m venv spiel && spiel/bin/pip install open_spiel
fourfold match "exec:spiel/bin/python examples/engines/open_spiel_mcts.py" uct --seconds 0.1
"""

import pyspiel
from ugi_loop import run

UCT_C = 2.0  # as in OpenSpiel's own examples, for rewards from -1 to 1
MEMORY_MB = 1000
UNLIMITED = 1_000_000_000


def choose(columns: int, rows: int, moves: list[int], seconds: float) -> int:
    game = pyspiel.load_game(f"connect_four(rows={rows},columns={columns})")
    state = game.new_initial_state()
    for column in moves:
        state.apply_action(column)
    seed = len(moves) + 1
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    policy = pyspiel.ChildSelectionPolicy.UCT
    bot = pyspiel.MCTSBot(
        game, evaluator, UCT_C, UNLIMITED, MEMORY_MB, True, seed, False, policy, 0.95 * seconds
    )
    return int(bot.step(state))


run("OpenSpiel MCTS", choose)
