"""Playing the games of a match, in this process or in several.

A game depends on nothing but its own job: its agents are made anew for it, and those that leave
something to chance get a seed of their own. So the games are the same whatever the number of
workers, if the agents are such that the same position and seed get the same answer.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from dataclasses import dataclass, replace

from fourfold.agents.base import Agent
from fourfold.agents.registry import agent as make_agent
from fourfold.agents.registry import look_up
from fourfold.arena.openings import mixed
from fourfold.arena.schedule import Fixture
from fourfold.errors import MatchError
from fourfold.game import EndReason, Game, Participant, Record, play_out
from fourfold.game.runner import GRACE
from fourfold.rules import FIRST, SECOND, Player, Rules
from fourfold.search import Limit
from fourfold.search.book_workers import process_executor

MARGIN = 1.0
"""Seconds by which an agent may exceed its limit: other games run on the same machine."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who takes part: an agent's text, or a name and a function that makes an agent.

    With several workers the function is sent to them, so it must be one that can be pickled.
    """

    name: str
    spec: str | None = None
    make: Callable[[], Agent] | None = None

    def plays(self, rules: Rules) -> bool:
        """Whether it plays these rules."""
        return self.spec is None or look_up(self.spec)[0].plays(rules)

    def seeded(self, seed: int) -> "Entrant":
        """The same with this seed, if it leaves something to chance and was given none."""
        if self.spec is None:
            return self
        _, options = look_up(self.spec)
        if options.get("seed", 0) is not None:
            return self
        joint = "," if ":" in self.spec else ":"
        return replace(self, spec=f"{self.spec}{joint}seed={seed}")

    def participant(self) -> Participant:
        """What the record tells of it."""
        if self.spec is None:
            return Participant(self.name, self.name)
        return Participant.of_agent(self.spec, self.name)

    def agent(self) -> Agent:
        """A new one."""
        if self.make is not None:
            return self.make()
        assert self.spec is not None
        return make_agent(self.spec)


@dataclass(frozen=True, slots=True)
class Job:
    """All that a worker needs to play one game."""

    fixture: Fixture
    first: Entrant
    second: Entrant
    limit: Limit
    seed: int


def jobs_of(
    fixtures: Sequence[Fixture], entrants: Sequence[Entrant], limit: Limit, seed: int
) -> list[Job]:
    """What is to be done for each game."""
    return [
        Job(
            fixture,
            entrants[fixture.first],
            entrants[fixture.second],
            limit,
            mixed(seed, "game", fixture.number),
        )
        for fixture in fixtures
    ]


def play(job: Job) -> Record:
    """Play one game; an agent that cannot even be made loses it."""
    seats = {
        player: entrant.seeded(mixed(job.seed, player) % 2**32)
        for player, entrant in ((FIRST, job.first), (SECOND, job.second))
    }
    tags = {"game": str(job.fixture.number), "pair": str(job.fixture.pair)}
    game = Game(
        job.fixture.opening,
        (seats[FIRST].participant(), seats[SECOND].participant()),
        tags=tags,
    )
    agents: dict[Player, Agent] = {}
    for player, entrant in seats.items():
        try:
            agents[player] = entrant.agent()
        except Exception as error:
            what = f"{entrant.name} could not be made: {type(error).__name__}: {error}"
            game.forfeit(player, EndReason.FAILURE, " ".join(what.split()))
            return game.record
    return play_out(game, agents, job.limit, margin=MARGIN, grace=GRACE)


def play_all(jobs: Sequence[Job], workers: int) -> Generator[tuple[Job, Record], None, None]:
    """Each game as it ends, in any order if there are several workers.

    One worker is this process. Whoever breaks off in the middle, as Ctrl-C does, ends all.
    """
    if workers == 1 or len(jobs) == 1:
        for job in jobs:
            yield job, play(job)
        return
    with process_executor(min(workers, len(jobs))) as (pool, at_once):
        yield from _results(pool, at_once, jobs)


def _results(pool: Executor, at_once: int, jobs: Sequence[Job]) -> Iterator[tuple[Job, Record]]:
    waiting = iter(jobs)
    running: dict[Future[Record], Job] = {}
    try:
        while True:
            for job in waiting:
                running[pool.submit(play, job)] = job
                if len(running) >= 2 * at_once:
                    break
            if not running:
                return
            # Not for ever: Windows hears no Ctrl-C in the middle of a wait.
            done, _ = wait(running, timeout=1.0, return_when=FIRST_COMPLETED)
            for future in sorted(done, key=lambda future: running[future].fixture.number):
                yield running.pop(future), future.result()
    except BrokenExecutor:
        raise MatchError("a worker process has died; the games that ended are kept") from None


def points_of(record: Record, player: Player) -> float:
    """What a game brought a player: 1, 1/2 or 0."""
    assert record.ending is not None
    if record.ending.winner is None:
        return 0.5
    return 1.0 if record.ending.winner is player else 0.0
