"""Plays the games of a match, in this process or in several.

A game depends on nothing but its own job: its agents are created for it, and agents that choose at
random get a seed of their own. So the games are the same for any number of workers, as long as
the agents always give the same answer to the same position and seed.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace

from fourfold.agents.base import Agent
from fourfold.agents.engine import isolated_agent
from fourfold.agents.registry import admit
from fourfold.arena.openings import mixed
from fourfold.arena.schedule import Fixture
from fourfold.errors import MatchError, WorkerError
from fourfold.game import EndReason, Game, Participant, Record, play_out
from fourfold.game.runner import GRACE, cause_of
from fourfold.rules import FIRST, SECOND, Player, Rules
from fourfold.search import Limit
from fourfold.support.executors import open_executor, run_jobs

MARGIN = 1.0
"""Seconds by which an agent may exceed its limit: other games run on the same machine."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A participant of a match: an agent spec such as `uct:seconds=1`, or a named factory.

    With several workers the factory is sent to them, so it must be possible to pickle it.
    """

    name: str
    spec: str | None = None
    make: Callable[[], Agent] | None = None

    def plays(self, rules: Rules) -> bool:
        """Return True if the agent can play these rules; a factory's agent is taken to."""
        return self.spec is None or admit(self.spec)[0].plays(rules)

    def seeded(self, seed: int) -> "Entrant":
        """Return the entrant with this seed, if its agent has the option and none was given."""
        if self.spec is None:
            return self
        _, options = admit(self.spec)
        if options.get("seed", 0) is not None:
            return self
        kind, _ = admit(self.spec)
        separator = "," if self.spec.removeprefix(kind.name) else ":"
        return replace(self, spec=f"{self.spec}{separator}seed={seed}")

    def participant(self) -> Participant:
        """Return the entrant as the record of a game names it."""
        if self.spec is None:
            return Participant(self.name, self.name)
        admit(self.spec)
        return Participant.of_agent(self.spec, self.name)

    def agent(self) -> Agent:
        """Create the agent; a player from outside the package gets a process of its own."""
        if self.make is not None:
            return self.make()
        assert self.spec is not None
        return isolated_agent(self.spec)


@dataclass(frozen=True, slots=True)
class Job:
    """Everything that a worker needs to play one game."""

    fixture: Fixture
    first: Entrant
    second: Entrant
    limit: Limit
    seed: int


def jobs_of(
    fixtures: Sequence[Fixture], entrants: Sequence[Entrant], limit: Limit, seed: int
) -> list[Job]:
    """Return a job for each game of the schedule."""
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
    """Play one game; an agent that cannot be created loses it."""
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
            game.forfeit(player, EndReason.FAILURE, " ".join(what.split()), cause_of(error))
            return game.record
    return play_out(game, agents, job.limit, margin=MARGIN, grace=GRACE)


def play_all(jobs: Sequence[Job], workers: int) -> Generator[tuple[Job, Record], None, None]:
    """Yield each game as it ends, in any order if there are several workers.

    A single worker is this process. An exception such as KeyboardInterrupt, or closing the
    generator, ends all workers.
    """
    try:
        with open_executor(max(1, min(workers, len(jobs)))) as executor:
            yield from run_jobs(executor, play, ((job, job) for job in jobs))
    except WorkerError as error:
        raise MatchError(f"{error}; the finished games are kept") from None


def points_of(record: Record, player: Player) -> float:
    """Return the points that a player scored in a finished game: 1, 1/2 or 0."""
    assert record.ending is not None
    if record.ending.winner is None:
        return 0.5
    return 1.0 if record.ending.winner is player else 0.0
