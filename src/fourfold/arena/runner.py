"""Plays one game of a match or a tournament, wherever a worker is.

A game depends on nothing but its own job: its agents are made for it, and agents that choose at
random get a seed of their own. So the games are the same for any number of workers, as long as
the agents always give the same answer to the same position and seed.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from fourfold.agents.base import Agent
from fourfold.arena.adjudication import Adjudication, Referee
from fourfold.arena.entrants import Entrant
from fourfold.arena.live import LiveFile
from fourfold.arena.openings import mixed
from fourfold.arena.schedule import Fixture
from fourfold.arena.settings import Settings
from fourfold.game import EndReason, Game, Record, TimeControl, play_turn
from fourfold.game.runner import GRACE, cause_of
from fourfold.rules import FIRST, SECOND, Player, Position
from fourfold.search import Limit


@dataclass(frozen=True, slots=True)
class Job:
    """Everything that a worker needs to play one game."""

    fixture: Fixture
    first: Entrant
    second: Entrant
    seed: int
    limit: Limit
    control: TimeControl
    margin: float
    adjudication: Adjudication
    tags: Mapping[str, str]
    live: Path | None = None
    """The folder of the games that are being played; None if nobody can watch them."""


def jobs_of(
    fixtures: Sequence[Fixture],
    settings: Settings,
    tournament: str = "",
    live: Path | None = None,
) -> list[Job]:
    """Return a job for each of these games.

    tournament: the identity of the tournament, which is a tag of each game.
    """
    return [
        Job(
            fixture,
            settings.entrants[fixture.first],
            settings.entrants[fixture.second],
            mixed(settings.seed, "game", fixture.number),
            settings.limit,
            settings.control,
            settings.margin,
            settings.adjudication,
            tags_of(fixture, tournament),
            live,
        )
        for fixture in fixtures
    ]


def tags_of(fixture: Fixture, tournament: str) -> dict[str, str]:
    """Return the tags by which the game of a fixture is recognised."""
    tags = {"game": str(fixture.number), "pair": str(fixture.pair)}
    if fixture.round is not None:
        tags["round"] = str(fixture.round)
    if tournament:
        tags["tournament"] = tournament
    return tags


Note = Callable[[Player, Position], None]
"""Called before a player is asked for anything, with the position."""


def play(job: Job, note: Note = lambda player, position: None) -> Record:
    """Play one game; an agent that cannot be made loses it."""
    agents: dict[Player, Agent] = {}
    failure: tuple[Player, str, str] | None = None
    for player, entrant in _seats(job).items():
        note(player, job.fixture.opening)
        try:
            agents[player] = entrant.agent()
        except Exception as error:
            what = f"{entrant.name} could not be made: {type(error).__name__}: {error}"
            failure = player, " ".join(what.split()), cause_of(error)
            break
    game = new_game(job)  # its clocks run at once, so the agents were made before
    if failure is None:
        _play_out(game, agents, job, note)
    else:
        player, detail, cause = failure
        game.forfeit(player, EndReason.FAILURE, detail, cause)
    return game.record


def new_game(job: Job) -> Game:
    """Begin the game of a job; its clocks run."""
    seats = _seats(job)
    players = seats[FIRST].participant(), seats[SECOND].participant()
    return Game(job.fixture.opening, players, job.control, tags=job.tags)


def _seats(job: Job) -> dict[Player, Entrant]:
    """Return the players of a job, those who choose at random with their seeds."""
    return {
        player: entrant.seeded(mixed(job.seed, player) % 2**32)
        for player, entrant in ((FIRST, job.first), (SECOND, job.second))
    }


def _play_out(game: Game, agents: Mapping[Player, Agent], job: Job, note: Note) -> None:
    referee = Referee(job.adjudication)
    with LiveFile(job.live, game) as live:
        while not game.is_over:
            note(game.turn, game.position)
            play_turn(
                game,
                agents[game.turn],
                job.limit,
                margin=job.margin,
                grace=GRACE,
                while_waiting=live.update,
            )
            referee.check(game)


def points_of(record: Record, player: Player) -> float:
    """Return the points that a player scored in a finished game: 1, 1/2 or 0."""
    assert record.ending is not None
    if record.ending.winner is None:
        return 0.5
    return 1.0 if record.ending.winner is player else 0.0
