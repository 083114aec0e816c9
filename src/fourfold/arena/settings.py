"""Everything that a tournament is told before it begins, checked, and as a line of its file.

The settings decide which games are played, and how. How many workers play them, and where the
results are written, is not among them: a tournament may go on with more workers than it began with.
"""

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fourfold.agents.registry import look_up
from fourfold.arena import openings as opening_suite
from fourfold.arena.adjudication import Adjudication, Claim
from fourfold.arena.entrants import Entrant, check_boards, check_limit
from fourfold.arena.schedule import Format
from fourfold.arena.statistics import Sprt
from fourfold.errors import InvalidAgent, InvalidOption, describe
from fourfold.game import TimeControl
from fourfold.rules import Position, Rules
from fourfold.rules.rules import LARGEST_SIDE
from fourfold.search import Limit
from fourfold.support.checks import whole_number, whole_number_or_none

GAMES = 60
SWISS_GAMES = 2
PLIES = 4
MARGIN = 1.0
"""Seconds by which an agent may exceed its time: other games run on the same machine."""
RANDOM = "random"
BALANCED = "balanced"
_MOST_GAMES = 1_000_000
_MOST_ROUNDS = 10_000

RulesChoice = str | Rules | Sequence[str | Rules]
"""The boards of games: one, or several that take turns."""
Line = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a match or a tournament; `checked` makes them."""

    entrants: tuple[Entrant, ...]
    format: Format
    games: int
    """For each pairing; in a Swiss tournament, for each pairing of a round."""
    rounds: int | None
    """Of a Swiss tournament."""
    rules: tuple[str, ...]
    """The boards as the caller wrote them; with openings from a file, that of lines that name
    none, or nothing."""
    openings: str
    """`random`, `balanced`, or the path of a file."""
    plies: int
    seed: int
    positions: tuple[Position, ...] = field(repr=False)
    """The openings, in the order in which they are played."""
    limit: Limit = field(default_factory=Limit)
    control: TimeControl = field(default_factory=TimeControl)
    margin: float = MARGIN
    adjudication: Adjudication = field(default_factory=Adjudication)
    sprt: Sprt | None = None
    """Stop as soon as this test of two players is decided."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players."""
        return tuple(entrant.name for entrant in self.entrants)

    @property
    def boards(self) -> tuple[str, ...]:
        """The boards as a report names them; empty if the openings came from a file."""
        return self.rules if self.openings in (RANDOM, BALANCED) else ()

    def as_line(self) -> Line:
        """Return the settings as they stand in the first line of the tournament's file."""
        line: Line = {
            "format": str(self.format),
            "players": [_player_line(entrant) for entrant in self.entrants],
            "games": self.games,
            "rounds": self.rounds,
            "rules": list(self.rules),
            "openings": self.openings,
            "suite": _digest(self.positions),
            "plies": self.plies,
            "seed": self.seed,
            "seconds": self.limit.seconds,
            "nodes": self.limit.nodes,
            "depth": self.limit.depth,
            "clock": self.control.to_text() if self.control else None,
            "margin": self.margin,
            "resign": _claim_line(self.adjudication.resign),
            "draw": _claim_line(self.adjudication.draw),
            "adjudicate": self.adjudication.seconds,
            "adjudicate_free": self.adjudication.free,
            "sprt": None if self.sprt is None else f"{self.sprt.elo0:g},{self.sprt.elo1:g}",
        }
        return {name: value for name, value in line.items() if value is not None}

    def difference(self, line: Line) -> str:
        """Say in which setting a line differs from these; empty if they are the same."""
        own = self.as_line()
        for name, words in _WORDS.items():
            theirs = line.get(name)
            if own.get(name) != theirs:
                here = _shown(name, own.get(name))
                return f"{words} {_shown(name, theirs)} there and {here} here"
        return ""


_WORDS = {
    "format": "the format is",
    "players": "the players are",
    "games": "the number of games is",
    "rounds": "the number of rounds is",
    "rules": "the rules are",
    "openings": "the openings are",
    "plies": "the number of opening plies is",
    "seed": "the seed is",
    "suite": "the openings, as a list, have the digest",
    "seconds": "the seconds for a move are",
    "nodes": "the nodes for a move are",
    "depth": "the depth is",
    "clock": "the clock is",
    "margin": "the margin is",
    "resign": "the rule for resigning is",
    "draw": "the rule for draws is",
    "adjudicate": "the seconds of the solver are",
    "adjudicate_free": "the free cells for the solver are",
    "sprt": "the test is",
}
"""Every setting of a line, and how a message speaks of it."""


def _shown(name: str, value: Any) -> str:
    if name == "players" and isinstance(value, list):
        return ", ".join(str(each.get("name")) for each in value if isinstance(each, dict))
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return "none" if value is None else str(value)


def _player_line(entrant: Entrant) -> Line:
    return {"name": entrant.name} | ({} if entrant.spec is None else {"agent": entrant.spec})


def _claim_line(claim: Claim | None) -> str | None:
    return None if claim is None else str(claim)


def _digest(positions: Sequence[Position]) -> str:
    texts = "\n".join(position.to_text() for position in positions)
    return hashlib.sha256(texts.encode()).hexdigest()[:16]


