"""The schedule: who plays whom, from which opening and who moves first.

    round robin   every player against every other
    gauntlet      the first player against every other
    Swiss         in rounds, each against somebody with about as many points; see `swiss`

The games of a round robin and of a gauntlet are fixed before the first one begins. Those of a Swiss
round follow from the results of the rounds before, and from nothing else. So a tournament that is
interrupted goes on with the games that it would have had.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from fourfold.rules import FIRST, SECOND, Player, Position


class Format(StrEnum):
    """Who plays whom in a tournament."""

    ROUND_ROBIN = "round-robin"
    GAUNTLET = "gauntlet"
    SWISS = "swiss"


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
    round: int | None = None
    """The round of a Swiss tournament, from 1."""

    def seat_of(self, agent: int) -> Player:
        """Return the side that an agent plays."""
        return FIRST if self.first == agent else SECOND


def pairings(agents: int) -> Iterator[tuple[int, int]]:
    """Return the indices of each agent and every other, each pairing once."""
    return combinations(range(agents), 2)


def pairings_of(form: Format, agents: int) -> list[tuple[int, int]]:
    """Return who plays whom in a round robin or a gauntlet."""
    if form is Format.GAUNTLET:
        return [(0, other) for other in range(1, agents)]
    return list(pairings(agents))


def games_planned(form: Format, players: int, games: int, rounds: int | None) -> int:
    """Return how many games a tournament has in all.

    games: for each pairing; in a Swiss tournament, for each pairing of a round.
    """
    if form is Format.SWISS:
        return players // 2 * games * (rounds or 1)
    return len(pairings_of(form, players)) * games


def schedule(
    who: Sequence[tuple[int, int]],
    openings: Iterable[tuple[int, Position]],
    begin: int = 1,
    round: int | None = None,
) -> list[Fixture]:
    """Schedule every opening, for every pairing, from both sides.

    All pairings play one opening before the next, so that in a match that is interrupted they
    have played equally many games.

    openings: each with its number.
    begin: the number of the first game.
    """
    fixtures: list[Fixture] = []
    for pair, opening in openings:
        for one, two in who:
            for first, second in ((one, two), (two, one)):
                number = begin + len(fixtures)
                fixtures.append(Fixture(number, pair, first, second, opening, round))
    return fixtures
