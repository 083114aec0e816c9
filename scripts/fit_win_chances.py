"""Fit the map from win rates to win chances, or check it on positions that it was not fitted on.

    python -m scripts.fit_win_chances            prints the constants for analysis/calibration.py
    python -m scripts.fit_win_chances --check    prints how well the constants there do

Each takes about four minutes of one core, and gives the same numbers each time.
"""

import argparse
import itertools
import math
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from fourfold.analysis.calibration import CALIBRATION, Calibration, log_odds
from scripts.win_chance_samples import SELF_PLAYED, SOLVED_FROM, Sample, self_played, solved

FIT_SEED, CHECK_SEED = 1, 2
POSITIONS, GAMES = 3_150, 600
SIMULATIONS = 100_000
PRIORS = (0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 4.0)
NEWTON_STEPS = 8
BUCKETS = 10
FEWEST = 60
"""Columns in a bucket; one with fewer goes together with its neighbour."""

Map = Callable[[float, int, float, int], float]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m scripts.fit_win_chances", description=__doc__)
    parser.add_argument("--check", action="store_true", help="check the constants, on new samples")
    parser.add_argument("--positions", type=int, default=POSITIONS, help="positions to solve")
    parser.add_argument("--games", type=int, default=GAMES, help="games to play on large boards")
    parser.add_argument("--simulations", type=int, default=SIMULATIONS, help="the most a position")
    options = parser.parse_args(arguments)
    seed = CHECK_SEED if options.check else FIT_SEED
    dropped: Counter[str] = Counter()
    samples = collect(seed, options.positions, options.games, options.simulations, dropped)
    if options.check:
        print("\n".join(report(samples, CALIBRATION)))
    else:
        print(fit(samples))
    lost = ", ".join(f"{size}: {count}" for size, count in sorted(dropped.items())) or "none"
    print(f"too long to solve, and so not counted: {lost}", file=sys.stderr)
    return 0


def collect(
    seed: int, positions: int, games: int, simulations: int, dropped: Counter[str]
) -> list[Sample]:
    """Draw the samples of so many positions and games."""
    by_solver = itertools.islice(solved(seed, simulations, dropped), positions)
    by_play = itertools.islice(self_played(seed, simulations), games)
    return [sample for some in itertools.chain(by_solver, by_play) for sample in some]


# The fit: logistic regression through the origin, for the prior that does best


def fit(samples: Sequence[Sample]) -> Calibration:
    """Return the constants with the smallest loss on the samples."""
    return min((fit_slopes(samples, prior) for prior in PRIORS), key=lambda c: loss(samples, c))


def fit_slopes(samples: Sequence[Sample], prior: float) -> Calibration:
    """Return the best slopes for a prior, by Newton's method: the loss is convex in them."""
    rows = []
    for sample in samples:
        evidence = log_odds(sample.win_rate, sample.visits, prior)
        free = (1 - sample.fullness) * sample.playable_cells
        factors = (1.0, math.log2(sample.visits), -math.log2(free + 1))
        rows.append(([evidence * factor for factor in factors], sample))
    slopes = [0.0] * 3
    for _ in range(NEWTON_STEPS):
        gradient = [0.0] * 3
        curvature = [[0.0] * 3 for _ in range(3)]
        for row, sample in rows:
            chance = logistic(sum(a * b for a, b in zip(slopes, row, strict=True)))
            off = sample.weight * (sample.points - chance)
            bend = sample.weight * max(chance * (1 - chance), 1e-9)
            for i, x in enumerate(row):
                gradient[i] += off * x
                for j, y in enumerate(row):
                    curvature[i][j] += bend * x * y
        steps = solve(curvature, gradient)
        slopes = [slope + step for slope, step in zip(slopes, steps, strict=True)]
    return Calibration(prior, *(round(slope, 2) for slope in slopes))


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve linear equations whose matrix is positive definite, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for i in range(size):
        for k in range(i + 1, size):
            factor = rows[k][i] / rows[i][i]
            rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i], strict=True)]
    found = [0.0] * size
    for i in reversed(range(size)):
        rest = sum(rows[i][k] * found[k] for k in range(i + 1, size))
        found[i] = (rows[i][size] - rest) / rows[i][i]
    return found


