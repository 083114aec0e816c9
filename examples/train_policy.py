"""Train a small network to play, on one processor and with NumPy alone, and see how good it is.

    python examples/train_policy.py                                 # a minute or two
    python examples/train_policy.py --rules 6x6-bc2 --updates 60 --file bonus.npz
    fourfold match examples/train_policy.py:Policy greedy
    fourfold serve --agent examples/train_policy.py:Policy

It plays itself on a `Batch` of boards and learns from who won, by an actor-critic method: the
policy gradient of PPO, with generalised advantages. The network sees what the player to move sees
(`batch.planes()`), and which columns win or must be blocked; it answers with a preference for each
column and a guess of how the game ends. The same seed gives the same network.
"""

import argparse
import os
import sys
import time
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # for small matrices, more only wait

import numpy as np

import fourfold as ff

Array = Any  # of float32, unless its name says otherwise
Weights = dict[str, Array]

PLIES = 32  # on every board between two updates
MINIBATCHES = 8
HIDDEN = 128
DISCOUNT, TRACE = 0.99, 0.9
CLIP, ENTROPY, VALUE_WEIGHT = 0.2, 0.01, 0.5
LEARNING_RATE, LONGEST_GRADIENT = 2e-3, 0.5


# What the network sees


def look(batch: ff.Batch) -> Array:
    """Return (boards, lines, columns): the rows of all planes, and the columns that win or block.

    The last axis is the column, so that `[..., ::-1]` is the mirrored board.
    """
    rules = batch.rules
    planes = batch.planes() if rules.forbidden or rules.bonus else batch.planes()[:, :2]
    rows = planes.reshape(len(batch), -1, rules.columns)
    tactics = np.stack([batch.winning_mask(), batch.threat_mask()], axis=1)
    return np.concatenate([rows, tactics], axis=1).astype(np.float32)


# The network: two layers of rectified units, then a preference for each column and a value


def new_weights(rules: ff.Rules, random: np.random.Generator) -> Weights:
    """Draw weights at random: at first all columns are about as good."""

    def layer(inputs: int, outputs: int, scale: float) -> Array:
        return (random.standard_normal((inputs, outputs)) * scale / inputs**0.5).astype(np.float32)

    inputs = look(ff.Batch(rules))[0].size
    return {
        "w1": layer(inputs, HIDDEN, 2**0.5),
        "b1": np.zeros(HIDDEN, np.float32),
        "w2": layer(HIDDEN, HIDDEN, 2**0.5),
        "b2": np.zeros(HIDDEN, np.float32),
        "policy": layer(HIDDEN, rules.columns, 0.01),
        "policy_bias": np.zeros(rules.columns, np.float32),
        "value": layer(HIDDEN, 1, 0.01),
        "value_bias": np.zeros(1, np.float32),
    }


