"""`match`: games between agents, every opening from both sides, counted with an error bar."""

from collections.abc import Callable, Sequence
from contextlib import closing, nullcontext
from pathlib import Path

from fourfold.agents.base import Agent
from fourfold.agents.registry import look_up
from fourfold.arena import openings as opening_book
from fourfold.arena.results import MatchResult, PlayedGame
from fourfold.arena.runner import Entrant, jobs_of, play_all
from fourfold.arena.schedule import schedule
from fourfold.errors import InvalidAgent, InvalidOption, describe
from fourfold.game import GameFile
from fourfold.rules import Position, Rules
from fourfold.search import Limit

GAMES = 60
PLIES = 4
_MOST_GAMES = 1_000_000
_MOST_WORKERS = 1024

Who = str | tuple[str, Callable[[], Agent]]
"""An agent's text, or a name and a function that makes an agent."""

Tell = Callable[[int, int, PlayedGame | None], None]
"""Called with the games played so far, all of them, and the last one."""


def match(
    agents: Sequence[Who],
    games: int | None = None,
    rules: str | Sequence[str] = (),
    *,
    openings: Path | str | None = None,
    plies: int = PLIES,
    seed: int = 0,
    workers: int = 1,
    limit: Limit | None = None,
    save: Path | str | None = None,
    tell: Tell = lambda played, total, last: None,
) -> MatchResult:
    """Let agents play each other, every two of them, and count.

    games: how many for every two agents, an even number; 60 if not given, or with a file of
        openings each of them twice.
    rules: one text or several, that take turns: `7x6`, `random`, `random:20`, `random-bonus:20`.
    openings: a file with a position a line, in place of random ones.
    plies: how many plies a random opening has.
    seed: what boards, openings and the chance of agents are drawn from.
    workers: processes that play at the same time; 1 is this one.
    limit: for each move, besides the agents' own options.
    save: a file that each game is appended to as it ends.
    """
    entrants = _entrants(agents)
    texts = (rules,) if isinstance(rules, str) else tuple(rules)
    _check(games, plies, seed, workers)
    if openings is None:
        count = (GAMES if games is None else games) // 2
        texts = texts or ("7x6",)
        found = opening_book.draw(opening_book.boards(texts, count, seed), plies, seed)
    else:
        found = _from_file(Path(openings), texts, games)
        texts = ()
    _check_boards(entrants, found)
    limit = Limit() if limit is None else limit
    jobs = jobs_of(schedule(len(entrants), found), entrants, limit, seed)
    played: list[PlayedGame] = []
    tell(0, len(jobs), None)
    with (
        nullcontext() if save is None else GameFile(save) as file,
        closing(play_all(jobs, workers)) as results,
    ):
        for job, record in results:
            if file is not None:
                file.append(record)
            played.append(PlayedGame(job.fixture, record))
            tell(len(played), len(jobs), played[-1])
    played.sort(key=lambda game: game.fixture.number)
    return MatchResult(
        tuple(entrant.name for entrant in entrants), tuple(played), texts, seed, limit
    )


def _entrants(agents: Sequence[Who]) -> list[Entrant]:
    if isinstance(agents, str) or len(agents) < 2:
        raise InvalidOption(f"a match needs two agents or more, not {describe(agents)}")
    found: list[Entrant] = []
    for who in agents:
        if isinstance(who, tuple):
            entrant = Entrant(who[0], make=who[1])
        else:
            look_up(who)
            entrant = Entrant(who.strip(), who.strip())
        same = sum(entrant.spec == other.spec and entrant.make == other.make for other in found)
        name = f"{entrant.name} ({same + 1})" if same else entrant.name
        found.append(Entrant(name, entrant.spec, entrant.make))
    return found


def _check(games: int | None, plies: int, seed: int, workers: int) -> None:
    def check(name: str, value: int, least: int, most: int) -> None:
        if type(value) is not int or not least <= value <= most:
            shown = "2**64 - 1" if most == 2**64 - 1 else most
            raise InvalidOption(
                f"{name} is {describe(value)}, but must be a whole number from {least} to {shown}"
            )

    if games is not None:
        check("the number of games", games, 2, _MOST_GAMES)
        if games % 2:
            raise InvalidOption(
                f"the number of games is {games}, but must be even: "
                "every opening is played from both sides"
            )
    check("the number of opening plies", plies, 0, 144)
    check("the seed", seed, 0, 2**64 - 1)
    check("the number of workers", workers, 1, _MOST_WORKERS)


def _from_file(path: Path, texts: Sequence[str], games: int | None) -> list[Position]:
    if len(texts) > 1:
        raise InvalidOption("openings from a file can have one board that they do not name")
    found = opening_book.read(path, Rules.parse(texts[0]) if texts else None)
    count = len(found) if games is None else games // 2
    return [found[place % len(found)] for place in range(count)]


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
