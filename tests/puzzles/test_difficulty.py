"""Ratings say how difficult a puzzle is: weaker agents solve fewer in every band."""

from itertools import pairwise

import pytest

from fourfold.agents import agent
from fourfold.puzzles import Puzzle
from fourfold.puzzles.difficulty import (
    BAND,
    HIGHEST_BAND,
    PANEL,
    band_of,
    estimate_rating,
    own_plies,
    solved_by_band,
    solves,
)
from fourfold.puzzles.puzzle import parse_puzzle
from fourfold.support.background import run_in_background

from .samples import sample, sample_of_bands

FAMILIES = (
    ["hard:depth=1", "hard:depth=4", "perfect:memory=16"],
    [*(f"uct:simulations={n},seed=11,reuse=false" for n in (20, 200, 2000)), "perfect:memory=16"],
)


@pytest.mark.parametrize("specs", FAMILIES, ids=["minimax", "uct"])
def test_weaker_agents_solve_fewer_in_every_band(specs: list[str]) -> None:
    plies = [(puzzle.rating, own_plies(puzzle)) for puzzle in sample_of_bands(120, seed=6)]
    tables = run_in_background(
        lambda: [solved_by_band(agent(spec), plies) for spec in specs], "difficulty"
    )
    assert len(tables[0]) == (HIGHEST_BAND - 600) // BAND + 1
    for weaker, stronger in pairwise(tables):
        for band, (solved, count) in weaker.items():
            # In the easiest band both may solve all of them.
            assert solved <= stronger[band][0], f"{band}: {weaker} {stronger}"
            assert solved < stronger[band][0] or solved >= 0.95 * count, f"{band}: {solved}"


@pytest.mark.parametrize("spec", ["hard:depth=4", "uct:simulations=200,seed=11,reuse=false"])
def test_an_agent_solves_fewer_the_more_difficult_they_are(spec: str) -> None:
    plies = [(puzzle.rating, own_plies(puzzle)) for puzzle in sample_of_bands(120, seed=6)]
    found = run_in_background(lambda: solved_by_band(agent(spec), plies), "difficulty")
    shares = [solved / count for solved, count in found.values()]
    assert shares == sorted(shares, reverse=True)


@pytest.mark.parametrize("puzzle", sample(8, seed=12), ids=lambda puzzle: puzzle.id)
def test_the_shipped_ratings_are_estimated_again(puzzle: Puzzle) -> None:
    assert estimate_rating(own_plies(puzzle)) == puzzle.rating


def test_the_easiest_puzzle_has_about_the_lowest_rating() -> None:
    puzzle = parse_puzzle("7x6:112233 win 4 1 0 win-in-1")
    assert estimate_rating(own_plies(puzzle)) < 700


def test_only_who_finds_every_own_ply_solves_a_puzzle() -> None:
    puzzle = parse_puzzle("7x6:52543344447462 win 657 2 953 two-threats")
    plies = own_plies(puzzle)
    assert [column for _, column in plies] == [5, 6]
    assert solves(agent("perfect:memory=16"), plies)
    assert not solves(agent("perfect:memory=16"), [plies[0], (plies[1][0], 0)])


def test_bands_and_panel() -> None:
    assert [band_of(rating) for rating in (600, 899, 900, 2600)] == [600, 600, 900, 2400]
    assert list(PANEL.values())[:7] == sorted(list(PANEL.values())[:7])