def arguments_of(line: Line) -> dict[str, Any]:
    """Return the arguments of `checked` that a line was made of; the players by their specs.

    InvalidOption if a player had none, since it was handed over in Python, or is one from outside
    the package: nobody should run a command because it stands in a file that they were given.
    """
    players = []
    for player in line.get("players", []):
        if not isinstance(player, dict) or not isinstance(player.get("agent"), str):
            name = player.get("name") if isinstance(player, dict) else player
            raise InvalidOption(
                f"the player {describe(name)} of this tournament has no text: "
                "it must be handed over again"
            )
        try:
            look_up(player["agent"])
        except InvalidAgent:
            raise InvalidOption(
                f"the player {describe(player['agent'])} is not one of this package: to run it, "
                "name all players again"
            ) from None
        players.append((str(player.get("name")), player["agent"]))
    names = ("format", "games", "rounds", "openings", "plies", "seed", "clock", "margin")
    arguments = {name: line[name] for name in (*names, "resign", "draw") if name in line}
    limits = {name: line[name] for name in ("seconds", "nodes", "depth") if name in line}
    seconds, free = line.get("adjudicate"), line.get("adjudicate_free")
    return arguments | {
        "players": players,
        "rules": line.get("rules", []),
        "limit": Limit(**limits),
        "adjudicate": seconds if free is None else (seconds, free),
        "sprt": line.get("sprt"),
    }


def checked(
    entrants: tuple[Entrant, ...],
    *,
    format: str = Format.ROUND_ROBIN,
    games: int | None = None,
    rounds: int | None = None,
    rules: RulesChoice = (),
    openings: Path | str | None = None,
    plies: int = PLIES,
    seed: int = 0,
    limit: Limit | None = None,
    clock: TimeControl | str | None = None,
    margin: float = MARGIN,
    resign: Any = None,
    draw: Any = None,
    adjudicate: Any = None,
    sprt: Any = None,
) -> Settings:
    """Check everything, and draw or read the openings."""
    form = _checked_format(format)
    is_swiss = form is Format.SWISS
    games = _checked_games(games)
    rounds = _checked_rounds(rounds, form, len(entrants))
    source = RANDOM if openings is None else str(openings)
    from_file = source not in (RANDOM, BALANCED)
    texts = _rules_texts(rules)
    texts = texts or (() if from_file else ("7x6",))
    plies = whole_number("the number of opening plies", plies, 0, LARGEST_SIDE**2)
    seed = whole_number("the seed", seed, 0, 2**64 - 1)
    suite = _suite(source, texts, seed)
    if games is None:
        games = SWISS_GAMES if is_swiss else 2 * len(suite) if from_file else GAMES
    count = games // 2 * (rounds or 1)
    if source == RANDOM:
        suite = opening_suite.draw(opening_suite.boards(texts, count, seed), plies, seed)
    positions = tuple(suite[number % len(suite)] for number in range(count))
    control = TimeControl.parse(clock) if isinstance(clock, str) else clock or TimeControl()
    limit = Limit() if limit is None else limit
    check_boards(entrants, positions)
    check_limit(entrants, limit)
    return Settings(
        entrants,
        form,
        games,
        rounds,
        texts,
        source,
        plies,
        seed,
        positions,
        limit,
        control,
        _checked_margin(margin),
        Adjudication.parse(resign, draw, adjudicate),
        _checked_sprt(sprt, len(entrants)),
    )


def _rules_texts(rules: RulesChoice) -> tuple[str, ...]:
    several = (rules,) if isinstance(rules, str | Rules) else rules
    if not isinstance(several, list | tuple) or not all(
        isinstance(each, str | Rules) for each in several
    ):
        raise InvalidOption(f"the rules are {describe(rules)}, but must be rules, a text or a list")
    return tuple(map(str, several))


def _checked_format(format: str) -> Format:
    if format not in list(Format):
        allowed = ", ".join(Format)
        raise InvalidOption(f"the format is {describe(format)}, but must be one of: {allowed}")
    return Format(format)


def _checked_games(games: int | None) -> int | None:
    games = whole_number_or_none("the number of games", games, 2, _MOST_GAMES)
    if games is not None and games % 2:
        raise InvalidOption(
            f"the number of games is {games}, but must be even: "
            "every opening is played from both sides"
        )
    return games


def _checked_rounds(rounds: int | None, form: Format, players: int) -> int | None:
    rounds = whole_number_or_none("the number of rounds", rounds, 1, _MOST_ROUNDS)
    if form is not Format.SWISS:
        if rounds is not None:
            raise InvalidOption(
                f"there are {rounds} rounds, but a {form} has none: they belong to the format swiss"
            )
        return None
    return rounds if rounds is not None else max(1, math.ceil(math.log2(players)))


def _suite(source: str, texts: Sequence[str], seed: int) -> list[Position]:
    """Return the openings of a file, or the balanced ones; none for random openings."""
    if source == RANDOM:
        return []
    if source == BALANCED:
        others = [text for text in texts if Rules.parse(text) != Rules()]
        if others:
            raise InvalidOption(
                f"the balanced openings are for 7x6, but the rules are {describe(others[0])}"
            )
        return opening_suite.shuffled(opening_suite.balanced(), seed)
    if len(texts) > 1:
        raise InvalidOption(
            f"there are {len(texts)} boards for openings from a file, but there must be at most "
            "one: it is the board of the lines that name none"
        )
    return opening_suite.read(Path(source), Rules.parse(texts[0]) if texts else None)


def _checked_margin(margin: float) -> float:
    if type(margin) not in (int, float) or not math.isfinite(margin) or margin < 0:
        raise InvalidOption(
            f"the margin is {describe(margin)}, but must be a number of seconds, 0 or more"
        )
    return float(margin)


def _checked_sprt(sprt: Any, players: int) -> Sprt | None:
    if sprt is None or isinstance(sprt, Sprt):
        found = sprt
    elif isinstance(sprt, str):
        found = Sprt.parse(sprt)
    elif isinstance(sprt, tuple | list) and len(sprt) == 2:
        found = Sprt(*sprt)
    else:
        raise InvalidOption(
            f"a test is {describe(sprt)}, but must be two numbers of Elo such as 0,10"
        )
    if found is not None and players != 2:
        raise InvalidOption(f"a test is for two players, but there are {players}")
    return found
