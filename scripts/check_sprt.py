"""Check the error rates of the SPRT by simulation: `python -m scripts.check_sprt [--runs N]`.

For several kinds of matches, from even ones to those in which FIRST nearly always wins, pairs of
games are drawn with exactly the normalised Elo of H0, and of H1, and the test is asked after
every pair. It must be wrong in at most 5 % of the runs of each, but for chance: three standard
deviations. Prints a line for each kind, and ends with status 1 if one is wrong too often. 2,000
runs take some ten minutes on one core.
"""

import argparse
import math
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from fourfold.arena.statistics.sprt import NORMALISED, Sprt, Verdict, best_fit

KINDS = {
    "every result": (0.2, 0.2, 0.2, 0.2, 0.2),
    "many draws": (0.02, 0.18, 0.6, 0.18, 0.02),
    "FIRST wins": (0.05, 0.0, 0.9, 0.0, 0.05),
    "no draws": (0.25, 0.0, 0.5, 0.0, 0.25),
}
"""The chances of 0, 1/2, 1, 3/2 and 2 points in a pair, between equal players."""


@dataclass(frozen=True, slots=True)
class Rates:
    """How often the test was wrong, and how many pairs it took."""

    runs: int
    wrong_under_h0: int
    wrong_under_h1: int
    pairs: float

    def is_good(self, sprt: Sprt) -> bool:
        """Return True if neither error is more frequent than it should be, but for chance."""
        return all(
            wrong / self.runs <= chance + 3 * math.sqrt(chance * (1 - chance) / self.runs)
            for wrong, chance in (
                (self.wrong_under_h0, sprt.alpha),
                (self.wrong_under_h1, sprt.beta),
            )
        )

    def __str__(self) -> str:
        return (
            f"H1 accepted in {self.wrong_under_h0 / self.runs:.2%} of {self.runs} runs under H0, "
            f"H0 in {self.wrong_under_h1 / self.runs:.2%} under H1, {self.pairs:.0f} pairs a run"
        )


def simulate(
    sprt: Sprt, chances: Sequence[float], runs: int, seed: int, pairs_at_once: int = 1
) -> Rates:
    """Run tests of players whose difference is exactly that of H0, and as many under H1.

    pairs_at_once: how many pairs are played between two looks at the test.
    """
    choice = random.Random(seed)
    wrong = {}
    total = 0
    for truth, elo in ((Verdict.H0, sprt.elo0), (Verdict.H1, sprt.elo1)):
        exact = best_fit([max(chance, 1e-9) for chance in chances], elo * math.sqrt(2) / NORMALISED)
        wrong[truth] = 0
        for _ in range(runs):
            counts = [0] * 5
            verdict = Verdict.UNDECIDED
            while verdict is Verdict.UNDECIDED:
                for points in choice.choices(range(5), exact, k=pairs_at_once):
                    counts[points] += 1
                verdict = sprt.test((counts[0], counts[1], counts[2], counts[3], counts[4])).verdict
            wrong[truth] += verdict is not truth
            total += sum(counts)
    return Rates(runs, wrong[Verdict.H0], wrong[Verdict.H1], total / (2 * runs))


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m scripts.check_sprt", description=__doc__)
    parser.add_argument("--runs", type=int, default=2000, help="for each kind and hypothesis")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the games")
    parser.add_argument("--elo", default="0,50", help="the two hypotheses")
    parser.add_argument("--kind", choices=list(KINDS), action="append", help="if not all")
    options = parser.parse_args(arguments)
    sprt = Sprt.parse(options.elo)
    good = True
    for kind in options.kind or KINDS:
        rates = simulate(sprt, KINDS[kind], options.runs, options.seed)
        good &= rates.is_good(sprt)
        print(f"{kind}: {rates}", flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
