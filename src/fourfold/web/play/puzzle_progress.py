"""How a player is doing with puzzles: rating, days, rushes and the mistakes of their own games.

It is stored in the player's profile, under a key of its own. Nothing here knows a request or the
time: whoever calls says what day it is.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, Literal

from fourfold.puzzles import Goal, Puzzle
from fourfold.puzzles.glicko2 import Game, Rating, update

KEY = "puzzles"
"""In the profile."""
PUZZLE_DEVIATION = 60.0
"""How unsure the rating of a puzzle is."""
LEAST_DEVIATION = 60.0
"""A player's rating never counts as surer than this, so that it follows them."""
INTERVALS = (1, 3, 7, 16, 35)
"""Days after which a mistake comes back, one after the other while it is solved."""
LONGEST_INTERVAL = 365
MOST_MISTAKES = 300
_GROWTH = 2.2  # of the intervals after the last
_KEPT_DAYS = 400
_KEPT_RUNS = 50

DayMark = Literal["solved", "tried", "shown"]
RatedResult = tuple[bool, int, int]
"""Whether it was solved, and the rating before and after."""


def interval(repetitions: int) -> int:
    """Return the days until a mistake comes back that was solved so often in a row."""
    if repetitions < len(INTERVALS):
        return INTERVALS[repetitions]
    days = INTERVALS[-1] * _GROWTH ** (repetitions - len(INTERVALS) + 1)
    return min(LONGEST_INTERVAL, round(days))


@dataclass
class Mistake:
    """A position of an own game in which one column only was right, and another was played."""

    position: str
    goal: Goal
    column: int
    """The right one."""
    played: int
    moves: int
    due: date
    game: str | None = None
    repetitions: int = 0

    @property
    def puzzle(self) -> Puzzle:
        """Return it as a puzzle, which has no rating."""
        return Puzzle(self.position, self.goal, (), (self.column,), self.moves, 0)

    @property
    def id(self) -> str:
        """Return the id of the puzzle."""
        return self.puzzle.id

    def answer(self, solved: bool, day: date) -> None:
        """Count an attempt; nothing changes before the mistake is due, so it counts once."""
        if day < self.due:
            return
        self.repetitions = self.repetitions + 1 if solved else 0
        self.due = day + timedelta(interval(self.repetitions))

    def to_json(self) -> dict[str, Any]:
        return {**vars(self), "goal": self.goal.value, "due": self.due.isoformat()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Mistake":
        known = {**data, "goal": Goal(data["goal"]), "due": date.fromisoformat(data["due"])}
        return cls(**known)


@dataclass
class PuzzleProgress:
    """What is stored of a player."""

    rating: Rating = field(default_factory=Rating)
    rated: dict[str, RatedResult] = field(default_factory=dict)
    """Every rated puzzle by its id: each counts once."""
    days: dict[str, DayMark] = field(default_factory=dict)
    """What became of the puzzle of each day."""
    on_time: list[str] = field(default_factory=list)
    """The days whose puzzle was solved on the day itself."""
    longest_streak: int = 0
    rush_best: int = 0
    rush_seeds: list[int] = field(default_factory=list)
    """The last rushes: each counts once."""
    rush_runs: int = 0
    collects_mistakes: bool = False
    mistakes: list[Mistake] = field(default_factory=list)

    # Rated puzzles

    @property
    def solved(self) -> int:
        """Return how many rated puzzles were solved at the first try."""
        return sum(solved for solved, _, _ in self.rated.values())

    def rate(self, puzzle: Puzzle, solved: bool) -> bool:
        """Count the first attempt at a puzzle; False if it was rated before."""
        if puzzle.id in self.rated:
            return False
        before = self.rating
        after = update(before, [Game(Rating(puzzle.rating, PUZZLE_DEVIATION), float(solved))])
        deviation = max(after.deviation, LEAST_DEVIATION)
        self.rating = Rating(after.rating, deviation, after.volatility)
        self.rated[puzzle.id] = (solved, round(before.rating), round(after.rating))
        return True

    # The puzzle of the day

    def mark_day(self, day: date, mark: DayMark, played: date) -> None:
        """Note what became of a day's puzzle; what was shown or solved stays so."""
        name = day.isoformat()
        if self.days.get(name) in ("solved", "shown"):
            return
        self.days[name] = mark
        if mark == "solved" and played == day:
            self.on_time.append(name)
            self.longest_streak = max(self.longest_streak, self._streak_until(day))
        for kept in sorted(self.days)[:-_KEPT_DAYS]:
            del self.days[kept]
        self.on_time = [each for each in self.on_time if each in self.days]

    def streak(self, today: date) -> int:
        """Return for how many days in a row the puzzle was solved; today may still be to come."""
        return self._streak_until(today) or self._streak_until(today - timedelta(1))

    def _streak_until(self, day: date) -> int:
        count = 0
        while (day - timedelta(count)).isoformat() in self.on_time:
            count += 1
        return count

    # Rushes

    def end_rush(self, seed: int, score: int) -> bool:
        """Count a rush, once; return True if it is the best so far."""
        if seed in self.rush_seeds:
            return False
        self.rush_seeds = [*self.rush_seeds, seed][-_KEPT_RUNS:]
        self.rush_runs += 1
        is_best = score > self.rush_best
        self.rush_best = max(score, self.rush_best)
        return is_best

    # Mistakes

    def due(self, today: date) -> list[Mistake]:
        """Return the mistakes that are due, the longest overdue first."""
        return sorted((each for each in self.mistakes if each.due <= today), key=lambda m: m.due)

    def next_due(self) -> date | None:
        """Return the day on which the next mistake is due."""
        return min((each.due for each in self.mistakes), default=None)

    def find_mistake(self, id: str) -> Mistake | None:
        """Return the mistake with an id."""
        return next((each for each in self.mistakes if each.id == id), None)

    def collect(self, found: list[Mistake]) -> None:
        """Add mistakes; one from another game that is known already comes back soon."""
        known = {each.position: each for each in self.mistakes}
        for mistake in found:
            old = known.get(mistake.position)
            if old is None:
                self.mistakes.append(mistake)
            elif old.game != mistake.game:
                old.repetitions, old.due, old.game = 0, min(old.due, mistake.due), mistake.game
        # Those that are known best make room.
        kept = sorted(self.mistakes, key=lambda m: (m.repetitions, m.due))[:MOST_MISTAKES]
        self.mistakes = [each for each in self.mistakes if each in kept]

    # In the profile

    def to_json(self) -> dict[str, Any]:
        """Return it as values that JSON can hold."""
        return {
            **vars(self),
            "rating": [self.rating.rating, self.rating.deviation, self.rating.volatility],
            "rated": {id: list(result) for id, result in self.rated.items()},
            "mistakes": [each.to_json() for each in self.mistakes],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any] | None) -> "PuzzleProgress":
        """Read it; a player of whom nothing is stored has just begun."""
        if not data:
            return cls()
        rated = {id: (bool(s), before, after) for id, (s, before, after) in data["rated"].items()}
        mistakes = [Mistake.from_json(each) for each in data["mistakes"]]
        return cls(
            **{**data, "rating": Rating(*data["rating"]), "rated": rated, "mistakes": mistakes}
        )
