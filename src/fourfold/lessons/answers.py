"""What each column of a step leads to: right or wrong, the sentences, and how play goes on."""

from dataclasses import dataclass

from fourfold.analysis.analyst import Analyst
from fourfold.analysis.explain import explain_analysis
from fourfold.lessons.lesson import Step
from fourfold.rules import Position
from fourfold.search import Limit, Score, Solver

SHOWN_TO_THE_END = 7
"""Plies: a game that is over so soon is shown to its end."""
SHOWN = 4
"""Plies that are shown of a longer game."""
_LIMIT = Limit(20.0)


@dataclass(frozen=True)
class Answer:
    """What a column leads to."""

    column: int
    right: bool
    sentences: tuple[str, ...]
    score: Score
    """For the player who chose the column."""
    line: tuple[int, ...]
    """The first plies of best play after the column."""


def answers(step: Step, solver: Solver, analyst: Analyst) -> tuple[Answer, ...]:
    """Say of every column that can be played what it leads to."""
    scores = solver.columns(step.position)
    analysis = None
    found = []
    for column, score in scores.items():
        written = step.right.get(column) or step.wrong.get(column, step.other)
        if written is None:
            if analysis is None:
                analysis = analyst.analyse(step.position, _LIMIT, lines="none")
            sentences = tuple(explain_analysis(analysis, column).sentences)
        else:
            sentences = (written,)
        line = best_line(step.position.play(column), score, solver)
        found.append(Answer(column, column in step.accepted, sentences, score, line))
    return tuple(found)


def best_line(after: Position, score: Score, solver: Solver) -> tuple[int, ...]:
    """Return how the game goes on, to its end if that is near.

    after: the position after a column. score: that of the column.
    """
    plies = (score.plies or 0) - 1
    most = plies if plies <= SHOWN_TO_THE_END else SHOWN
    line: list[int] = []
    while after.outcome is None and len(line) < most:
        column = solver.best_column(after)
        line.append(column)
        after = after.play(column)
    return tuple(line)
