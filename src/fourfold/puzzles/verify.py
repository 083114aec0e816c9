"""Proves every claim of puzzles again, without the book and in another way than they were made.

the position    can be reached, is not over, and leaves a choice of columns
the goal        one ply of the solver reaches it, and no other ply does, at each own step
the replies     no other reply of the opponent resists longer
the distance    the game lasts as many own moves as it says
the themes      are those that apply
the set         no two puzzles have one id, are mirror images, or are similar
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from fourfold.errors import FourfoldError
from fourfold.puzzles.difficulty import LEAST_RATING, MOST_RATING
from fourfold.puzzles.puzzle import Goal, Puzzle
from fourfold.puzzles.similarity import similarity_keys
from fourfold.puzzles.solution import HOLD_MARGIN, LEAST_COLUMNS, MOST_OWN_PLIES, Solution
from fourfold.puzzles.themes import Setting, find_themes
from fourfold.search import Result, Score, Solver

_OUTCOMES = {Goal.WIN: Result.WIN, Goal.DRAW: Result.DRAW, Goal.HOLD: Result.LOSS}
_MEMORY_MB = 64


def verify_puzzles(
    puzzles: Iterable[Puzzle], report: Callable[[int], None] | None = None
) -> Iterator[str]:
    """Yield a sentence for each claim that is false.

    report: called with the number of puzzles that have been checked.
    """
    solver = Solver(memory_mb=_MEMORY_MB, book=False)
    seen: dict[str, str] = {}
    for number, puzzle in enumerate(puzzles, start=1):
        try:
            yield from verify_puzzle(puzzle, solver)
            names = {
                f"id {puzzle.id}": "has the id",
                **dict(
                    zip(
                        similarity_keys(puzzle.start, puzzle.goal, puzzle.line),
                        ("has the board, or its mirror image,", "is similar to that"),
                        strict=True,
                    )
                ),
            }
            for key, words in names.items():
                if key in seen:
                    yield f"{puzzle.position} {words} of {seen[key]}"
                seen.setdefault(key, puzzle.position)
        except FourfoldError as error:
            yield f"{puzzle.position} cannot be played: {error}"
        if report is not None:
            report(number)


def verify_puzzle(puzzle: Puzzle, solver: Solver) -> Iterator[str]:
    """Yield a sentence for each false claim of one puzzle."""

    def false(claim: str) -> str:
        return f"{puzzle.position} {claim}"

    position = puzzle.start
    mover = position.turn
    if position.to_text() != puzzle.position:
        yield false(f"is written {position.to_text()}")
    if len(position.legal_columns) < LEAST_COLUMNS:
        yield false("leaves no choice of columns")
        return
    scores = solver.columns(position)
    for step, column in enumerate(puzzle.line):
        if position.outcome is not None:
            yield false(f"is over before ply {step + 1} of its line")
            return
        here = scores if step == 0 else solver.columns(position)
        if column not in here:
            yield false(f"has no room for ply {step + 1} of its line")
            return
        if position.turn is mover:
            yield from map(false, _false_uniqueness(puzzle.goal, here, column, step))
        elif any(score.rank > here[column].rank for score in here.values()):
            yield false(f"has a longer resistance than ply {step + 1} of its line")
        position = position.play(column)
    if not 1 <= len(puzzle.own_steps) <= MOST_OWN_PLIES:
        yield false(f"has {len(puzzle.own_steps)} own plies in its line")
    elif puzzle.own_steps[-1] != len(puzzle.line) - 1:
        yield false("does not end with an own ply")
    plies = scores[puzzle.line[0]].plies
    if plies is None or puzzle.moves != (plies + 1) // 2:
        yield false(f"is said to last {puzzle.moves} moves, but lasts {plies} plies")
    if not LEAST_RATING <= puzzle.rating <= MOST_RATING:
        yield false(f"has the rating {puzzle.rating}")
    themes = find_themes(
        Setting(puzzle.start, Solution(puzzle.goal, puzzle.line, puzzle.moves, scores))
    )
    if puzzle.themes != themes:
        yield false(f"is said to be {','.join(puzzle.themes)}, but is {','.join(themes)}")


def _false_uniqueness(
    goal: Goal, scores: Mapping[int, Score], right: int, step: int
) -> Iterator[str]:
    """Yield what is wrong with the claim that only one column reaches the goal."""
    score = scores[right]
    if score.outcome is not _OUTCOMES[goal]:
        yield f"has a {score.outcome} at ply {step + 1} of its line, not a {goal}"
        return
    for column, other in scores.items():
        if column == right:
            continue
        if goal is Goal.HOLD:
            assert score.plies is not None  # these are no wdl scores
            as_good = other.outcome is not Result.LOSS or (
                other.plies is not None and other.plies > score.plies - HOLD_MARGIN
            )
        else:
            as_good = other.outcome is score.outcome or other.rank > score.rank
        if as_good:
            yield f"has column {column + 1} as well at ply {step + 1} of its line: {other}"
