"""Samples of the puzzles that come with the package."""

from fourfold.puzzles import Puzzle, load_puzzles
from fourfold.rules.splitmix import SplitMix64


def sample(count: int, seed: int) -> list[Puzzle]:
    """Draw so many puzzles, every other one of another board than 7x6."""
    chance = SplitMix64(seed)
    pools = [
        [puzzle for puzzle in load_puzzles() if (puzzle.rules == "7x6") is standard]
        for standard in (True, False)
    ]
    return [pools[n % 2][chance.below(len(pools[n % 2]))] for n in range(count)]
