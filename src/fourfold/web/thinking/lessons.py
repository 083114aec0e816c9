"""Lessons with the answers to every column, which are worked out once and kept."""

import threading

from fourfold.analysis.analyst import Analyst
from fourfold.errors import LessonNotFound, describe
from fourfold.lessons import answers, load_lessons
from fourfold.search import Solver
from fourfold.web.api.lesson_responses import LessonView
from fourfold.web.api.views.lessons import lesson_view

_MEMORY_MB = 16  # the positions of lessons are quick to solve


class LessonService:
    """Builds the views of lessons; safe to call from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._views: dict[str, LessonView] = {}
        self._solver = Solver(memory_mb=_MEMORY_MB)
        self._analyst = Analyst(memory_mb=_MEMORY_MB, seed=0)

    def view(self, id: str) -> LessonView:
        """Return a lesson with all that is needed to take it; LessonNotFound if there is none."""
        lessons = load_lessons()
        place = next((place for place, each in enumerate(lessons) if each.id == id), None)
        if place is None:
            known = ", ".join(each.id for each in lessons)
            raise LessonNotFound(f"there is no lesson {describe(id)}; the lessons are {known}")
        with self._lock:  # whoever asks at the same time waits for the one answer
            if id not in self._views:
                lesson = lessons[place]
                found = tuple(answers(step, self._solver, self._analyst) for step in lesson.steps)
                following = lessons[place + 1] if place + 1 < len(lessons) else None
                self._views[id] = lesson_view(lesson, found, following)
            return self._views[id]
