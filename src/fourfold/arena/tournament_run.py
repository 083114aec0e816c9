"""A tournament: its settings, its file, the games that are over and those that are left.

settings ──> batch of fixtures ──> jobs ──> workers ──> games, each saved ──> result
                  ^                                       │
                  └──── the next round, if it is Swiss ───┘
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack

from fourfold.arena import live, swiss
from fourfold.arena.results import PlayedGame, TournamentResult
from fourfold.arena.runner import jobs_of
from fourfold.arena.schedule import Fixture, Format, games_planned, pairings_of, schedule
from fourfold.arena.settings import Settings
from fourfold.arena.statistics import Sprt, Verdict
from fourfold.arena.tournament_file import TournamentFile, new_id
from fourfold.arena.workers import Workers
from fourfold.errors import MatchError, RecordError, WorkerError
from fourfold.game import GameFile, Record

ReportProgress = Callable[["TournamentRun", PlayedGame | None], None]
"""Called with the tournament and the game that has just ended; None before the first."""


class TournamentRun:
    """A tournament that can be played, and what has been played of it."""

    def __init__(self, settings: Settings, workers: Workers | None = None) -> None:
        """Prepare a tournament.

        workers: who plays the games; this process, if not given.
        """
        self.settings = settings
        self.workers = workers or Workers()
        self.planned = games_planned(
            settings.format, len(settings.entrants), settings.games, settings.rounds
        )
        self._played: dict[int, PlayedGame] = {}
        self._byes: list[int] = []
        self._test = None if settings.sprt is None else SequentialTest(settings.sprt)

    @property
    def played(self) -> int:
        """How many games are over."""
        return len(self._played)

    @property
    def result(self) -> TournamentResult:
        """The result so far."""
        settings, test = self.settings, self._test
        last = self.planned if test is None else test.last_game or self.planned
        return TournamentResult(
            settings.names,
            tuple(self._played[number] for number in sorted(self._played) if number <= last),
            settings.boards,
            settings.seed,
            settings.limit,
            settings.control,
            settings.format,
            self.planned,
            tuple(self._byes),
            float(settings.games),
            None if test is None else test.state,
        )

    @property
    def is_decided(self) -> bool:
        """Whether the test of two players has its verdict, so that no more games are needed."""
        return self._test is not None and self._test.last_game is not None

    def play(
        self,
        *,
        file: TournamentFile | None = None,
        save: GameFile | None = None,
        report: ReportProgress = lambda tournament, game: None,
    ) -> TournamentResult:
        """Play all games that are left, and return the result.

        file: the tournament's file, whose games are counted and not played again.
        save: another file to which the games are appended.
        report: called before the first game and after each.
        """
        try:
            self._play(file, save, report)
        except WorkerError as error:
            if not self.played:
                raise
            raise MatchError(f"{error}; the finished games are kept") from None
        return self.result

    def _play(
        self, file: TournamentFile | None, save: GameFile | None, report: ReportProgress
    ) -> None:
        folder = None if file is None else live.live_folder(file.path)
        # Games that are saved are recognised again, so that none is counted twice.
        identity = file.id if file is not None else new_id() if save is not None else ""
        with ExitStack() as stack:
            if file is not None:
                live.clear(file.path)
                stack.callback(live.clear, file.path)
            workers = self.workers.open(self.settings.entrants, self.planned)
            play_all = stack.enter_context(workers)
            for place, fixtures in enumerate(self._batches()):
                self._take_over(fixtures, {} if file is None else file.games)
                if not place:
                    report(self, None)
                if self.is_decided:
                    break
                left = [each for each in fixtures if each.number not in self._played]
                jobs = jobs_of(left, self.settings, identity, folder)
                for job, record in play_all(jobs):
                    for target in (file, save):
                        if target is not None:
                            target.append(record)
                    game = PlayedGame(job.fixture, record)
                    self._keep(game)
                    report(self, game)
                    if self.is_decided:
                        break

    def _batches(self) -> Iterator[list[Fixture]]:
        """Yield the games that can be played without knowing the results of others."""
        settings = self.settings
        numbered = list(enumerate(settings.positions, start=1))
        if settings.format is not Format.SWISS:
            yield schedule(pairings_of(settings.format, len(settings.entrants)), numbered)
            return
        assert settings.rounds is not None
        openings = settings.games // 2
        met: list[tuple[int, int]] = []
        begin = 1
        for number in range(1, settings.rounds + 1):
            result = self.result
            points = [result.points(agent) for agent in range(len(result.agents))]
            pairs = swiss.pair_round(points, met, self._byes)
            who = [pair for pair in pairs if swiss.BYE not in pair]
            met += who
            own = numbered[(number - 1) * openings : number * openings]
            fixtures = schedule(who, own, begin, number)
            begin += len(fixtures)
            yield fixtures
            self._byes += [one for one, two in pairs if two == swiss.BYE]

    def _take_over(self, fixtures: Sequence[Fixture], games: Mapping[int, Record]) -> None:
        """Count the games of the file among these; RecordError if one is not as it should be."""
        names = self.settings.names
        for fixture in fixtures:
            record = games.get(fixture.number)
            if record is None:
                continue
            seats = names[fixture.first], names[fixture.second]
            if (
                tuple(player.name for player in record.players) != seats
                or record.start != fixture.opening
            ):
                raise RecordError(
                    f"game {fixture.number} of the file is not that of this tournament: it should "
                    f"be {seats[0]} against {seats[1]} from {fixture.opening.to_text()}"
                )
            self._keep(PlayedGame(fixture, record))

    def _keep(self, game: PlayedGame) -> None:
        self._played[game.fixture.number] = game
        if self._test is not None:
            self._test.add(game.fixture.number, game.points(0))


class SequentialTest:
    """A test of two players, on the pairs of games in the order of the schedule.

    Games may end in another order if there are several workers. A pair counts when all before it
    are there, so that the verdict, and the game after which it is reached, are always the same.
    """

    def __init__(self, sprt: Sprt) -> None:
        self._sprt = sprt
        self._points: dict[int, float] = {}  # of games whose pair has not been counted
        self._counts = [0] * 5
        self._next = 1  # the number of the first game of the next pair
        self.state = sprt.test((0, 0, 0, 0, 0))
        self.last_game: int | None = None
        """The number of the game after which the test was decided; None before that."""

    def add(self, number: int, points: float) -> None:
        """Add a game by its number and the points of the first player, and test what it completes.

        A pair is tested when all pairs before it are complete.
        """
        self._points[number] = points
        while self.last_game is None and {self._next, self._next + 1} <= self._points.keys():
            points = self._points.pop(self._next) + self._points.pop(self._next + 1)
            self._counts[round(2 * points)] += 1
            first, second, third, fourth, fifth = self._counts
            self.state = self._sprt.test((first, second, third, fourth, fifth))
            if self.state.verdict is not Verdict.UNDECIDED:
                self.last_game = self._next + 1
            self._next += 2
