"""Reads the ladder: every opponent with its agent, its rating and its face."""

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from fourfold.agents.registry import canonical_spec, look_up
from fourfold.errors import InvalidAgent, describe

LADDER = files(__package__) / "ladder.json"


@dataclass(frozen=True, slots=True)
class Face:
    """What the page draws beside a name: each a word that its drawing code knows."""

    backdrop: str
    skin: str
    shape: str
    hair: str
    hair_colour: str
    eyes: str
    mouth: str
    extra: str


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of an opponent, and the match with the one below that it comes from.

    The weakest has a fixed rating, no error, and no match.
    """

    elo: int
    error: int
    """Half of the 95 % interval; the errors of all steps from the weakest on, added in squares."""
    step: int
    """Elo above the opponent below."""
    step_error: int
    """Half of the 95 % interval of `step`."""
    pairs: tuple[int, ...]
    """How many pairs of games with the one below brought 0, 1/2, 1, 3/2 and 2 points."""

    @property
    def games(self) -> int:
        """How many games were played with the opponent below."""
        return 2 * sum(self.pairs)

    @property
    def score(self) -> float:
        """The share of the points won from the opponent below; 0 without games."""
        points = sum(place * count for place, count in enumerate(self.pairs)) / 2
        return points / self.games if self.games else 0.0


@dataclass(frozen=True, slots=True)
class Opponent:
    """A named agent to play against."""

    id: str
    name: str
    sentence: str
    """How they play, in one sentence for people."""
    what: str
    """What they are: the agent and its options in words."""
    agent: str
    """The agent spec."""
    face: Face
    rating: Rating

    def __post_init__(self) -> None:
        look_up(self.agent)


@cache
def _read() -> tuple[str, tuple[Opponent, ...]]:
    data = json.loads(LADDER.read_text("utf-8"))
    return data["first"], tuple(_opponent(entry) for entry in data["opponents"])


def _opponent(entry: dict[str, object]) -> Opponent:
    texts = {name: str(entry[name]) for name in ("id", "name", "sentence", "what", "agent")}
    face, rating = entry["face"], entry["rating"]
    assert isinstance(face, dict)
    assert isinstance(rating, dict)
    return Opponent(
        **texts, face=Face(**face), rating=Rating(**{**rating, "pairs": tuple(rating["pairs"])})
    )


def list_opponents() -> tuple[Opponent, ...]:
    """List the opponents, the weakest first."""
    return _read()[1]


def first_opponent() -> Opponent:
    """Return the opponent whom a newcomer meets first."""
    return find_opponent(_read()[0])


def find_opponent(id: str) -> Opponent:
    """Return an opponent by id; InvalidAgent names those that there are."""
    for opponent in list_opponents():
        if opponent.id == id:
            return opponent
    ids = ", ".join(opponent.id for opponent in list_opponents())
    raise InvalidAgent(f"there is no opponent {describe(id)}; the opponents are {ids}")


@cache
def _by_player() -> dict[tuple[str, str], Opponent]:
    texts = ((each, text) for each in list_opponents() for text in _texts(each.agent))
    return {(opponent.name, text): opponent for opponent, text in texts}


def _texts(agent: str) -> tuple[str, str]:
    """Return the text of an agent as the ladder writes it, and as games keep it."""
    return agent, canonical_spec(agent)


def recognise_opponent(name: str, agent: str | None) -> Opponent | None:
    """Return the opponent who plays under this name with this agent; None if it is none of them.

    Names and agents are in every record of a game, so that an opponent is recognised in a rematch,
    in the history, and in a game that was read from a file.
    """
    return None if agent is None else _by_player().get((name, agent))
