"""`fourfold lessons`: lists the lessons, and checks what they say."""

import time
from pathlib import Path
from typing import Annotated

import typer

lessons = typer.Typer(
    name="lessons",
    help="List the lessons of the page, and check what they say.",
    rich_markup_mode=None,
    add_completion=False,
)


@lessons.command("list")
def list_lessons() -> None:
    """List the lessons: the name of each, its steps and its title."""
    from fourfold.lessons import load_lessons

    for lesson in load_lessons():
        print(f"{lesson.id:<28} {len(lesson.steps)} steps  {lesson.title}")


@lessons.command()
def verify(
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[FILE]...", help="Lessons to check; those of the package if none is named."
        ),
    ] = None,
) -> int:
    """Check every claim of the lessons with the solver and on the board."""
    from fourfold.lessons import load_lessons, read_lesson
    from fourfold.lessons import verify as verify_lesson
    from fourfold.search import Solver

    began = time.perf_counter()
    found = [read_lesson(file) for file in files] if files else list(load_lessons())
    solver = Solver()
    checks, problems = 0, []
    for lesson in found:
        count, wrong = verify_lesson(lesson, solver)
        checks += count
        problems += wrong
    for problem in problems:
        print(problem)
    result = f"{len(problems)} false" if problems else "all true"
    unit = "lesson" if len(found) == 1 else "lessons"
    seconds = time.perf_counter() - began
    print(f"{len(found)} {unit}, {checks} checks, {seconds:.1f} s: {result}")
    return 1 if problems else 0
