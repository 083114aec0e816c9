"""Judges a ply that somebody tries in a puzzle: right or wrong, and why."""

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import SupportsIndex

from fourfold.analysis.explain import Explanation, explain_analysis
from fourfold.analysis.results import Analysis, ColumnAnalysis
from fourfold.errors import InvalidOption, describe
from fourfold.puzzles.puzzle import Puzzle
from fourfold.puzzles.solution import best_replies
from fourfold.rules import Position
from fourfold.search import Score, Solver

LONGEST_REFUTATION = 8
"""Plies that are shown after a wrong one."""
_NAMES_THE_BEST = frozenset({"gives up", "slower"})
"""Facts that name the best column, unless they are said in few words."""
_TELLS_THE_LINE = frozenset({"best play", "wins by force", "forces and wins"})
"""Facts that tell how the solution goes on."""
_REMEMBERED = 512
_MEMORY_MB = 32


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is said of a ply."""

    column: int
    is_right: bool
    is_solved: bool
    """Whether it is the last ply of the solution."""
    replies: tuple[int, ...]
    """The opponent's plies after a right one, until the solver's next; () at the end."""
    refutation: tuple[int, ...]
    """Best play of both after a wrong ply, beginning with the opponent; () after a right one."""
    score: Score
    """What is proven of the ply, for the solver."""
    sentences: tuple[str, ...]
    """What the coach says of the ply; nothing that gives away what is still to be found."""


def judge(puzzle: Puzzle, step: int, column: SupportsIndex) -> Verdict:
    """Judge a ply of the solver.

    step: how many plies of the line have been played, one of `puzzle.own_steps`.
    column: counted from 0; IllegalMove if it cannot be played.
    """
    if step not in puzzle.own_steps:
        allowed = ", ".join(map(str, puzzle.own_steps))
        raise InvalidOption(f"the step is {describe(step)}, but must be one of {allowed}")
    position = puzzle.position_at(step)
    tried = position.play(column).moves[-1]  # refuses what cannot be played
    analysis = _analyse(position)
    is_right = tried == puzzle.line[step]
    following = next((own for own in puzzle.own_steps if own > step), None)
    known = analysis.columns[tried]
    assert known.score is not None  # everything is proven
    return Verdict(
        column=tried,
        is_right=is_right,
        is_solved=is_right and following is None,
        replies=puzzle.line[step + 1 : following] if is_right and following else (),
        refutation=() if is_right else known.line[1:],
        score=known.score,
        sentences=_sentences(explain_analysis(analysis, tried), is_right, following is not None),
    )


def _sentences(explanation: Explanation, is_right: bool, goes_on: bool) -> tuple[str, ...]:
    """Return what is said of a ply, without the column or the line that is still to be found."""
    if not is_right:
        return tuple(
            fact.sentence(short=fact.kind in _NAMES_THE_BEST) for fact in explanation.chosen
        )
    hidden = _TELLS_THE_LINE if goes_on else frozenset()
    said = [fact for fact in explanation.chosen if fact.kind not in hidden]
    said = said or [fact for fact in explanation.facts if fact.kind not in hidden][:1]
    return tuple(fact.sentence() for fact in said)


@lru_cache(_REMEMBERED)
def _analyse(position: Position) -> Analysis:
    """Prove every column, with how play goes on after it."""
    scores = _solver().columns(position)
    columns = {
        column: ColumnAnalysis(score=score, line=(column, *_best_play(position.play(column))))
        for column, score in scores.items()
    }
    return Analysis(position, columns, best_replies(scores, position.rules.columns)[0])


def _best_play(position: Position) -> tuple[int, ...]:
    line: list[int] = []
    while position.outcome is None and len(line) < LONGEST_REFUTATION:
        line.append(_solver().best_column(position))
        position = position.play(line[-1])
    return tuple(line)


@cache
def _solver() -> Solver:
    return Solver(memory_mb=_MEMORY_MB)
