"""New tournaments, from a request: checked, and small enough not to occupy the machine.

A request can name only players that the server knows already: its own agents, and those that its
operator has admitted. Nothing of a request reaches a command line: the settings go into the first
line of the tournament's file, which the process that plays it reads.
"""

from fourfold.agents.opponents import find_opponent
from fourfold.agents.options import format_value, split_spec
from fourfold.agents.registry import look_up
from fourfold.arena.entrants import entrants_of
from fourfold.arena.schedule import Format, games_planned
from fourfold.arena.settings import BALANCED, RANDOM, Line, Settings, checked
from fourfold.errors import FourfoldError, InvalidOption
from fourfold.search import Limit
from fourfold.web.api.requests import NewTournament, TournamentEntrant
from fourfold.web.thinking.agent_cache import cap_options

MOST_PLAYERS = 8
MOST_GAMES = 200
"""For a pairing."""
MOST_ALL_GAMES = 1000
MOST_SECONDS = 1.0
"""For a move."""


def settings_of(wanted: NewTournament, memory: int) -> Settings:
    """Return the settings that a request asks for; an error says what is not allowed.

    memory: the most that an agent may ask for, in MB.
    """
    players = [_entrant(each, memory) for each in wanted.players]
    settings = checked(
        entrants_of(players, "tournament"),
        format=wanted.format,
        games=wanted.games,
        rules=wanted.rules,
        seed=wanted.seed,
        limit=Limit(seconds=wanted.seconds),
    )
    planned = games_planned(settings.format, len(players), settings.games, settings.rounds)
    if planned > MOST_ALL_GAMES:
        raise InvalidOption(
            f"these would be {planned:,} games, but a tournament on the page has at most "
            f"{MOST_ALL_GAMES:,}: take fewer players or games"
        )
    return settings


def _entrant(wanted: TournamentEntrant, memory: int) -> str | tuple[str, str]:
    if (wanted.agent is None) == (wanted.opponent is None):
        raise InvalidOption("a player is either an agent or an opponent")
    if wanted.opponent is not None:
        opponent = find_opponent(wanted.opponent)
        return opponent.name, _capped(opponent.agent, memory)
    assert wanted.agent is not None
    spec = wanted.agent.strip()
    return spec, _capped(spec, memory)


def _capped(spec: str, memory: int) -> str:
    """Return an agent's text with one thread and no more memory than the server allows."""
    kind, options = look_up(spec)
    if kind.is_external:
        return spec
    capped = cap_options(options, kind, memory)
    name, texts = split_spec(spec)
    texts |= {key: format_value(value) for key, value in capped.items() if value != options[key]}
    return f"{name}:{','.join(f'{key}={text}' for key, text in texts.items())}" if texts else name


def is_resumable(line: Line) -> bool:
    """Return True if the page may go on with the tournament of this settings line.

    It could have been begun on the page, and this server knows all of its players.
    """
    try:
        players = [player["agent"] for player in line["players"]]
        for agent in players:
            look_up(agent)
        games, rounds = line["games"], line.get("rounds")
        return (
            len(players) <= MOST_PLAYERS
            and games <= MOST_GAMES
            and games_planned(Format(line["format"]), len(players), games, rounds) <= MOST_ALL_GAMES
            and line["seconds"] <= MOST_SECONDS
            and line["openings"] in (RANDOM, BALANCED)
            and line.get("adjudicate") is None
            and line["margin"] <= 1
        )
    except (FourfoldError, KeyError, TypeError, ValueError):
        return False
