"""Standings: what the results of a player's games add up to. No database, no clock of its own.

Everything follows from the results, the oldest first, so that it is the same in every process. The
rating is that of Glicko-2, from games on the board on which the opponents of the ladder were
measured; each is taken for as strong as its measured rating.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone

from fourfold.agents.opponents import recognise_opponent
from fourfold.errors import FourfoldError
from fourfold.game import Participant
from fourfold.puzzles import glicko2
from fourfold.rules import Player
from fourfold.store import GameResult
from fourfold.web.api.views.texts import title

START = glicko2.Rating(rating=1000.0)
"""Before the first game: the middle of the ladder, and not sure at all."""
RATED_RULES = "7x6"
_POINTS = {"win": 1.0, "draw": 0.5, "loss": 0.0}
_ERROR = 2.0  # standard deviations that the error of an opponent's rating stands for


@dataclass(slots=True)
class Tally:
    """The results against one opponent."""

    title: str
    opponent: str | None
    """The id in the ladder, if it is one of those."""
    is_agent: bool
    wins: int = 0
    draws: int = 0
    losses: int = 0
    last: float = 0.0
    """When the last game ended, by time.time()."""

    @property
    def games(self) -> int:
        """How many games ended."""
        return self.wins + self.draws + self.losses


@dataclass(frozen=True, slots=True)
class Streak:
    """How many in a row: now, and at most."""

    current: int
    best: int


def tally(results: Iterable[GameResult]) -> list[Tally]:
    """Count the results by opponent, the most played first.

    Agents are told apart by what they are called: options that no name shows make no difference.
    """
    found: dict[Hashable, Tally] = {}
    for each in filter(lambda result: result.counted, results):
        if each.agent is not None:
            known = recognise_opponent(each.opponent_name, each.agent)
            name = _agent_title(each.agent) if known is None else known.name
            key: Hashable = ("agent", name)
            start = Tally(name, None if known is None else known.id, True)
        else:
            name = title(Participant.human(each.opponent_name), Player.FIRST)
            start = Tally("Somebody" if name == _UNNAMED else name, None, False)
            key = ("person", each.opponent or start.title)
        entry = found.setdefault(key, start)
        entry.title, entry.last = start.title, each.ended
        entry.wins += each.result == "win"
        entry.draws += each.result == "draw"
        entry.losses += each.result == "loss"
    return sorted(found.values(), key=lambda entry: (-entry.games, -entry.last))


def rate(results: Iterable[GameResult]) -> tuple[glicko2.Rating, int] | None:
    """Return the rating, and from how many games it is; None without any.

    Games count on 7x6 against opponents of the ladder, if no move was taken back in them.
    """
    rating, games = START, 0
    for each in results:
        known = recognise_opponent(each.opponent_name, each.agent)
        if known is None or each.took_back or each.rules != RATED_RULES:
            continue
        other = glicko2.Rating(known.rating.elo, known.rating.error / _ERROR)
        rating = glicko2.update(rating, [glicko2.Game(other, _POINTS[each.result])])
        games += 1
    return (rating, games) if games else None


def win_streak(results: Iterable[GameResult]) -> Streak:
    """Return how many games in a row were won."""
    current = best = 0
    for each in filter(lambda result: result.counted, results):
        current = current + 1 if each.result == "win" else 0
        best = max(best, current)
    return Streak(current, best)


def days_played(results: Iterable[GameResult], offset: int) -> Counter[date]:
    """Count the games of each day.

    offset: minutes by which the player's clock is ahead of UTC.
    """
    zone = timezone(timedelta(minutes=offset))
    return Counter(datetime.fromtimestamp(each.ended, zone).date() for each in results)


def day_streak(days: Iterable[date], today: date) -> Streak:
    """Return on how many days in a row games ended; a day that is not over breaks no streak."""
    played: Sequence[date] = sorted(set(days))
    best = current = 0
    last: date | None = None
    for day in played:
        current = current + 1 if last is not None and day - last == timedelta(days=1) else 1
        best = max(best, current)
        last = day
    is_broken = last is None or today - last > timedelta(days=1)
    return Streak(0 if is_broken else current, best)


def today(offset: int, now: float) -> date:
    """Return the date of the player at a time of day."""
    return (datetime.fromtimestamp(now, UTC) + timedelta(minutes=offset)).date()


_UNNAMED = title(Participant.human(), Player.FIRST)


def _agent_title(spec: str) -> str:
    try:
        return title(Participant.of_agent(spec), Player.FIRST)
    except FourfoldError:  # an agent, or an option, that is no more
        return title(Participant(spec, spec), Player.FIRST)
