"""Checks lessons: every claim, that exactly the best columns are accepted, and what is named."""

import re
from collections.abc import Iterator

from fourfold.lessons.board import Board
from fourfold.lessons.lesson import Lesson, Step
from fourfold.rules.notation import column_label, format_cell
from fourfold.search import Solver

STEPS = range(3, 6)
_CELL_NAME = re.compile(r"\b[a-l](?:1[0-2]|[1-9])\b")
_COLUMN_NAMES = re.compile(r"\bcolumns? ((?:\w\b(?:, | and | or )?)+)", re.IGNORECASE)


def verify(lesson: Lesson, solver: Solver | None = None) -> tuple[int, list[str]]:
    """Check a lesson; return how many facts were checked, and a sentence for each that is false.

    solver: by default one of its own.
    """
    solver = solver or Solver()
    problems = []
    if len(lesson.steps) not in STEPS:
        problems.append(f"{lesson.id} has {len(lesson.steps)} steps, but 3 to 5 are allowed")
    checks = 1
    for number, step in enumerate(lesson.steps, start=1):
        board = Board(step.position, solver)
        found = [*_check_accepted(step, board), *_check_names(step)]
        found += [each for claim in step.claims if (each := claim.check(board)) is not None]
        if not step.claims:
            found.append("no claim says why the answer is right")
        problems += [f"{lesson.id}, step {number}: {each}" for each in found]
        checks += 2 + len(step.claims)
    return checks, problems


def _check_accepted(step: Step, board: Board) -> Iterator[str]:
    """Check that nobody is told that a column is wrong which is as good as the best."""
    scores = board.scores
    worth = {
        column: score.rank if step.fastest else (score.rank > 0) - (score.rank < 0)
        for column, score in scores.items()
    }
    best = max(worth.values())
    columns = {column for column, each in worth.items() if each == best}
    if columns != set(step.accepted):
        width = step.position.rules.columns
        labels = " ".join(column_label(column, width) for column in sorted(columns))
        yield f"the best columns are {labels}, and only they can be accepted"


def _check_names(step: Step) -> Iterator[str]:
    """Check that every cell that is named lies on the board and is one that a claim is about.

    Landing cells need no claim. A column that is named must be one of the board's.
    """
    position = step.position
    known = {cell for claim in step.claims for cell in claim.cells}
    known |= {
        (column, row)
        for column in position.legal_columns
        if (row := position.landing_row(column)) is not None
    }
    names = {format_cell(cell) for cell in known}
    labels = {column_label(column, position.rules.columns) for column in position.legal_columns}
    for sentence in step.sentences:
        for name in _CELL_NAME.findall(sentence):
            if name not in names:
                yield f"'{sentence}' names {name}, but no claim is about it"
        for group in _COLUMN_NAMES.findall(sentence):
            for label in re.findall(r"\b[1-9a-l]\b", group):
                if label not in labels:
                    yield f"'{sentence}' names column {label}, which cannot be played"
