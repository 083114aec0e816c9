"""The lessons of the package: each can be read, and all that they say is true."""

import re
from importlib import resources
from pathlib import Path

import pytest

from fourfold.analysis.analyst import Analyst
from fourfold.lessons import Lesson, answers, load_lessons, verify
from fourfold.lessons.answers import SHOWN
from fourfold.search import Solver

LESSONS = load_lessons()


@pytest.fixture(scope="module")
def solver() -> Solver:
    """One for all: its table stays warm."""
    return Solver(memory_mb=64)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: str(lesson.id))
def test_every_claim_is_true(lesson: Lesson, solver: Solver) -> None:
    checks, problems = verify(lesson, solver)
    assert problems == []
    assert checks > 3 * len(lesson.steps)


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: str(lesson.id))
def test_every_column_has_an_answer(lesson: Lesson, solver: Solver) -> None:
    analyst = Analyst(memory_mb=16, seed=0)
    for step in lesson.steps:
        found = answers(step, solver, analyst)
        assert tuple(each.column for each in found) == step.position.legal_columns
        assert {each.column for each in found if each.right} == set(step.accepted)
        for each in found:
            assert each.sentences
            assert all(re.search(r"[.!?]$", sentence) for sentence in each.sentences)
            after = step.position.play(each.column)
            for column in each.line:
                after = after.play(column)
            assert after.outcome is not None or len(each.line) == (0 if each.right else SHOWN)


def test_ids_titles_and_positions_are_not_repeated() -> None:
    assert len({each.id for each in LESSONS}) == len(LESSONS)
    assert len({each.title for each in LESSONS}) == len(LESSONS)
    positions = [step.position for each in LESSONS for step in each.steps]
    assert len(set(positions)) == len(positions)


def test_the_lessons_are_those_of_the_folder() -> None:
    folder = Path(str(resources.files("fourfold.lessons"))) / "data"
    names = sorted(path.stem for path in folder.glob("*.toml"))
    assert [name.partition("-")[2] for name in names] == [each.id for each in LESSONS]