def forward(weights: Weights, seen: Array, legal: Array) -> tuple[Array, Array, Array, Array]:
    """Return both layers, the chance of each column (0 if illegal), and the value, from -1 to 1."""
    one = np.maximum(seen.reshape(len(seen), -1) @ weights["w1"] + weights["b1"], 0)
    two = np.maximum(one @ weights["w2"] + weights["b2"], 0)
    logits = np.where(legal, two @ weights["policy"] + weights["policy_bias"], np.float32(-1e9))
    chances = np.exp(logits - logits.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    value = np.tanh(two @ weights["value"] + weights["value_bias"])[:, 0]
    return one, two, chances, value


def gradients(
    weights: Weights,
    seen: Array,
    legal: Array,
    columns: Array,
    old_chance: Array,
    advantage: Array,
    target: Array,
) -> Weights:
    """Return the gradients of PPO's loss: clipped policy, squared error of the value, entropy."""
    count, every = len(seen), np.arange(len(seen))
    one, two, chances, value = forward(weights, seen, legal)
    ratio = chances[every, columns] / old_chance
    too_far = np.where(advantage > 0, ratio > 1 + CLIP, ratio < 1 - CLIP)
    weight = np.where(too_far, 0, advantage * ratio)
    logs = np.log(np.maximum(chances, 1e-9))
    entropy = -(chances * logs).sum(axis=1, keepdims=True)
    d_logits = chances * weight[:, np.newaxis] + ENTROPY * chances * (logs + entropy)
    d_logits[every, columns] -= weight
    d_logits = (d_logits / count).astype(np.float32)
    d_value = (2 * VALUE_WEIGHT / count * (value - target) * (1 - value**2))[:, np.newaxis]
    d_two = (d_logits @ weights["policy"].T + d_value @ weights["value"].T) * (two > 0)
    d_one = (d_two @ weights["w2"].T) * (one > 0)
    return {
        "w1": seen.reshape(count, -1).T @ d_one,
        "b1": d_one.sum(axis=0),
        "w2": one.T @ d_two,
        "b2": d_two.sum(axis=0),
        "policy": two.T @ d_logits,
        "policy_bias": d_logits.sum(axis=0),
        "value": two.T @ d_value,
        "value_bias": d_value.sum(axis=0),
    }


class Adam:
    """Changes weights by their gradients, each at a pace of its own (Kingma and Ba, 2015)."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.mean = {name: np.zeros_like(weight) for name, weight in weights.items()}
        self.square = {name: np.zeros_like(weight) for name, weight in weights.items()}
        self.steps = 0

    def step(self, gradients: Weights, rate: float) -> None:
        length = sum(float((each**2).sum()) for each in gradients.values()) ** 0.5
        shorter = min(1.0, LONGEST_GRADIENT / (length + 1e-8))
        self.steps += 1
        for name, gradient in gradients.items():
            self.mean[name] += 0.1 * (gradient * shorter - self.mean[name])
            self.square[name] += 0.001 * ((gradient * shorter) ** 2 - self.square[name])
            mean = self.mean[name] / (1 - 0.9**self.steps)
            square = self.square[name] / (1 - 0.999**self.steps)
            self.weights[name] -= np.float32(rate) * mean / (np.sqrt(square) + 1e-8)


# Playing and learning


def play(batch: ff.Batch, weights: Weights, random: np.random.Generator) -> list[Array]:
    """Play some plies on every board, and return what there is to learn from.

    That is, for each ply: what was seen, the legal columns, the column, its chance, its advantage
    (how much better the game went than expected), and the value that was right.
    """
    every = np.arange(len(batch))
    plies = []
    for _ in range(PLIES):
        seen, legal, mover = look(batch), batch.legal_mask.copy(), batch.turn.copy()
        was_over = batch.finished.copy()  # here the step only begins a new game
        *_, chances, value = forward(weights, seen, legal | was_over[:, np.newaxis])
        draw = random.random((len(batch), 1), np.float32) * 0.999999
        columns = (chances.cumsum(axis=1) > draw).argmax(axis=1)
        batch.step(columns)
        reward = batch.rewards[every, mover].copy()
        # The value of what follows is the opponent's, unless a ban is due.
        sign = np.where(batch.finished, 0, np.where(batch.turn == mover, DISCOUNT, -DISCOUNT))
        plies.append((seen, legal, columns, chances[every, columns], value, reward, sign, was_over))
    everything = np.ones_like(batch.legal_mask)
    next_value = forward(weights, look(batch), everything)[-1]
    advantage = np.zeros(len(batch))
    learned = []
    for seen, legal, columns, chance, value, reward, sign, was_over in reversed(plies):
        advantage = reward + sign * (next_value + TRACE * advantage) - value
        advantage = np.where(was_over, 0, advantage).astype(np.float32)
        next_value = value
        parts = (seen, legal, columns, chance, advantage, advantage + value)
        learned.append([part[~was_over] for part in parts])
    return [np.concatenate(parts) for parts in zip(*learned, strict=True)]


def train(
    rules: ff.Rules, updates: int = 400, boards: int = 1024, seed: int = 1, show: Any = None
) -> Weights:
    """Train a network, and return its weights. show: called with the number of updates so far."""
    random = np.random.default_rng(seed)
    weights = new_weights(rules, random)
    optimizer = Adam(weights)
    batch = ff.Batch(rules, boards, seed=seed, autoreset=True)
    batch.step_random(rules.playable_cells)  # so that not all games are at their beginning
    for update in range(updates):
        seen, legal, columns, chance, advantage, target = play(batch, weights, random)
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
        if rules.is_symmetric:  # the mirrored board teaches the same
            half = random.random(len(seen)) < 0.5
            seen[half], legal[half] = seen[half][..., ::-1], legal[half][:, ::-1]
            columns[half] = rules.columns - 1 - columns[half]
        rate = LEARNING_RATE * (1 - 0.9 * update / updates)
        for part in np.array_split(random.permutation(len(seen)), MINIBATCHES):
            data = (each[part] for each in (seen, legal, columns, chance, advantage, target))
            optimizer.step(gradients(weights, *data), rate)
        if show is not None:
            show(update + 1)
    return weights


# The player, and how good it is


class Policy:
    """Plays the column that a trained network likes best, without a search."""

    def __init__(self, file: str = "policy.npz") -> None:
        with np.load(file) as saved:
            self.rules = ff.Rules.parse(str(saved["rules"]))
            self.weights = {name: saved[name] for name in saved.files if name != "rules"}

    @classmethod
    def of(cls, rules: ff.Rules, weights: Weights) -> "Policy":
        """Return the player of a network that is not in a file."""
        policy = cls.__new__(cls)
        policy.rules, policy.weights = rules, {name: w.copy() for name, w in weights.items()}
        return policy

    def save(self, file: Path) -> None:
        np.savez(file, rules=str(self.rules), **self.weights)

    def choose(self, position: ff.Position) -> ff.Decision:
        if position.rules != self.rules:
            raise ff.InvalidAgent(f"this network plays {self.rules}, not {position.rules}")
        batch = ff.Batch.from_positions([position])
        *_, chances, value = forward(self.weights, look(batch), batch.legal_mask)
        return ff.Decision(int(chances[0].argmax()), evaluation=float(value[0]))


def report(title: str, policy: Policy, games: int) -> dict[str, float]:
    """Print how good a player is, and return its scores, from 0 to 1, by opponent."""
    print(f"{title}:")
    scores = {}
    for opponent in ("random", "greedy"):
        result = ff.match(("policy", policy), opponent, games=games, rules=str(policy.rules))
        # Two games from each opening, one as either player: pairs are independent, games are not.
        pairs = np.array(result.pair_points(0, 1)) / 2
        scores[opponent] = float(pairs.mean())
        error = 1.96 * pairs.std(ddof=1) / len(pairs) ** 0.5
        print(f"  {scores[opponent]:6.1%} ± {error:.1%} of the points against {opponent}")
    try:
        total = ff.grade(("policy", policy), rules=str(policy.rules)).total
    except ff.FourfoldError as reason:  # the benchmark has some boards only
        print(f"  no grade: {reason}")
    else:
        given_away = f"{total.points_per_move:.2f} points given away per move"
        print(f"  {total.perfect_rate:6.1%} perfect moves, {given_away}, judged by the solver")
    return scores


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Train a small network by self-play.")
    parser.add_argument("--rules", default="7x6", help="such as 7x6, 9x8-xd3 or 6x6-bc2")
    parser.add_argument("--updates", type=int, default=400, help="how often it learns")
    parser.add_argument("--boards", type=int, default=1024, help="how many games at once")
    parser.add_argument("--games", type=int, default=400, help="for each match, an even number")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=Path, default=Path("policy.npz"))
    options = parser.parse_args(arguments)
    began = time.process_time()

    def show(update: int) -> None:
        if update % 10 == 0:
            plies = update * PLIES * options.boards
            print(f"\r{update} updates, {plies / 1e6:.1f} million plies", end="", flush=True)

    try:
        rules = ff.Rules.parse(options.rules)
        new = Policy.of(rules, new_weights(rules, np.random.default_rng(options.seed)))
        report("Before", new, options.games)
        weights = train(rules, options.updates, options.boards, options.seed, show)
    except ff.FourfoldError as error:
        parser.error(str(error))
    print(f"\rTrained in {time.process_time() - began:.0f} s of processor time.".ljust(60))
    policy = Policy.of(rules, weights)
    policy.save(options.file)
    report("After", policy, options.games)
    return 0


if __name__ == "__main__":
    sys.exit(main())
