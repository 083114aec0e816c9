"""Check reviews against the solver: `python -m scripts.check_reviews [--games N] [--seed S]`.

Agents of different strength play on 7x6 and on smaller boards, with forbidden cells and bans. In
every game the mistakes and blunders must be exactly the plies at which the solver says that the
outcome changed. Prints a line for each game, and ends with status 1 if one is wrong.
"""

import argparse
import math
import random
import sys
import time
from itertools import cycle, islice

from fourfold import Limit, Player, Position, Result, Review, Solver, agent, review
from fourfold.analysis.analyst import Analyst

BOARDS = ("7x6", "7x6", "7x6", "6x5", "5x5-xc2", "7x6", "6x4-bc2", "5x6-xa1-be3")
PLAYERS = (
    "random:seed={seed}",
    "greedy",
    "classic:level=easy,seed={seed}",
    "hard:depth=4",
    "threat:depth=4",
    "uct:simulations=500,seed={seed}",
    "perfect:memory=64",
)
_OPPOSITE = {Result.WIN: Result.LOSS, Result.DRAW: Result.DRAW, Result.LOSS: Result.WIN}


def play(rules: str, specs: tuple[str, str], seed: int) -> Position:
    """Play a game; the first two plies are drawn at random, so that games differ."""
    choice = random.Random(seed)
    players = [agent(spec) for spec in specs]
    position = Position.parse(f"{rules}:")
    while position.outcome is None:
        if position.ply < 2:
            column = choice.choice(position.legal_columns)
        else:
            column = players[position.turn.value].choose(position).column
        position = position.play(column)
    return position


def changes(game: Position, solver: Solver) -> list[int]:
    """Return the numbers of the plies at which the outcome changed, by solving each position."""
    found = []
    position = Position(game.rules)
    for column in game.moves:
        after = position.play(column)
        before_ply = solver.solve(position, wdl=True).outcome
        after_ply = solver.solve(after, wdl=True).outcome
        if after.turn is not position.turn:
            after_ply = _OPPOSITE[after_ply]
        if before_ply is not after_ply:
            found.append(after.ply)
        position = after
    return found


def lichess_accuracy(found: Review, player: Player) -> float | None:
    """Return the mean of what lichess's curve gives each move, to compare with our accuracy."""
    plies = found.plies_of(player)
    if not plies:
        return None
    moves = [103.1668 * math.exp(-0.04354 * 100 * ply.points_lost) - 3.1669 for ply in plies]
    return sum(min(max(each, 0.0), 100.0) for each in moves) / len(moves)


def main() -> int:
    parser = argparse.ArgumentParser(description="Check reviews against the solver.")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    choice = random.Random(options.seed)
    analyst, solver = Analyst(memory_mb=64), Solver(memory_mb=64)
    wrong = unproven = plies = 0
    slowest: dict[str, tuple[float, float]] = {}
    for number, rules in enumerate(islice(cycle(BOARDS), options.games), start=1):
        first, second = choice.sample(PLAYERS, 2)
        seed = choice.randrange(2**32)
        specs = first.format(seed=seed), second.format(seed=seed)
        game = play(rules, specs, seed)
        began, used = time.perf_counter(), time.process_time()
        found = review(game, analyst, Limit(60), explainer=lambda position, column: ())
        seconds, used = time.perf_counter() - began, time.process_time() - used
        slowest[rules] = max(slowest.get(rules, (0.0, 0.0)), (used, seconds))
        plies += game.ply
        marked = [ply.number for ply in found.turning_points]
        is_right = found.is_complete and marked == changes(game, solver)
        wrong += not is_right
        unproven += not found.proven
        print(
            f"{number:3} {'ok   ' if is_right else 'WRONG'} {game.to_text()} {game.outcome}, "
            f"{' - '.join(specs)}, changes at {marked}, accuracy "
            + " - ".join(_both(found, player) for player in Player)
            + f", {seconds:.2f} s, of the processor {used:.2f} s",
            flush=True,
        )
    print(f"{options.games} games, {plies} plies: {wrong} wrong, {unproven} not proven")
    for rules, (used, seconds) in slowest.items():
        print(f"{rules}: a review took {used:.2f} s of the processor at most ({seconds:.2f} s)")
    return 1 if wrong or unproven else 0


def _both(found: Review, player: Player) -> str:
    ours, theirs = found.accuracy[player], lichess_accuracy(found, player)
    return " / ".join("none" if each is None else f"{each:.0f}" for each in (ours, theirs))


if __name__ == "__main__":
    sys.exit(main())
