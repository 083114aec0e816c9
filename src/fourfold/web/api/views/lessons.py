"""Lessons as the page sees them."""

from typing import Literal

from fourfold.lessons import Answer, Lesson
from fourfold.lessons.lesson import Step
from fourfold.rules import Position
from fourfold.web.api.lesson_responses import (
    AnswerView,
    ExerciseView,
    LessonSummary,
    LessonView,
    PieceView,
)
from fourfold.web.api.responses import Side
from fourfold.web.api.views.analysis import moves_to_end
from fourfold.web.api.views.games import landing_row, rules_view, threats_view
from fourfold.web.api.views.lines import line_view
from fourfold.web.api.views.texts import OUTCOMES, side_name


def lesson_summary(lesson: Lesson) -> LessonSummary:
    """Show a lesson in the list."""
    return LessonSummary(
        id=lesson.id, title=lesson.title, summary=lesson.summary, steps=len(lesson.steps)
    )


def lesson_view(
    lesson: Lesson, answers: tuple[tuple[Answer, ...], ...], following: Lesson | None
) -> LessonView:
    """Show a whole lesson.

    answers: those of each step. following: the next lesson.
    """
    return LessonView(
        id=lesson.id,
        title=lesson.title,
        intro=lesson.intro,
        exercises=[
            exercise_view(step, found) for step, found in zip(lesson.steps, answers, strict=True)
        ],
        next=None if following is None else lesson_summary(following),
    )


def exercise_view(step: Step, answers: tuple[Answer, ...]) -> ExerciseView:
    """Show a step with what every column leads to."""
    position = step.position
    return ExerciseView(
        position=position.to_text(),
        rules=rules_view(position.rules),
        pieces=pieces_view(position),
        turn=side_name(position.turn),
        must_ban=position.must_ban,
        prompt=step.prompt,
        study=step.study,
        threat_cells=threats_view(position),
        answers=[_answer(position, answer) for answer in answers],
    )


def pieces_view(position: Position) -> list[PieceView]:
    """Show what lies on the board, in the order in which it was dropped."""
    pieces = []
    here = Position(position.rules)
    for column in position.moves:
        owner: Side | Literal["BAN"] = "BAN" if here.must_ban else side_name(here.turn)
        pieces.append(PieceView(column=column, row=landing_row(here, column), owner=owner))
        here = here.play(column)
    return pieces


def _answer(position: Position, answer: Answer) -> AnswerView:
    after = position.play(answer.column)
    end = after
    for column in answer.line:
        end = end.play(column)
    return AnswerView(
        column=answer.column,
        row=landing_row(position, answer.column),
        right=answer.right,
        sentences=list(answer.sentences),
        outcome=OUTCOMES[answer.score.outcome],
        moves=moves_to_end(answer.score.outcome, answer.score.plies),
        line=line_view(after, answer.line),
        line_cells=list(end.winning_cells),
    )
