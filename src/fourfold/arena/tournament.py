"""`match` plays games between agents, every opening from both sides, and counts them."""

from collections.abc import Callable, Sequence
from contextlib import closing, nullcontext
from pathlib import Path

from fourfold.agents.base import Agent
from fourfold.agents.registry import admit, look_up
from fourfold.arena import openings as opening_suite
from fourfold.arena.results import MatchResult, PlayedGame
from fourfold.arena.runner import Entrant, jobs_of, play_all
from fourfold.arena.schedule import schedule
from fourfold.errors import InvalidAgent, InvalidOption, describe
from fourfold.game import GameFile
from fourfold.rules import Position, Rules
from fourfold.rules.rules import LARGEST_SIDE
from fourfold.search import Limit
from fourfold.support.checks import whole_number, whole_number_or_none
from fourfold.support.executors import MOST_WORKERS

GAMES = 60
PLIES = 4
_MOST_GAMES = 1_000_000

AgentSource = str | tuple[str, Callable[[], Agent]]
"""An agent spec such as `uct:seconds=1`, or a name and a factory."""

ReportProgress = Callable[[int, int, PlayedGame | None], None]
"""Called with the number of games played, of all games, and the last game; None before it."""


def match(
    agents: Sequence[AgentSource],
    games: int | None = None,
    rules: str | Sequence[str] = (),
    *,
    openings: Path | str | None = None,
    plies: int = PLIES,
    seed: int = 0,
    workers: int = 1,
    limit: Limit | None = None,
    save: Path | str | None = None,
    report: ReportProgress = lambda played, total, last: None,
) -> MatchResult:
    """Let each agent play every other, and return the games with their statistics.

    games: how many for each pairing, an even number; 60 if not given, or two for each opening of
        a file.
    rules: one text, or several that take turns: `7x6`, `random`, `random:20`, `random-bonus:20`.
    openings: a file with one position per line, in place of random openings.
    plies: the length of random openings.
    seed: the seed of random boards, openings and agents.
    workers: processes that play at the same time; 1 is this process.
    limit: for each move, besides the agents' own options.
    save: a file to which each game is appended as it ends.
    report: called before the first game and after each.
    """
    entrants = _entrants(agents)
    texts = (rules,) if isinstance(rules, str) else tuple(rules)
    games = _checked_games(games)
    plies = whole_number("the number of opening plies", plies, 0, LARGEST_SIDE**2)
    seed = whole_number("the seed", seed, 0, 2**64 - 1)
    workers = whole_number("the number of workers", workers, 1, MOST_WORKERS)
    if openings is None:
        count = (GAMES if games is None else games) // 2
        texts = texts or ("7x6",)
        positions = opening_suite.draw(opening_suite.boards(texts, count, seed), plies, seed)
    else:
        positions = _from_file(Path(openings), texts, games)
        texts = ()
    _check_boards(entrants, positions)
    limit = Limit() if limit is None else limit
    _check_limit(entrants, limit)
    jobs = jobs_of(schedule(len(entrants), positions), entrants, limit, seed)
    played: list[PlayedGame] = []
    report(0, len(jobs), None)
    with (
        nullcontext() if save is None else GameFile(save) as file,
        closing(play_all(jobs, workers)) as results,
    ):
        for job, record in results:
            if file is not None:
                file.append(record)
            played.append(PlayedGame(job.fixture, record))
            report(len(played), len(jobs), played[-1])
    played.sort(key=lambda game: game.fixture.number)
    return MatchResult(
        tuple(entrant.name for entrant in entrants), tuple(played), texts, seed, limit
    )


def _entrants(agents: Sequence[AgentSource]) -> list[Entrant]:
    if isinstance(agents, str) or len(agents) < 2:
        raise InvalidOption(f"a match needs two agents or more, not {describe(agents)}")
    entrants: list[Entrant] = []
    for source in agents:
        if isinstance(source, tuple):
            entrant = Entrant(source[0], make=source[1])
        else:
            admit(source)
            entrant = Entrant(source.strip(), source.strip())
        same = sum(entrant.spec == other.spec and entrant.make == other.make for other in entrants)
        name = f"{entrant.name} ({same + 1})" if same else entrant.name
        entrants.append(Entrant(name, entrant.spec, entrant.make))
    return entrants


def _checked_games(games: int | None) -> int | None:
    games = whole_number_or_none("the number of games", games, 2, _MOST_GAMES)
    if games is not None and games % 2:
        raise InvalidOption(
            f"the number of games is {games}, but must be even: "
            "every opening is played from both sides"
        )
    return games


def _check_limit(entrants: Sequence[Entrant], limit: Limit) -> None:
    """Refuse a limit that an agent cannot keep to: it would lose every game by raising an error."""
    for entrant in entrants:
        if entrant.spec is None:
            continue
        kind = look_up(entrant.spec)[0]
        for name in ("seconds", "nodes", "depth"):
            value = getattr(limit, name)
            if value is not None and name not in kind.limits:
                raise InvalidOption(
                    f"agent {describe(entrant.name)} cannot keep to a limit of {name} {value}; "
                    f"it can be limited by {' and '.join(kind.limits)}"
                )


def _from_file(path: Path, texts: Sequence[str], games: int | None) -> list[Position]:
    if len(texts) > 1:
        raise InvalidOption(
            f"there are {len(texts)} boards for openings from a file, but there must be at most "
            "one: it is the board of the lines that name none"
        )
    positions = opening_suite.read(path, Rules.parse(texts[0]) if texts else None)
    count = len(positions) if games is None else games // 2
    return [positions[number % len(positions)] for number in range(count)]


def _check_boards(entrants: Sequence[Entrant], openings: Sequence[Position]) -> None:
    for rules in {position.rules: None for position in openings}:
        for entrant in entrants:
            if not entrant.plays(rules):
                assert entrant.spec is not None
                kind = look_up(entrant.spec)[0]
                raise InvalidAgent(
                    f"agent {describe(entrant.name)} does not play on '{rules}'; "
                    f"it plays {kind.rules}"
                )
