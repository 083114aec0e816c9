"""What the report says of one student: the numbers, and what went wrong, in sentences."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from fourfold.arena.classroom.exam import ExamResult
from fourfold.arena.classroom.sandboxed import Attempt
from fourfold.arena.statistics import Tally
from fourfold.arena.statistics.quality import Quality
from fourfold.game import EndReason
from fourfold.search.audit import SEARCH_EVENT
from fourfold.support.sandbox.protection import Protection

_FIRST_LINES, _LAST_LINES = 3, 8  # of a cause that are shown
_TRACEBACK = "Traceback (most recent call last):"
_OWN_FRAME = re.compile(r'  File "[^/<]')

_REASONS = {
    EndReason.TIME: "too slow",
    EndReason.BAD_MOVE: "no legal move",
    EndReason.FAILURE: "failed",
}
_ACTIONS = {
    "open": ("open {}", "read"),
    "list": ("list the folder {}", "read"),
    "change": ("change {}", "write"),
    "link": ("make a link: {}", "write"),
    "make": ("make the folder {}", "write"),
    "move": ("move {}", "write"),
    "remove": ("remove {}", "write"),
    "network": ("open a socket ({})", "network"),
    "process": ("start a process ({})", "processes"),
    "signal": ("send a signal ({})", "processes"),
}


@dataclass(frozen=True, slots=True)
class Mishap:
    """A fault, and how often it happened."""

    reason: EndReason
    detail: str
    """What the player did, in words."""
    cause: str
    """The first lines of the traceback, for its author; may be empty."""
    times: int
    where: str
    """`exam` or `games`."""

    @property
    def words(self) -> str:
        """The fault in one line."""
        times = "" if self.times == 1 else f", {self.times} times"
        return f"{_REASONS.get(self.reason, str(self.reason))} ({self.where}{times}): {self.detail}"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the report, and what stands behind it."""

    name: str
    is_baseline: bool = False
    problem: str = ""
    """Why it took no part in the games; empty if it did."""
    exam: ExamResult | None = None
    """None if there was nothing that could be started."""
    tally: Tally | None = None
    """Its games; None if it played none."""
    quality: Quality | None = None
    """How well it moved in its games, judged by the solver; None if it played none."""
    mishaps: tuple[Mishap, ...] = ()
    attempts: tuple[Attempt, ...] = ()

    @property
    def score(self) -> float | None:
        """The share of the points that it won; None if it played no game."""
        if self.tally is None or not self.tally.games:
            return None
        return self.tally.points / self.tally.games

    @property
    def rubric(self) -> float:
        """The rubric of the exam, as a share; 0 if it could not be examined."""
        return 0.0 if self.exam is None else self.exam.rubric

    @property
    def searches(self) -> tuple[Attempt, ...]:
        """Where it uses a search of this package."""
        return tuple(attempt for attempt in self.attempts if attempt.what == SEARCH_EVENT)

    @property
    def reaches(self) -> tuple[Attempt, ...]:
        """Where it reached for something outside its folder."""
        return tuple(attempt for attempt in self.attempts if attempt.what != SEARCH_EVENT)

    @property
    def verdict(self) -> str:
        """The most important thing to know, in a few words."""
        lost = sum(mishap.times for mishap in self.mishaps if mishap.where == "games")
        words = []
        if self.problem:
            words.append("took no part")
        elif lost:
            words.append(f"lost {lost} by faults")
        elif self.mishaps:
            words.append("faults in the exam")
        if self.reaches:
            words.append("reached outside")
        if self.searches:
            words.append("uses our search")
        return ", ".join(words) or "ok"


def reach_sentence(attempt: Attempt, protection: Protection) -> str:
    """Say what a player reached for, where, and whether it was refused."""
    words, kind = _ACTIONS.get(attempt.what, ("do {}", ""))
    where = f"{attempt.file}, line {attempt.line}"
    outcome = "refused" if getattr(protection, kind, False) else "NOT refused on this system"
    return f"{where}: tried to {words.format(attempt.target).removesuffix(' ()')}: {outcome}"


def search_sentence(attempt: Attempt, is_forbidden: bool) -> str:
    """Say which search of this package a player uses, and where."""
    names = {"solver": "the solver", "alphabeta": "alpha-beta", "uct": "Monte Carlo tree search"}
    outcome = ": refused" if is_forbidden else ""
    where = f"{attempt.file}, line {attempt.line}"
    return f"{where}: uses {names.get(attempt.target, attempt.target)} of fourfold{outcome}"


def excerpt(cause: str) -> str:
    """Return the lines of a cause that help its author.

    Of several tracebacks the last one, and of its frames those from the author's own file on: the
    paths of these are relative.
    """
    text = f"\n\n{cause}".partition("\n\nlast lines ")[0].strip().removeprefix("standard error:\n")
    _, head, trace = text.rpartition(_TRACEBACK)
    lines = trace.strip("\n").splitlines()
    own = [place for place, line in enumerate(lines) if _OWN_FRAME.match(line)]
    last = next((n for n, line in enumerate(lines) if head and not line.startswith(" ")), 0)
    lines = lines[own[0] if own else last :]
    if len(lines) > _FIRST_LINES + _LAST_LINES + 1:
        left_out = len(lines) - _FIRST_LINES - _LAST_LINES
        lines[_FIRST_LINES:-_LAST_LINES] = [f"  ... {left_out} lines ..."]
    return "\n".join([_TRACEBACK, *lines] if own else lines)


def ranked(entries: Sequence[Entry]) -> list[Entry]:
    """Sort the entries: those that played by score, then the others; equal ones by the rubric."""
    return sorted(
        entries,
        key=lambda entry: (
            -1.0 if entry.score is None else entry.score,
            entry.rubric,
        ),
        reverse=True,
    )
