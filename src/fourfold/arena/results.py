"""The result of a match or a tournament: all games, and what they say of the players."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from fourfold.arena.runner import points_of
from fourfold.arena.schedule import Fixture, Format, pairings
from fourfold.arena.statistics import (
    Estimate,
    GameScore,
    Pairs,
    RatingList,
    SprtState,
    Tally,
    Verdict,
    count_pairs,
    estimate,
    rate,
    superiority,
)
from fourfold.arena.statistics.quality import Quality, QualityJudge
from fourfold.game import FAULTS, EndReason, Record, TimeControl
from fourfold.rules import Player
from fourfold.search import Limit


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game of a match.

    >>> game = ff.match("greedy", "random", games=2, rules="5x4", seed=1).games[0]
    >>> game.fixture.first, game.points(0) + game.points(1), game.fault
    (0, 1.0, None)
    """

    fixture: Fixture
    """Who played whom, and from which opening."""
    record: Record
    """The game."""

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
    """The games of two agents, counted for agent `one`.

    >>> pairing = ff.match("greedy", "random", games=10, seed=1).pairing(0, 1)
    >>> print(pairing.tally)
    10-0-0
    >>> pairing.superiority > 0.5
    True
    """

    one: int
    """The index of the agent for which is counted."""
    two: int
    """The index of the other."""
    tally: Tally
    """All games of the two."""
    as_first: Tally
    """The games in which agent `one` had the first move."""
    as_second: Tally
    """The games in which agent `one` moved second."""
    pairs: Pairs
    """How many pairs of finished games brought 0, 1/2, 1, 3/2 and 2 points."""
    estimate: Estimate | None
    """The difference in strength; None without a pair."""

    @property
    def superiority(self) -> float | None:
        """The chance, from 0 to 1, that agent `one` is the stronger; None without a pair."""
        return superiority(self.pairs)


