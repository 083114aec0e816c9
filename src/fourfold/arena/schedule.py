"""The schedule: who plays whom, from which opening and who moves first, before the first game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from fourfold.rules import FIRST, SECOND, Player, Position


@dataclass(frozen=True, slots=True)
class Fixture:
    """One game of the schedule."""

    number: int
    """Counted from 1, in the order in which the games begin."""
    pair: int
    """The number of its opening, from 1; a pairing plays each opening twice, from both sides."""
    first: int
    """The index of the agent that is FIRST, counted from 0."""
    second: int
    opening: Position

    def seat_of(self, agent: int) -> Player:
        """Return the side that an agent plays."""
        return FIRST if self.first == agent else SECOND


def pairings(agents: int) -> Iterator[tuple[int, int]]:
    """Return the indices of each agent and every other, each pairing once."""
    return combinations(range(agents), 2)


def schedule(agents: int, openings: Sequence[Position]) -> list[Fixture]:
    """Schedule every opening, for every pairing, from both sides.

    All pairings play one opening before the next, so that in a match that is interrupted they
    have played equally many games.
    """
    fixtures: list[Fixture] = []
    for pair, opening in enumerate(openings, start=1):
        for one, two in pairings(agents):
            for first, second in ((one, two), (two, one)):
                fixtures.append(Fixture(len(fixtures) + 1, pair, first, second, opening))
    return fixtures
