"""Estimates how difficult a puzzle is, from which agents of a panel solve it.

The panel looks ahead less or more: a player who only sees wins and blocks, the evaluation `threat`
at growing depths, and the Monte Carlo search with growing numbers of simulations. Each member has a
strength on the scale of ratings, and the rating of a puzzle is the strength of a player who would
solve one puzzle like it in two. An agent has solved a puzzle if it finds every own ply of the line.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from fourfold.agents import Agent, agent
from fourfold.puzzles.puzzle import Puzzle
from fourfold.rules import Position

LEAST_RATING, MOST_RATING = 600, 2600
BAND = 300
"""How many points a band of ratings has."""
HIGHEST_BAND = 2100
"""In tables this band has all that is above, too: there are few of these puzzles."""
_PER_OWN_PLY = 25
"""What every own ply after the first adds: it has to be found as well."""

PANEL: Mapping[str, int] = {
    "greedy": 900,
    "threat:depth=1,book=false,memory=4": 1100,
    "threat:depth=3,book=false,memory=4": 1300,
    "threat:depth=5,book=false,memory=4": 1500,
    "threat:depth=7,book=false,memory=4": 1550,
    "threat:depth=9,book=false,memory=4": 1650,
    "threat:depth=11,book=false,memory=4": 1700,
    **{
        f"uct:simulations={simulations},seed={seed},reuse=false,memory=8": strength
        for simulations, seeds, strength in (
            (10, 3, 1150),
            (30, 3, 1350),
            (100, 3, 1550),
            (300, 3, 1800),
            (1000, 2, 1950),
            (3000, 1, 2050),
        )
        for seed in range(1, seeds + 1)
    },
}
"""The agents that estimate difficulty, with their strengths."""

MEASURED_AGENTS = (
    *(f"hard:depth={depth}" for depth in (1, 2, 4, 8)),
    *(f"uct:simulations={number},seed=11,reuse=false" for number in (20, 200, 2000, 20000)),
    "perfect",
)
"""Agents that are not of the panel and show that the ratings are right.

Twice from weak to strong: minimax that looks further and further ahead, and the Monte Carlo search
with more and more simulations; then the one that never errs."""

Plies = Sequence[tuple[Position, int]]
"""The own plies of a puzzle: the positions, and the right column of each."""


def estimate_rating(plies: Plies) -> int:
    """Estimate the rating of a puzzle by the panel; always the same for a puzzle."""
    members = _panel()
    solved = sum(solves(members[spec], plies) for spec in PANEL)
    rating = _rating_of(solved) + _PER_OWN_PLY * (len(plies) - 1)
    return round(min(max(rating, LEAST_RATING), MOST_RATING))


def solves(player: Agent, plies: Plies) -> bool:
    """Return True if an agent finds every own ply."""
    return all(player.choose(position).column == column for position, column in plies)


def own_plies(puzzle: Puzzle) -> Plies:
    """List the own plies of a puzzle."""
    return [(puzzle.position_at(step), puzzle.line[step]) for step in puzzle.own_steps]


def band_of(rating: int) -> int:
    """Return the lowest rating of the band in which a rating lies."""
    return rating // BAND * BAND


def solved_by_band(
    player: Agent, puzzles: Iterable[tuple[int, Plies]]
) -> dict[int, tuple[int, int]]:
    """Count for each band how many puzzles an agent solves, and how many there are.

    puzzles: the rating and the own plies of each.
    """
    found: dict[int, tuple[int, int]] = {}
    for rating, plies in puzzles:
        band = min(band_of(rating), HIGHEST_BAND)
        solved, count = found.get(band, (0, 0))
        found[band] = solved + solves(player, plies), count + 1
    return dict(sorted(found.items()))


@cache
def _panel() -> dict[str, Agent]:
    return {spec: agent(spec) for spec in PANEL}


@cache
def _rating_of(solved: int) -> float:
    """Find the rating at which the panel is expected to solve as many times as it did.

    Half a point is taken from an extreme result, which would have no finite answer.
    """
    wanted = min(max(solved, 0.5), len(PANEL) - 0.5)
    low, high = 0.0, 4000.0
    while high - low > 0.01:
        middle = (low + high) / 2
        expected = sum(1 / (1 + 10 ** ((middle - strength) / 400)) for strength in PANEL.values())
        low, high = (middle, high) if expected > wanted else (low, middle)
    return low