def logistic(x: float) -> float:
    return 1 / (1 + math.exp(-max(min(x, 50.0), -50.0)))


def loss(samples: Iterable[Sample], chance_of: Map) -> float:
    """Return the sum of the cross entropies: what is called likely should come true."""
    total = 0.0
    for s in samples:
        chance = called(s, chance_of)
        total -= s.weight * (s.points * math.log(chance) + (1 - s.points) * math.log(1 - chance))
    return total


# The check


@dataclass(frozen=True, slots=True)
class Bucket:
    """Columns with about the same win chance; shares are weighted like the samples."""

    low: int
    high: int
    """The win chances that belong here, in %."""
    columns: int
    weight: float
    chance: float
    points: float

    @property
    def off(self) -> float:
        return self.points - self.chance


def buckets(samples: Iterable[Sample], chance_of: Map) -> list[Bucket]:
    """Sort columns by their win chance; buckets with few columns go with their neighbours."""
    sorted_in: list[list[tuple[float, Sample]]] = [[] for _ in range(BUCKETS)]
    edges = list(range(0, 101, 100 // BUCKETS))
    for sample in samples:
        chance = called(sample, chance_of)
        sorted_in[min(int(chance * BUCKETS), BUCKETS - 1)].append((chance, sample))
    while len(sorted_in) > 1 and min(map(len, sorted_in)) < FEWEST:
        small = min(range(len(sorted_in)), key=lambda i: len(sorted_in[i]))
        middle = (len(sorted_in) - 1) / 2
        left = small if small < middle else small - 1
        sorted_in[left] += sorted_in.pop(left + 1)
        del edges[left + 1]
    ranges = itertools.pairwise(edges)
    return [_bucket(*ends, each) for ends, each in zip(ranges, sorted_in, strict=True) if each]


def _bucket(low: int, high: int, of: Sequence[tuple[float, Sample]]) -> Bucket:
    weight = sum(sample.weight for _, sample in of)
    chance = sum(chance * sample.weight for chance, sample in of) / weight
    points = sum(sample.points * sample.weight for _, sample in of) / weight
    return Bucket(low, high, len(of), weight, chance, points)


def brier(samples: Sequence[Sample], chance_of: Map) -> float:
    """Return the mean squared difference between chances and points."""
    squares = sum(
        sample.weight * (called(sample, chance_of) - sample.points) ** 2 for sample in samples
    )
    return squares / sum(sample.weight for sample in samples)


def uncalibrated(win_rate: float, visits: int, fullness: float, playable_cells: int) -> float:
    return win_rate


def called(sample: Sample, chance_of: Map) -> float:
    return chance_of(sample.win_rate, sample.visits, sample.fullness, sample.playable_cells)


def report(samples: Sequence[Sample], calibration: Calibration) -> list[str]:
    """Write the reliability table, and a line for each size, as Markdown."""
    lines = ["| win chance | columns | called | won | off |", "| --- | --- | --- | --- | --- |"]
    for bucket in buckets(samples, calibration):
        lines.append(
            f"| {bucket.low} to {bucket.high} % | {bucket.columns:,} | {100 * bucket.chance:.1f} % "
            f"| {100 * bucket.points:.1f} % | {100 * bucket.off:+.1f} |"
        )
    lines += ["", "| board | positions | worst bucket | Brier score | uncalibrated |"]
    lines.append("| --- | --- | --- | --- | --- |")
    sizes = [*SOLVED_FROM, *SELF_PLAYED]
    rows = [("x".join(map(str, size)), [size]) for size in sizes]
    rows += [("solved", list(SOLVED_FROM)), ("self-play", list(SELF_PLAYED)), ("all", sizes)]
    for name, of_sizes in rows:
        some = [sample for sample in samples if sample.size in of_sizes]
        worst = max(abs(bucket.off) for bucket in buckets(some, calibration))
        lines.append(
            f"| {name} | {sum(s.weight for s in some):,.0f} | {100 * worst:.1f} "
            f"| {brier(some, calibration):.3f} | {brier(some, uncalibrated):.3f} |"
        )
    return lines


if __name__ == "__main__":
    sys.exit(main())
