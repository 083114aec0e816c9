"""Makes puzzles: plays casual games, proves which of their positions are puzzles, and selects.

    1. A worker plays game number n of a board, solves every position from some ply on, and keeps
       those with a single right ply. It rates a few of them, drawn at random.
    2. The caller takes the results in the order of the games, and selects one puzzle from a game at
       most: none that is known already or similar to one, and none of a kind that has its share.

The first step depends on the board, the seed and n alone, the second on the order of the games. So
the puzzles are the same for any number of workers, and the first puzzles of a longer list are the
shorter list.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import count

from fourfold.agents.chance import chance_for
from fourfold.puzzles.collection import check_theme
from fourfold.puzzles.difficulty import band_of, estimate_rating
from fourfold.puzzles.games import play_casually
from fourfold.puzzles.puzzle import Puzzle
from fourfold.puzzles.similarity import similarity_keys
from fourfold.puzzles.solution import find_solution
from fourfold.puzzles.themes import Setting, find_themes
from fourfold.rules import Position, Rules
from fourfold.rules.splitmix import SplitMix64
from fourfold.search import Solver
from fourfold.support.checks import whole_number
from fourfold.support.executors import MOST_WORKERS, run_jobs
from fourfold.support.processes import process_executor

DEFAULT_SEED = 15
_MOST_FREE = 30
"""Cells that are free at most in a puzzle, so that it is proven in milliseconds.

On a small board a quarter is occupied at least, so that there is something to see."""
_MOST_FREE_WITH_STAR = 26
_MOST_RATED = 3
"""Positions of one game that are rated."""
_GAMES_A_JOB = 25
_GAMES_A_PUZZLE = 400
"""After so many games without a puzzle the search is given up."""
_MEMORY_MB = 64

# Of all puzzles, how many may be of a kind, and of a band of ratings. Wins in two to seven moves,
# which people enjoy most, fill the rest.
_SHARES = {
    "win-in-1": 0.05,
    "block": 0.14,
    "hold": 0.10,
    "long-win": 0.25,
    "draw": 0.18,
    "star": 1.0,
    "win": 1.0,
}
_BAND_SHARES = {600: 0.15, 900: 0.25, 1200: 0.28, 1500: 0.25, 1800: 0.25, 2100: 0.15, 2400: 0.05}

SHIPPED_BOARDS: Mapping[str, int] = {
    "7x6": 3200,
    **dict.fromkeys(("6x5", "6x6", "6x7", "7x5", "7x7", "8x6", "8x7", "9x5", "10x5"), 50),
    **dict.fromkeys(("7x6-xd1", "7x6-xd2", "7x6-xc3", "7x6-xa1-xg1"), 60),
    **dict.fromkeys(("6x6-xb2", "8x6-xd3-xe3", "8x7-xd4"), 60),
    **dict.fromkeys(("6x5-bc2", "6x6-bd3", "7x5-bd2", "7x6-bb2", "7x6-bd3", "7x6-xc2-be3"), 75),
}
"""The boards of the puzzles that come with the package, with how many there are of each."""


@dataclass(frozen=True)
class Order:
    """What kind of puzzles to make on a board."""

    rules: Rules
    count: int
    themes: frozenset[str] = frozenset()
    """Only puzzles with all of these themes."""
    least_moves: int = 1
    most_moves: int = 72
    """Only puzzles of this distance, in own moves."""
    seed: int = DEFAULT_SEED

    def __post_init__(self) -> None:
        whole_number("the number of puzzles", self.count, 1)
        whole_number("the seed", self.seed, 0, 2**64 - 1)
        whole_number("the least distance", self.least_moves, 1)
        whole_number("the greatest distance", self.most_moves, self.least_moves)
        for theme in self.themes:
            check_theme(theme)

    def fits(self, themes: tuple[str, ...], moves: int) -> bool:
        """Return True if a puzzle with these themes and this distance is asked for."""
        return self.themes <= set(themes) and self.least_moves <= moves <= self.most_moves


def make_puzzles(
    order: Order, workers: int = 1, report: Callable[[int, int], None] | None = None
) -> Iterator[Puzzle]:
    """Make puzzles of a board; fewer than asked for if they are very rare.

    workers: how many processes search.
    report: called with the number of puzzles found, and of those asked for.
    """
    workers = whole_number("the number of workers", workers, 1, MOST_WORKERS)
    selection = Selection(order)
    for candidates in _searched_games(order, workers):
        puzzle = selection.select(candidates)
        if puzzle is not None:
            yield puzzle
            if report is not None:
                report(len(selection.puzzles), order.count)
        if selection.is_done:
            return


class Selection:
    """Selects puzzles from the games of one board, taken in their order."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self._keys: set[str] = set()
        self._kinds: Counter[str] = Counter()
        self._bands: Counter[int] = Counter()
        self._games_since = 0
        self.puzzles: list[Puzzle] = []

    @property
    def is_done(self) -> bool:
        """Return True if there are enough puzzles, or no more are to be expected."""
        return len(self.puzzles) == self._order.count or self._games_since == _GAMES_A_PUZZLE

    def select(self, candidates: list[Puzzle]) -> Puzzle | None:
        """Take a puzzle of a game that is new: of the kind that is furthest behind its share."""
        self._games_since += 1
        for puzzle in sorted(candidates, key=self._fullness):
            keys = similarity_keys(puzzle.start, puzzle.goal, puzzle.line)
            if not self._has_share(puzzle) or any(key in self._keys for key in keys):
                continue
            self._games_since = 0
            self._keys.update(keys)
            self._kinds[kind_of(puzzle)] += 1
            self._bands[band_of(puzzle.rating)] += 1
            self.puzzles.append(puzzle)
            return puzzle
        return None

    def _fullness(self, puzzle: Puzzle) -> tuple[float, int]:
        kind = kind_of(puzzle)
        return self._kinds[kind] / _SHARES[kind], -puzzle.rating

    def _has_share(self, puzzle: Puzzle) -> bool:
        if self._order.themes:  # who asks for a theme wants all of it
            return True
        kind, band = kind_of(puzzle), band_of(puzzle.rating)
        most = len(self.puzzles) + 1
        return (
            self._kinds[kind] < 1 + _SHARES[kind] * most
            and self._bands[band] < 1 + _BAND_SHARES[band] * most
        )


