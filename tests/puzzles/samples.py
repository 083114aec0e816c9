"""Samples of the puzzles that come with the package."""

from collections.abc import Iterator

from fourfold.puzzles import Puzzle, load_puzzles
from fourfold.puzzles.difficulty import HIGHEST_BAND, band_of
from fourfold.rules.splitmix import SplitMix64


def sample(count: int, seed: int) -> list[Puzzle]:
    """Draw so many puzzles, every other one of another board than 7x6."""
    chance = SplitMix64(seed)
    pools = [
        [puzzle for puzzle in load_puzzles() if (puzzle.rules == "7x6") is standard]
        for standard in (True, False)
    ]
    return [pools[n % 2][chance.below(len(pools[n % 2]))] for n in range(count)]


def sample_of_bands(count: int, seed: int) -> Iterator[Puzzle]:
    """Draw so many puzzles of each band of ratings, or all that there are."""
    chance = SplitMix64(seed)
    bands: dict[int, list[Puzzle]] = {}
    for puzzle in load_puzzles():
        bands.setdefault(min(band_of(puzzle.rating), HIGHEST_BAND), []).append(puzzle)
    for puzzles in bands.values():
        for _ in range(min(count, len(puzzles))):
            yield puzzles.pop(chance.below(len(puzzles)))