@dataclass(frozen=True, repr=False)
class TournamentResult:
    """The result of a match or a tournament, also of one that is not over.

    >>> result = ff.match("greedy", "random", games=10, seed=1)
    >>> result.agents, len(result.games), result.is_finished
    (('greedy', 'random'), 10, True)
    >>> [result.agents[agent] for agent in result.ranking]
    ['greedy', 'random']
    >>> result.score(0) > 0.5
    True
    """

    agents: tuple[str, ...]
    """The players, as they were named."""
    games: tuple[PlayedGame, ...]
    """In the order of the schedule."""
    rules: tuple[str, ...] = ()
    """The rules as the caller wrote them; empty if the openings came from a file."""
    seed: int | None = 0
    """None if the games are not those of one tournament."""
    limit: Limit = field(default_factory=Limit)
    """The limit of each move."""
    control: TimeControl = field(default_factory=TimeControl)
    """The clocks of the games."""
    format: Format | None = Format.ROUND_ROBIN
    """None if the games are not those of one tournament."""
    planned: int | None = None
    """How many games there are to be; None if that is not known."""
    byes: tuple[int, ...] = ()
    """The agents that had a bye in a round of a Swiss tournament, once for each."""
    points_of_bye: float = 0.0
    """What a bye is worth."""
    sprt: SprtState | None = None
    """How far the test of two agents has got, if there is one."""
    quality: tuple[Quality, ...] | None = None
    """How well each agent moved, judged by the solver; None if nobody asked for it."""

    @property
    def is_finished(self) -> bool:
        """Whether all games that were planned have been played, or the test is decided."""
        if self.sprt is not None and self.sprt.verdict is not Verdict.UNDECIDED:
            return True
        return self.planned is None or len(self.games) >= self.planned

    @cached_property
    def _by_players(self) -> Mapping[frozenset[int], Sequence[PlayedGame]]:
        found: dict[frozenset[int], list[PlayedGame]] = {}
        for game in self.games:
            key = frozenset((game.fixture.first, game.fixture.second))
            found.setdefault(key, []).append(game)
        return found

    def games_of(self, one: int, two: int) -> Sequence[PlayedGame]:
        """Return the games of two agents."""
        return self._by_players.get(frozenset((one, two)), ())

    def pairing(self, one: int, two: int) -> Pairing:
        """Count the games of two agents, given by their indices in `agents`."""
        games = self.games_of(one, two)
        pairs = count_pairs(self.pair_points(one, two))
        as_first = Tally.of(game.points(one) for game in games if game.fixture.first == one)
        as_second = Tally.of(game.points(one) for game in games if game.fixture.second == one)
        return Pairing(one, two, as_first + as_second, as_first, as_second, pairs, estimate(pairs))

    @property
    def pairings(self) -> tuple[Pairing, ...]:
        """The pairings of two agents that have played, or were to play, each other."""
        return tuple(
            self.pairing(one, two)
            for one, two in pairings(len(self.agents))
            if self.format is Format.ROUND_ROBIN or self.games_of(one, two)
        )

    @cached_property
    def _totals(self) -> Sequence[Tally]:
        points: list[list[float]] = [[] for _ in self.agents]
        for game in self.games:
            for agent in (game.fixture.first, game.fixture.second):
                points[agent].append(game.points(agent))
        return [Tally.of(each) for each in points]

    def total(self, agent: int) -> Tally:
        """Count an agent's games against all others."""
        return self._totals[agent]

    def points(self, agent: int) -> float:
        """Return an agent's points, with those of its byes."""
        return self.total(agent).points + self.points_of_bye * self.byes.count(agent)

    def score(self, agent: int) -> float:
        """Return the share of the points that an agent won in its games; 0 before the first."""
        tally = self.total(agent)
        return tally.points / tally.games if tally.games else 0.0

    @cached_property
    def ratings(self) -> RatingList:
        """One rating list of all agents, whose mean is 0."""
        return rate(
            (
                GameScore(
                    game.fixture.first,
                    game.fixture.second,
                    game.points(game.fixture.first),
                    game.fixture.pair,
                )
                for game in self.games
            ),
            len(self.agents),
        )

    @property
    def ranking(self) -> tuple[int, ...]:
        """The agents, the best first.

        By their score in a round robin, by points in a Swiss tournament, and by their ratings where
        each had opponents of its own: in a gauntlet, and in games that were counted again.
        """
        by: Callable[[int], float] = self._elo
        if self.format is Format.SWISS:
            by = self.points
        elif self.format is Format.ROUND_ROBIN:
            by = self.score
        return tuple(sorted(range(len(self.agents)), key=lambda agent: -by(agent)))

    def _elo(self, agent: int) -> float:
        return self.ratings.ratings[agent].elo

    def pair_points(self, one: int, two: int) -> list[float]:
        """Return what agent `one` scored in each pair of games with `two`, in their order."""
        by_pair: dict[int, list[float]] = {}
        for game in self.games_of(one, two):
            by_pair.setdefault(game.fixture.pair, []).append(game.points(one))
        return [sum(points) for points in by_pair.values() if len(points) == 2]

    def judged(
        self, limit: Limit, report: Callable[[int, int], None] = lambda done, total: None
    ) -> "TournamentResult":
        """Return the same with how well each agent moved, by the solver.

        limit: for each position. report: called with how many games of how many are judged.
        """
        judge = QualityJudge(limit=limit)

        def games() -> Iterator[tuple[Record, int, int]]:
            for done, game in enumerate(self.games):
                report(done, len(self.games))
                yield game.record, game.fixture.first, game.fixture.second
            report(len(self.games), len(self.games))

        return replace(self, quality=judge.judge_all(games(), len(self.agents)))

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

    def __repr__(self) -> str:
        from fourfold.arena.report import as_one_line

        return f"<TournamentResult of {as_one_line(self)}>"

    def _repr_markdown_(self) -> str:
        from fourfold.arena.report import as_markdown

        return as_markdown(self)

    def _repr_html_(self) -> str:
        from fourfold.arena.html_report import as_html

        return as_html(self)