def kind_of(puzzle: Puzzle) -> str:
    """Return the kind of which a set of puzzles has only a share; `win` for all other wins.

    What has to do with the star is a kind of its own, so that boards with a star show it.
    """
    if {"ban", "star"} & set(puzzle.themes):
        return "star"
    for theme in ("win-in-1", "block", "hold", "long-win"):
        if theme in puzzle.themes:
            return theme
    return str(puzzle.goal)


# In the workers


def _searched_games(order: Order, workers: int) -> Iterator[list[Puzzle]]:
    """Yield the puzzles of one game after the other, without end."""
    with process_executor(workers) as executor:
        jobs = ((number, (order, number * _GAMES_A_JOB)) for number in count())
        waiting: dict[int, list[list[Puzzle]]] = {}
        due = 0
        for number, found in run_jobs(executor, _search_beside, jobs):
            waiting[number] = found
            while due in waiting:
                yield from waiting.pop(due)
                due += 1


def _search_beside(job: tuple[Order, int]) -> list[list[Puzzle]]:
    """Search games in a thread: on the main one, every search would start a thread of its own."""
    return _thread().submit(search_games, *job).result()


@cache
def _thread() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1)


def search_games(order: Order, first: int) -> list[list[Puzzle]]:
    """Search some games from a number on; a list of rated puzzles for each."""
    return [_search_game(order, number) for number in range(first, first + _GAMES_A_JOB)]


def _search_game(order: Order, number: int) -> list[Puzzle]:
    # The empty board is mixed into the seed, so that no two boards get the same games.
    mixed = SplitMix64(SplitMix64(order.seed).next() ^ number).next()
    chance = chance_for(mixed, Position(order.rules))
    solver = _solver()
    found = []
    for position in play_casually(order.rules, chance.next()):
        if position.rules.playable_cells - position.ply > most_free(order.rules):
            continue
        solution = find_solution(position, solver)
        if solution is not None:
            setting = Setting(position, solution)
            themes = find_themes(setting)
            if order.fits(themes, setting.solution.moves):
                found.append((setting, themes))
    while len(found) > _MOST_RATED:
        found.pop(_least_wanted(found, chance))
    return [_rated(setting, themes) for setting, themes in found]


def _least_wanted(found: list[tuple[Setting, tuple[str, ...]]], chance: SplitMix64) -> int:
    """Choose which puzzle of a game to drop: one of the plain kinds, if there are any."""
    plain = [
        place
        for place, (_, themes) in enumerate(found)
        if {"win-in-1", "block", "hold"} & set(themes) and not {"ban", "star"} & set(themes)
    ]
    return plain[chance.below(len(plain))] if plain else chance.below(len(found))


def _rated(setting: Setting, themes: tuple[str, ...]) -> Puzzle:
    plies = [(move.position, move.column) for move in setting.own]
    solution = setting.solution
    rating = estimate_rating(plies)
    text = setting.position.to_text()
    return Puzzle(text, solution.goal, themes, solution.line, solution.moves, rating)


def most_free(rules: Rules) -> int:
    """Return how many cells are free at most in a puzzle of a board."""
    most = _MOST_FREE if rules.bonus is None else _MOST_FREE_WITH_STAR
    return min(most, 3 * rules.playable_cells // 4)


@cache
def _solver() -> Solver:
    return Solver(memory_mb=_MEMORY_MB)
