"""The forms of the report, with names and messages that students might choose."""

import csv
import io
import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

from fourfold.arena.classroom import html_page, report
from fourfold.arena.classroom.entry import Entry, Mishap, excerpt, ranked
from fourfold.arena.classroom.exam import Answer, ExamResult
from fourfold.arena.classroom.questions import Kind, Question
from fourfold.arena.classroom.sandboxed import Attempt
from fourfold.arena.classroom.session import ClassResult, ClassSettings
from fourfold.arena.statistics import Tally
from fourfold.arena.statistics.quality import PlyCounts, Quality
from fourfold.game import EndReason
from fourfold.rules import Position
from fourfold.support.sandbox.protection import Protection

COMPLETE = Protection(read=True, write=True, network=True, processes=True, memory=True)
NASTY = "<script>alert('x')</script>\x1b[2J\n&amp;"
QUALITY = Quality(4, PlyCounts(9, 8, 6, 1, 4), PlyCounts(), PlyCounts(5, 4, 1, 2, 6))
QUESTIONS = tuple(Question(kind, Position.parse("7x6:4455"), frozenset({3})) for kind in Kind)


def entries() -> list[Entry]:
    exam = ExamResult(tuple(Answer(q, 3, 0.25) for q in QUESTIONS), len(QUESTIONS))
    mishap = Mishap(EndReason.FAILURE, f"raised {NASTY}", f"Traceback\n  {NASTY}", 2, "games")
    return [
        Entry("=HYPERLINK('evil')", exam=exam, tally=Tally(3, 0, 1)),
        Entry(NASTY, exam=exam, tally=Tally(1, 1, 2), quality=QUALITY, mishaps=(mishap,)),
        Entry("greedy", is_baseline=True, exam=exam, tally=Tally(2, 2, 0)),
        Entry(
            "cheat",
            problem="it made no move in the exam",
            exam=ExamResult((), 5),
            attempts=(
                Attempt("open", "/home/teacher/marks.csv", "cheat.py", 7),
                Attempt("network", "", "cheat.py", 8),
                Attempt("fourfold.search", "solver", "cheat.py", 9),
                Attempt("something new", "x", "cheat.py", 10),
            ),
        ),
        Entry("broken", problem="broken.py, line 2: expected ':'"),
    ]


def result(protection: Protection = COMPLETE) -> ClassResult:
    settings = ClassSettings(folder=Path("course"), games=4)
    return ClassResult(settings, protection, tuple(ranked(entries())), QUESTIONS, None)


def test_entries_are_ranked_by_score_then_by_the_rubric() -> None:
    names = [entry.name for entry in ranked(entries())]
    assert names == ["=HYPERLINK('evil')", "greedy", NASTY, "cheat", "broken"]


def test_the_text_says_everything_and_moves_no_cursor() -> None:
    text = report.as_text(result())
    assert text.startswith("Sandbox: tried on this system, and it holds")
    assert "\x1b" not in text
    assert "failed (games, 2 times): raised <script>" in text
    words = "games: perfect moves: opening 75 %, middle -, end 25 %; 2.5 points given away per game"
    assert words in text
    assert "took no part in the games: broken.py, line 2: expected ':'" in text
    assert "cheat.py, line 7: tried to open /home/teacher/marks.csv: refused" in text
    assert "cheat.py, line 8: tried to open a socket: refused" in text
    assert "cheat.py, line 9: uses the solver of fourfold" in text


def test_what_the_sandbox_does_not_do_is_said() -> None:
    text = report.as_text(result(Protection(network=True, processes=True)))
    assert text.startswith("Sandbox: NOT complete on this system")
    assert "tried to open /home/teacher/marks.csv: NOT refused on this system" in text
    assert "tried to open a socket: refused" in text


def test_a_spreadsheet_gets_no_formulas() -> None:
    rows = list(csv.DictReader(io.StringIO(report.as_csv(result()))))
    assert rows[0]["player"] == "'=HYPERLINK('evil')"
    assert rows[0]["score"] == "0.75"
    assert rows[0]["median_seconds"] == "0.25"
    assert (rows[0]["win_right"], rows[0]["win_asked"]) == ("1", "1")
    assert (rows[2]["perfect"], rows[2]["perfect_end"], rows[2]["perfect_middle"]) == (
        "0.5833",
        "0.25",
        "",
    )
    assert rows[2]["points_given_away"] == "2.5"
    assert rows[3]["reached_outside"] == "3"
    assert rows[3]["uses_search"] == "1"
    assert rows[4]["legal"] == ""


def test_json_has_all_of_it() -> None:
    data = json.loads(json.dumps(report.as_json(result())))
    assert data["sandbox"]["complete"] is True
    assert [player["player"] for player in data["players"]][2] == NASTY
    assert data["players"][2]["details"][1]["cause"].startswith("Traceback")
    assert data["exam"][0] == {"kind": "win", "position": "7x6:4455", "right": [3]}


class Tags(HTMLParser):
    """Collects the tags of a page, and checks that they are closed."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.stack: list[str] = []
        self.targets: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        values = dict(attrs)
        self.targets += [str(values["href"])] if "href" in values else []
        self.ids += [str(values["id"])] if "id" in values else []
        if tag != "meta":
            self.stack.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.stack.pop() == tag


@pytest.mark.parametrize("protection", [COMPLETE, Protection()])
def test_the_page_is_whole_and_runs_nothing(protection: Protection) -> None:
    page = html_page.page(result(protection))
    tags = Tags()
    tags.feed(page)
    assert tags.stack == []
    assert "script" not in tags.tags
    assert "default-src 'none'" in page
    assert {target.removeprefix("#") for target in tags.targets} == set(tags.ids)
    assert "&lt;script&gt;alert" in page
    assert ("sandbox incomplete" in page) == (not protection.is_complete)
    assert "http://" not in page
    assert "https://" not in page


def test_an_excerpt_begins_in_the_authors_file() -> None:
    cause = (
        "standard error:\nTraceback (most recent call last):\n"
        '  File "/usr/lib/x.py", line 1, in y\n    call()\n'
        '  File "ann.py", line 3, in choose\n    return 1 / 0\n           ~~^~~\n'
        "ZeroDivisionError: division by zero\n\nlast lines of its output:\nreadyok"
    )
    assert excerpt(cause) == (
        'Traceback (most recent call last):\n  File "ann.py", line 3, in choose\n'
        "    return 1 / 0\n           ~~^~~\nZeroDivisionError: division by zero"
    )


def test_an_excerpt_without_the_authors_code_is_the_error() -> None:
    cause = (
        'Traceback (most recent call last):\n  File "/x.py", line 1\n    y\nValueError: no\nmore'
    )
    assert excerpt(cause) == "ValueError: no\nmore"
    assert excerpt("") == ""
    assert excerpt("last lines of its output:\nreadyok\n\nlast lines sent to it:\ngo") == ""
    assert excerpt("standard error:\nkilled") == "killed"
    assert excerpt("\n".join(map(str, range(100)))).splitlines()[3] == "  ... 89 lines ..."
