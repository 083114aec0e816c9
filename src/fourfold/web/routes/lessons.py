"""The addresses of the lessons."""

from typing import Annotated

from fastapi import APIRouter, Path

from fourfold.lessons import load_lessons
from fourfold.web.api import lesson_responses as responses
from fourfold.web.api.views.lessons import lesson_summary
from fourfold.web.services import Services

LessonId = Annotated[str, Path(max_length=60, description="The name of a lesson.")]


def add_routes(router: APIRouter, services: Services) -> None:
    """Add the list of lessons, and each lesson."""

    @router.get("/api/lessons")
    async def lessons() -> responses.LessonList:
        """The lessons in their order."""
        return responses.LessonList(lessons=[lesson_summary(each) for each in load_lessons()])

    @router.get("/api/lessons/{id}")
    async def lesson(id: LessonId) -> responses.LessonView:
        """A lesson with all its positions, and what every column of them leads to."""
        return await services.run_aside(services.lessons.view, id)
