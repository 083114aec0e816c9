"""Lessons: short courses of positions in which a player finds the move.

    load_lessons    reads the lessons that come with the package, in their order
    read_lesson     reads one file
    verify          checks every claim of a lesson with the solver and on the board
    answers         says of every column of a step whether it is right, why, and what comes next

A lesson is a file in `data/`, described in docs/lessons.md; adding one touches no code.
"""

from fourfold.lessons.answers import Answer, answers
from fourfold.lessons.lesson import Lesson, Step
from fourfold.lessons.reading import load_lessons, read_lesson
from fourfold.lessons.verification import verify

__all__ = ["Answer", "Lesson", "Step", "answers", "load_lessons", "read_lesson", "verify"]
