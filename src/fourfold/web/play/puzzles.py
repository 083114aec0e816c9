"""Solving puzzles: what was played is judged, and counted in the player's profile.

Called from threads, because it waits for the database.
"""

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from functools import lru_cache
from typing import TypeVar

from fourfold.errors import InvalidOption, PuzzleNotFound, describe
from fourfold.puzzles import Puzzle, daily_puzzle, get_puzzle, rush_puzzles
from fourfold.rules import Rules
from fourfold.rules.notation import parse_moves
from fourfold.store import Store
from fourfold.store.players import Profile
from fourfold.web.api.requests import PuzzleAttempt
from fourfold.web.play.puzzle_progress import KEY, DayMark, Mistake, PuzzleProgress

RUSH_PUZZLES = 60
"""In a rush."""
RUSH_LIVES = 3
"""A rush ends with so many mistakes."""
LATEST = 30
"""Days after which a result that was kept in the browser counts as of today."""
_CACHED_RUSHES = 32
FIRST_DAY = date(2026, 1, 1)
"""The first day that has a puzzle."""

T = TypeVar("T")


class Puzzles:
    """The puzzles of the players of a database."""

    def __init__(self, store: Store, today: Callable[[], date]) -> None:
        self.store = store
        self.today = today

    def progress(self, player: str | None) -> PuzzleProgress:
        """Return how a player is doing."""
        if player is None:
            return PuzzleProgress()
        return PuzzleProgress.from_json(self.store.load_profile(player).get(KEY))

    def change(self, player: str | None, action: Callable[[PuzzleProgress], T]) -> T:
        """Change what is stored of a player; for nobody in particular nothing is stored."""
        if player is None:
            return action(PuzzleProgress())
        results = []

        def apply(profile: Profile) -> Profile:
            progress = PuzzleProgress.from_json(profile.get(KEY))
            results.append(action(progress))
            return {**profile, KEY: progress.to_json()}

        self.store.change_profile(player, apply)
        return results[-1]

    def find(self, player: str | None, id: str) -> tuple[Puzzle, Mistake | None]:
        """Return a puzzle of the collection, or a mistake of the player as one."""
        try:
            return get_puzzle(id), None
        except PuzzleNotFound:
            mistake = self.progress(player).find_mistake(id)
            if mistake is None:
                raise
            return mistake.puzzle, mistake

    def daily(self, day: str | None) -> tuple[date, Puzzle]:
        """Return the puzzle of a day, of today if none is given."""
        today = self.today()
        wanted = today if day is None else read_day(day)
        if not FIRST_DAY <= wanted <= today:
            raise InvalidOption(
                f"there is no puzzle of {wanted}: they begin on {FIRST_DAY} and end today, {today}"
            )
        return wanted, daily_puzzle(wanted)

    def when(self, played: str | None) -> date:
        """Return the day of a result that may have been kept in the browser for a while."""
        today = self.today()
        day = today if played is None else read_day(played)
        return day if today - timedelta(LATEST) <= day <= today else today

    def count(self, progress: PuzzleProgress, puzzle: Puzzle, attempt: PuzzleAttempt) -> bool:
        """Count an attempt as what it was; return whether the puzzle was solved."""
        solved = is_solved(puzzle, attempt)
        played = self.when(attempt.played)
        if attempt.mode == "rated":
            progress.rate(puzzle, solved)
        elif attempt.mode == "daily":
            day, expected = self.daily(attempt.day)
            if expected.id != puzzle.id:
                raise InvalidOption(f"{puzzle.id} is not the puzzle of {day}")
            mark: DayMark = "solved" if solved else "shown" if attempt.gave_up else "tried"
            progress.mark_day(day, mark, played)
        elif attempt.mode == "mistake":
            mistake = progress.find_mistake(puzzle.id)
            if mistake is not None:
                mistake.answer(solved, played)
        return solved


def is_solved(puzzle: Puzzle, attempt: PuzzleAttempt) -> bool:
    """Judge what was played; InvalidOption if it stops before anything is wrong."""
    right = tuple(puzzle.line[step] for step in puzzle.own_steps)
    played = read_columns(attempt.moves, puzzle.start.rules)
    wrong = next((n for n, column in enumerate(played) if column not in right[n : n + 1]), None)
    if wrong is not None and wrong + 1 < len(played):
        raise InvalidOption(f"after the wrong move {attempt.moves[wrong]} the attempt is over")
    if wrong is None and len(played) < len(right) and not attempt.gave_up:
        raise InvalidOption(
            f"the attempt is not over: the solution has {len(right)} moves, "
            f"and {len(played)} were played"
        )
    return wrong is None and len(played) == len(right) and not attempt.gave_up


@lru_cache(_CACHED_RUSHES)
def puzzles_of_rush(seed: int) -> tuple[Puzzle, ...]:
    """Return the puzzles of a rush, which are asked for in parts; choosing them takes a while."""
    return rush_puzzles(seed, RUSH_PUZZLES)


def rush_score(seed: int, answers: Sequence[Sequence[str]]) -> int:
    """Count how many puzzles of a rush were solved, until the last life is gone."""
    score = lives = 0
    for puzzle, moves in zip(puzzles_of_rush(seed), answers, strict=False):
        right = tuple(puzzle.line[step] for step in puzzle.own_steps)
        if read_columns(moves, puzzle.start.rules) == right:
            score += 1
        else:
            lives += 1
            if lives == RUSH_LIVES:
                break
    return score


def read_columns(labels: Sequence[str], rules: Rules) -> tuple[int, ...]:
    """Read columns as the notation writes them."""
    columns = parse_moves("".join(labels))
    for column, label in zip(columns, labels, strict=True):
        if column >= rules.columns:
            raise InvalidOption(f"column {label} is not on a board of {rules}")
    return columns


def read_day(text: str) -> date:
    """Read a day such as 2026-11-18."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise InvalidOption(
            f"the date is {describe(text)}, but must be a day such as 2026-11-18"
        ) from None
