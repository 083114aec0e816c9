"""The result of a match: all games, and the tally and Elo estimate of each pairing."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from fourfold.arena.runner import points_of
from fourfold.arena.schedule import Fixture, pairings
from fourfold.arena.statistics import Estimate, Pairs, Tally, count_pairs, estimate
from fourfold.game import FAULTS, EndReason, Record
from fourfold.rules import Player
from fourfold.search import Limit


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game of a match."""

    fixture: Fixture
    record: Record

    def points(self, agent: int) -> float:
        """Return the points that an agent scored: 1, 1/2 or 0."""
        return points_of(self.record, self.fixture.seat_of(agent))

    @property
    def fault(self) -> tuple[int, EndReason] | None:
        """The agent that lost by a fault of its own, and the fault; None if neither did."""
        ending = self.record.ending
        if ending is None or ending.reason not in FAULTS:
            return None
        loser = self.fixture.second if ending.winner is Player.FIRST else self.fixture.first
        return loser, ending.reason


@dataclass(frozen=True, slots=True)
class Pairing:
    """The games of two agents, counted for agent `one`."""

    one: int
    two: int
    tally: Tally
    as_first: Tally
    """The games in which agent `one` had the first move."""
    as_second: Tally
    pairs: Pairs
    """How many pairs of finished games brought 0, 1/2, 1, 3/2 and 2 points."""
    estimate: Estimate | None


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match."""

    agents: tuple[str, ...]
    games: tuple[PlayedGame, ...]
    """In the order of the schedule."""
    rules: tuple[str, ...] = ()
    """The rules as the caller wrote them; empty if the openings came from a file."""
    seed: int = 0
    limit: Limit = field(default_factory=Limit)

    def pairing(self, one: int, two: int) -> Pairing:
        """Count the games of two agents, given by their indices in `agents`."""
        games = [
            game for game in self.games if {game.fixture.first, game.fixture.second} == {one, two}
        ]
        by_pair: dict[int, list[float]] = {}
        for game in games:
            by_pair.setdefault(game.fixture.pair, []).append(game.points(one))
        pairs = count_pairs(sum(points) for points in by_pair.values() if len(points) == 2)
        as_first = Tally.of(game.points(one) for game in games if game.fixture.first == one)
        as_second = Tally.of(game.points(one) for game in games if game.fixture.second == one)
        return Pairing(one, two, as_first + as_second, as_first, as_second, pairs, estimate(pairs))

    @property
    def pairings(self) -> tuple[Pairing, ...]:
        """The pairings of each agent with every other."""
        return tuple(self.pairing(one, two) for one, two in pairings(len(self.agents)))

    def total(self, agent: int) -> Tally:
        """Count an agent's games against all others."""
        tally = Tally()
        for other in range(len(self.agents)):
            if other != agent:
                tally = tally + self.pairing(agent, other).tally
        return tally

    @property
    def ranking(self) -> tuple[int, ...]:
        """The agents, the one with the most points first."""
        return tuple(sorted(range(len(self.agents)), key=lambda agent: -self.total(agent).points))

    @property
    def faults(self) -> Mapping[int, Mapping[EndReason, int]]:
        """For each agent that lost by a fault of its own, how many games it lost by each fault."""
        found: dict[int, Counter[EndReason]] = {}
        for game in self.games:
            if game.fault is not None:
                agent, reason = game.fault
                found.setdefault(agent, Counter())[reason] += 1
        return found

    @property
    def records(self) -> Sequence[Record]:
        """The records of all games."""
        return [game.record for game in self.games]

    def __str__(self) -> str:
        from fourfold.arena.report import as_text

        return as_text(self)

    def _repr_markdown_(self) -> str:
        from fourfold.arena.report import as_markdown

        return as_markdown(self)
