"""What each column of a step leads to: right or wrong, the sentences, and how play goes on."""

from collections.abc import Iterator
from dataclasses import dataclass

from fourfold.analysis.analyst import Analysis, Analyst
from fourfold.analysis.explain import explain_analysis
from fourfold.analysis.threats import threats
from fourfold.lessons.lesson import Step
from fourfold.rules import Position
from fourfold.search import Limit, Result, Score, Solver

SHOWN_TO_THE_END = 7
"""Plies: a game that is over so soon is shown to its end."""
SHOWN = 3
"""Plies that are shown of a longer game, after a wrong column."""
_LIMIT = Limit(20.0)
_TOLD_OF_WRONG_COLUMNS = ("leaves a win", "opens a win", "gives up a threat")
"""What the coach says of a wrong column: not which one is better, for that is to be found."""


@dataclass(frozen=True)
class Answer:
    """What a column leads to."""

    column: int
    right: bool
    sentences: tuple[str, ...]
    score: Score
    """For the player who chose the column."""
    line: tuple[int, ...]
    """The plies of best play after the column: all if it is over soon, else the refutation."""


def answers(step: Step, solver: Solver, analyst: Analyst) -> tuple[Answer, ...]:
    """Say of every column that can be played what it leads to."""
    scores = solver.columns(step.position)
    best = max(score.rank for score in scores.values())
    analysis = None
    found = []
    for column, score in scores.items():
        written = step.right.get(column) or step.wrong.get(column, step.other)
        if written is None:
            if analysis is None:
                analysis = analyst.analyse(step.position, _LIMIT, lines="none")
            sentences = tuple(wrong_sentences(analysis, column, score, is_lost=best < 0))
        else:
            sentences = (written,)
        right = column in step.accepted
        most = 0 if right else SHOWN
        line = best_line(step.position.play(column), score, solver, most)
        found.append(Answer(column, right, sentences, score, line))
    return tuple(found)


def wrong_sentences(
    analysis: Analysis, column: int, score: Score, *, is_lost: bool
) -> Iterator[str]:
    """Yield why a column is wrong, without giving the right one away.

    is_lost: whether every column loses.
    """
    facts = explain_analysis(analysis, column).facts
    told = [fact for fact in facts if fact.kind in _TOLD_OF_WRONG_COLUMNS]
    yield from (fact.sentence() for fact in told)
    if score.outcome is Result.WIN:
        yield "That wins too, but there is a quicker way."
    elif score.outcome is Result.DRAW:
        yield "That is only a draw."
    elif is_lost:
        yield "That loses sooner than it has to."
    elif not told:
        yield f"That loses in {score.plies} moves."


def best_line(after: Position, score: Score, solver: Solver, shown: int = SHOWN) -> tuple[int, ...]:
    """Return how the game goes on, to its end if that is near.

    after: the position after a column. score: that of the column. shown: how many plies of a
    game that lasts longer.
    """
    plies = (score.plies or 0) - 1
    most = plies if plies <= SHOWN_TO_THE_END else shown
    line: list[int] = []
    while after.outcome is None and len(line) < most:
        column = _natural_column(after, solver)
        line.append(column)
        after = after.play(column)
    return tuple(line)


def _natural_column(position: Position, solver: Solver) -> int:
    """Return a best column; of several, one that blocks, as people would."""
    blocks = [each.cell[0] for each in threats(position).of(position.turn.other) if each.is_landing]
    if blocks:
        scores = solver.columns(position)
        best = max(score.rank for score in scores.values())
        for column in blocks:
            if scores[column].rank == best:
                return column
    return solver.best_column(position)
