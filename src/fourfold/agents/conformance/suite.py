"""Runs every check on one player, each on its own, within a budget of time.

A required check that fails means that the player will lose games through its own fault. The others
say how it plays: a player that moves at random is a fine player that misses wins.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, zip_longest

from fourfold.agents.base import Agent
from fourfold.agents.conformance import checks, positions
from fourfold.agents.conformance.checks import Finding
from fourfold.agents.external import as_agent
from fourfold.agents.external.faults import error_text, one_line, own_traceback
from fourfold.agents.registry import AgentKind, admit
from fourfold.errors import ProgramError
from fourfold.rules import STANDARD, Position, Rules
from fourfold.search import Limit

_LIMIT = Limit(seconds=0.2)
_STOP_AFTER = 0.1  # seconds
_SLACK = 0.5  # seconds that a busy machine may waste
_STARTS = ("7x6", "4x4", "12x12", "9x8-xd3-xe1", "6x5-bc2", "5x4-xa1-be2", "10x7", "4x12-xb4")


class Verdict(StrEnum):
    """The results of a check."""

    PASSED = "passed"
    FAILED = "FAILED"
    """A required check: the player would lose games through its own fault."""
    NOTED = "noted"
    """A check of how it plays."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of one check."""

    title: str
    """What was checked, as what a good player does: "plays legal columns"."""
    verdict: Verdict
    words: str = ""
    """What was found, in one sentence without a full stop."""
    cause: str = ""
    """The traceback of an error, for the player's author."""


class PlayerCheck:
    """One player, and how it is asked."""

    def __init__(self, kind: AgentKind, make: Callable[[], Agent], seconds: float) -> None:
        self._kind = kind
        self.make = make
        self._share = seconds / len(_CHECKS)

    def some(self, found: Iterable[Position]) -> Iterator[Position]:
        """Yield the positions that the player plays, until a share of the time is used up."""
        end = time.monotonic() + self._share
        for number, position in enumerate(found):
            if number and time.monotonic() > end:
                return
            if self._kind.plays(position.rules):
                yield position

    def run(self, title: str, is_required: bool, check: "Check") -> CheckResult:
        """Run one check; whatever it raises becomes its result."""
        try:
            return CheckResult(title, Verdict.PASSED, check(self))
        except Finding as finding:
            verdict = Verdict.FAILED if is_required else Verdict.NOTED
            return CheckResult(title, verdict, str(finding))
        except Exception as error:
            if isinstance(error, ProgramError):
                what, cause = one_line(error.what), error.fault_cause
            else:
                what, cause = f"raised {error_text(error)}", own_traceback(error, __file__)
            return CheckResult(title, Verdict.FAILED, f"it {what}", cause)


Check = Callable[[PlayerCheck], str]
"""Returns what was seen, or raises a Finding."""


def check_agent(
    kind: AgentKind, make: Callable[[], Agent], seconds: float = 60.0
) -> Iterator[CheckResult]:
    """Check a player, and yield each result as it comes.

    make: makes the player; called several times.
    seconds: the time for all checks together, roughly; slow players are asked less often.
    """
    player = PlayerCheck(kind, make, seconds)
    for title, is_required, check in _CHECKS:
        yield player.run(title, is_required, check)


def check_player(player: object, seconds: float = 20.0) -> list[CheckResult]:
    """Check a player in this process: a class, an object, a function, or a spec.

    For the tests of a player's own project. `fourfold check-agent` gives the player a process of
    its own, so that a player which hangs or exits is found out too.

    >>> from fourfold.agents.conformance import Verdict, check_player
    >>> results = check_player(lambda position: position.legal_columns[0], seconds=0.5)
    >>> any(result.verdict is Verdict.FAILED for result in results)
    False
    """
    if isinstance(player, str):
        kind, options = admit(player)
        return list(check_agent(kind, lambda: kind.make(**options), seconds))
    kind = AgentKind(getattr(player, "__name__", type(player).__name__), "", as_agent)
    return list(check_agent(kind, lambda: as_agent(player), seconds))


def _asked(count: int, unit: str = "position") -> str:
    return f"{count} {unit}{'' if count == 1 else 's'}"


def _legal(player: PlayerCheck) -> str:
    without = (position for position in positions.all_kinds() if not position.must_ban)
    return _asked(checks.plays_legally(player.make(), player.some(without), _LIMIT))


def _bans(player: PlayerCheck) -> str:
    due = (position for position in positions.all_kinds() if position.must_ban)
    return _asked(checks.plays_legally(player.make(), player.some(due), _LIMIT), "ban")


def _last_cells(player: PlayerCheck) -> str:
    last = map(Position.parse, positions.LAST_CELLS)
    return _asked(checks.plays_legally(player.make(), player.some(last), _LIMIT))


def _games(player: PlayerCheck) -> str:
    boards = [Rules.parse(text) for text in _STARTS]
    starts = chain.from_iterable(
        (Position(rules), Position(rules)) for rules in (STANDARD, *boards)
    )
    ended = checks.plays_games(player.make, player.some(starts), _LIMIT)
    return _asked(sum(1 for _ in ended), "game")


def _thread(player: PlayerCheck) -> str:
    position = next(player.some(positions.all_kinds()))
    checks.plays_from_a_thread(player.make(), position, _LIMIT)
    return ""


def _time(player: PlayerCheck) -> str:
    wide = player.some(map(Position.parse, positions.WIDE))
    slowest = checks.slowest_answer(player.make(), wide, _LIMIT)
    assert _LIMIT.seconds is not None
    words = f"the slowest answer took {slowest:.2f} s of {_LIMIT.seconds:g} s"
    if slowest > _LIMIT.seconds + _SLACK:
        raise Finding(words)
    return words


def _stop(player: PlayerCheck) -> str:
    position = next(player.some(map(Position.parse, positions.WIDE)), None)
    if position is None:
        return "none of the wide boards is played"
    seconds = checks.seconds_to_stop(player.make(), position, _STOP_AFTER, Limit(seconds=5))
    if seconds > _SLACK:
        raise Finding(f"it went on for {seconds:.2f} s after it was asked to stop")
    return f"within {1000 * seconds:.0f} ms"


def _repeats(player: PlayerCheck) -> str:
    mixed = zip_longest(positions.near_the_end(), positions.near_the_beginning())
    wanted = [position for pair in mixed for position in pair if position is not None]
    return _asked(checks.repeats_itself(player.make, player.some(wanted), Limit(nodes=1000)))


def _wins(player: PlayerCheck) -> str:
    return _asked(checks.takes_wins(player.make(), player.some(positions.with_a_win()), _LIMIT))


def _blocks(player: PlayerCheck) -> str:
    threatened = player.some(positions.with_a_single_threat())
    return _asked(checks.blocks_threats(player.make(), threatened, _LIMIT))


_CHECKS: tuple[tuple[str, bool, Check], ...] = (
    ("plays legal columns on every kind of board", True, _legal),
    ("places bans", True, _bans),
    ("plays the last cell", True, _last_cells),
    ("plays whole games on every kind of board", True, _games),
    ("plays from any thread", True, _thread),
    ("keeps to its time", True, _time),
    ("stops when it is asked to", False, _stop),
    ("gives the same answer twice", False, _repeats),
    ("takes a win", False, _wins),
    ("blocks a threat", False, _blocks),
)
