"""Who plays whom, from where, and who moves first: all of it fixed before the first game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from fourfold.rules import FIRST, SECOND, Player, Position


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game that is to be played."""

    number: int
    """From 1, in the order in which the games are begun."""
    pair: int
    """The number of its opening, from 1; a pairing plays each twice, the seats swapped."""
    first: int
    """Which of the agents is FIRST, counted from 0."""
    second: int
    opening: Position

    def seat_of(self, agent: int) -> Player:
        """On which side an agent sits."""
        return FIRST if self.first == agent else SECOND


def pairings(agents: int) -> Iterator[tuple[int, int]]:
    """Every two of the agents."""
    return combinations(range(agents), 2)


def schedule(agents: int, openings: Sequence[Position]) -> list[Fixture]:
    """Every opening, for every two agents, from both sides.

    Opening by opening, so that a match that is broken off has played all pairings alike.
    """
    fixtures: list[Fixture] = []
    for pair, opening in enumerate(openings, start=1):
        for one, two in pairings(agents):
            for first, second in ((one, two), (two, one)):
                fixtures.append(Fixture(len(fixtures) + 1, pair, first, second, opening))
    return fixtures
