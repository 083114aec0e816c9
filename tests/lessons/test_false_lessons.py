"""Lessons that say something false, or cannot be read, are found, with a sentence that says why."""

from pathlib import Path

import pytest

from fourfold.errors import LessonError
from fourfold.lessons import read_lesson, verify
from fourfold.search import Solver

HEAD = 'title = "T"\nsummary = "S."\nintro = "I."\n'
# FIRST has d1 and e1, SECOND d2 and e2: columns 3 and 6 make two threats.
STEP = """
[[steps]]
position = "7x6:4455"
prompt = "Find the move."
answer = "36"
fastest = true
right = "Right."
claims = [{claims}]
"""
TRUE = '{ kind = "wins", columns = "3456" }'


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(memory_mb=16)


def write(folder: Path, text: str, name: str = "07-mine.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def lesson_text(claim: str = TRUE, **changes: str) -> str:
    step = STEP.replace("{claims}", claim)
    for old, new in changes.items():
        lines = [
            f"{old} = {new}" if line.startswith(f"{old} =") else line for line in step.split("\n")
        ]
        step = "\n".join(lines)
    return HEAD + step + 2 * STEP.replace("{claims}", TRUE)


def problems(folder: Path, solver: Solver, text: str) -> list[str]:
    return verify(read_lesson(write(folder, text)), solver)[1]


def test_a_true_lesson(tmp_path: Path, solver: Solver) -> None:
    lesson = read_lesson(write(tmp_path, lesson_text()))
    assert (lesson.id, lesson.title, len(lesson.steps)) == ("mine", "T", 3)
    assert verify(lesson, solver) == (10, [])


TRUE_CLAIMS = [
    '{ kind = "draws", columns = "" }',
    '{ kind = "loses", columns = "127" }',
    '{ kind = "wins at once", columns = "" }',
    '{ kind = "wins at once", columns = "26", after = "31" }',
    '{ kind = "lets win at once", columns = "" }',
    '{ kind = "wins in", columns = "36", moves = 3 }',
    '{ kind = "loses in", columns = "1", moves = 32 }',
    '{ kind = "forces", after = "2", columns = "3" }',
    '{ kind = "forces", after = "3", columns = "" }',
    '{ kind = "best line", line = "342" }',
    '{ kind = "lands", column = "3", cell = "c2", after = "3" }',
    '{ kind = "holds", player = "opponent", pieces = "d2 e2" }',
    '{ kind = "threats", player = "you", threats = "b1 f1", after = "3" }',
    '{ kind = "open threats", player = "you", threats = "b1 f1", after = "3" }',
    '{ kind = "threats", player = "opponent", threats = "" }',
]


@pytest.mark.parametrize("claim", TRUE_CLAIMS)
def test_true_claims(tmp_path: Path, solver: Solver, claim: str) -> None:
    assert problems(tmp_path, solver, lesson_text(claim)) == []


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ('{ kind = "wins", columns = "36" }', "'wins' says 3 6, but it is 3 4 5 6"),
        ('{ kind = "draws", columns = "1" }', "'draws' says 1, but it is none"),
        ('{ kind = "loses", columns = "17" }', "'loses' says 1 7, but it is 1 2 7"),
        ('{ kind = "wins at once", columns = "3" }', "but it is none"),
        ('{ kind = "lets win at once", columns = "1" }', "but it is none"),
        ('{ kind = "wins in", columns = "3", moves = 2 }', "says in 2, but it is in 3"),
        ('{ kind = "wins in", columns = "1", moves = 3 }', "but it is not so"),
        ('{ kind = "loses in", columns = "1", moves = 3 }', "but it is in 32"),
        ('{ kind = "forces", after = "2", columns = "34" }', "but it is 3"),
        ('{ kind = "best line", line = "41" }', "but it is not best at ply 1"),
        ('{ kind = "lands", column = "4", cell = "d4" }', "says d4, but it is d3"),
        ('{ kind = "holds", player = "you", pieces = "d1 d2" }', "says d1 d2, but it is d1"),
        ('{ kind = "threats", player = "you", threats = "b1", after = "3" }', "but it is b1 f1"),
        ('{ kind = "stacked", player = "you", threats = "b1 b2" }', "but it is none"),
        ('{ kind = "favours", threat = "b1", player = "you" }', "there is no threat"),
        ('{ kind = "zugzwang", player = "you" }', "but it is nobody"),
        ('{ kind = "plan", plan = "answer above", after = "3", wins = true }', "but it is none"),
        ('{ kind = "earns a ban", after = "3" }', "says True, but it is False"),
    ],
)
def test_false_claims(tmp_path: Path, solver: Solver, claim: str, sentence: str) -> None:
    (problem,) = problems(tmp_path, solver, lesson_text(claim))
    assert problem.startswith("mine, step 1: ")
    assert sentence in problem


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"answer": '"3"'}, "the best columns are 3 6"),
        ({"fastest": "false"}, "the best columns are 3 4 5 6"),
        ({"right": '"Look at g6."'}, "names g6, but no claim is about it"),
        ({"right": '"Take column 9."'}, "names column 9, which cannot be played"),
        ({"claims": "[]"}, "no claim says why the answer is right"),
    ],
)
def test_false_steps(
    tmp_path: Path, solver: Solver, changes: dict[str, str], sentence: str
) -> None:
    (problem,) = problems(tmp_path, solver, lesson_text(**changes))
    assert sentence in problem


def test_too_few_steps(tmp_path: Path, solver: Solver) -> None:
    (problem,) = problems(tmp_path, solver, HEAD + STEP.replace("{claims}", TRUE))
    assert problem == "mine has 1 steps, but 3 to 5 are allowed"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("title = ", "07-mine.toml cannot be read"),
        (HEAD, "has no [[steps]]"),
        (HEAD + "colour = 1\n", "has 'colour', but only intro, steps, summary, title are known"),
        (lesson_text(position='"7x6:9"'), "step 1: ply 1 is '9'"),
        (lesson_text(position="7"), "position is 7, but must be a text"),
        (lesson_text(answer='"8"'), "answer is '8', but must name columns that can be played"),
        (lesson_text(right="1"), "1 is not a table of sentences by column"),
        (lesson_text(right='{ 3 = "Yes." }'), "one for each of the columns 3 6"),
        (lesson_text() + '[steps.wrong]\n3 = "No."\n', "but only 1 2 4 5 7 are wrong columns"),
        (lesson_text("3"), "claims 3, but a claim has a kind"),
        (lesson_text('{ kind = "luck" }'), "but a claim has a kind: wins, draws"),
        (lesson_text('{ kind = "wins" }'), "but 'wins' takes columns"),
        (lesson_text('{ kind = "wins", columns = 3 }'), "must be a text such as '35'"),
        (lesson_text('{ kind = "wins in", columns = "3", moves = "2" }'), "not a whole number"),
        (lesson_text('{ kind = "zugzwang", player = "me" }'), "not one of you, opponent"),
        (lesson_text('{ kind = "lands", column = "3", cell = "z1" }'), "cell 'z1'"),
    ],
)
def test_files_that_cannot_be_read(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(LessonError) as raised:
        read_lesson(write(tmp_path, text))
    assert sentence in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(LessonError, match=r"gone\.toml cannot be read"):
        read_lesson(tmp_path / "gone.toml")
