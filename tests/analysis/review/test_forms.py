"""A review as JSON, as a graph, as HTML and as a table."""

import io
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

import pytest
from rich.console import Console

from fourfold import Limit, Record, Review, Stop, review
from fourfold.analysis.analyst import Analyst
from fourfold.analysis.review import Label
from fourfold.analysis.review.marks import MARKS
from fourfold.game import Participant
from tests.analysis.review.games import random_game

SVG = "{http://www.w3.org/2000/svg}"
NASTY = '<script>alert(1)</script> & "Ann"'


def nothing(position: object, column: int) -> list[str]:
    return []


def reviewed(text: str, **options: Any) -> Review:
    return review(text, Analyst(memory_mb=16, seed=1), explainer=nothing, **options)


@pytest.fixture(scope="module")
def found() -> Review:
    record = replace(
        Record.from_position(random_game("5x4-bc1", 7)),
        players=(Participant.human(NASTY), Participant.human("Ben")),
    )
    explain = lambda position, column: ["Opens <b4>."]  # noqa: E731
    return review(record, Analyst(memory_mb=16, seed=1), explainer=explain)


@pytest.fixture(scope="module")
def estimated() -> Review:
    game = random_game("10x10", 3, plies=8)
    return reviewed(game.to_text(), limit=Limit(nodes=50_000))


def test_json_has_everything(found: Review) -> None:
    data = json.loads(json.dumps(found.to_json()))
    assert (data["fourfold"], data["version"]) == ("review", 1)
    assert f"{data['rules']}:{data['moves']}" == found.game.to_text()
    assert data["players"] == {"FIRST": NASTY, "SECOND": "Ben"}
    assert data["result"] == str(found.game.ending.winner or "draw")  # type: ignore[union-attr]
    assert (data["complete"], data["proven"]) == (True, True)
    assert len(data["plies"]) + 1 == len(data["win_chances"])
    assert sum(sum(counts.values()) for counts in data["counts"].values()) == len(data["plies"])
    for ply, line in zip(found.plies, data["plies"], strict=True):
        assert line["number"] == ply.number
        assert line["label"] == str(ply.label)
        assert line["score_before"]["plies"] == ply.score_before.plies  # type: ignore[union-attr]
        assert line["better"] == (line["better_line"][:1] or None)
        assert bool(line["refutation"]) <= (ply.number in data["turning_points"])


def test_json_of_a_game_without_plies() -> None:
    data = reviewed("4x4:").to_json()
    assert (data["plies"], data["win_chances"], data["result"]) == ([], [0.5], None)


def test_json_of_estimates(estimated: Review) -> None:
    data = estimated.to_json()
    assert not data["proven"]
    lines = [line for line in data["plies"] if not line["proven"]]
    assert lines
    for line in lines:
        assert line["score_before"] is None
        assert 0 <= line["points_after"] <= 1


@pytest.mark.parametrize("text", ["4x4:", "4x4:1", "12x12:", "5x4-bc1:33", "7x6:4455667"])
def test_the_graph_is_well_formed(text: str) -> None:
    found = reviewed(text, limit=Limit(nodes=20_000))
    root = ElementTree.fromstring(found.graph_svg())
    points = root.findall(f"{SVG}circle")
    assert [int(point.get("data-ply", "")) for point in points] == list(range(len(found.plies) + 1))
    kinds = [point.get("class") == "point" for point in points]
    assert tuple(kinds) == found.proven_chances
    title = root.find(f"{SVG}title")
    assert title is not None
    assert str(found.game.rules) in (title.text or "")


def test_the_graph_of_a_review_that_has_not_begun() -> None:
    stop = Stop()
    stop.request()
    found = reviewed("4x4:1122", stop=stop)
    root = ElementTree.fromstring(found.graph_svg())
    assert root.findall(f"{SVG}circle") == []
    assert "of 4 plies are reviewed" in found.to_html()


def test_the_graph_marks_the_turning_points(found: Review) -> None:
    root = ElementTree.fromstring(found.graph_svg())
    marks = [group for group in root.findall(f"{SVG}g") if group.get("class") == "mark"]
    letters = [text.text for group in marks for text in group.iter(f"{SVG}text")]
    assert letters == [ply.label.letter for ply in found.turning_points]
    assert letters


def test_it_is_short_at_a_prompt() -> None:
    text = "<Review of 4x4:: 0 of 0 plies, accuracy FIRST none, SECOND none>"
    assert repr(reviewed("4x4:")) == text


def test_marks_differ_in_every_way() -> None:
    assert set(MARKS) == set(Label)
    for part in ("symbol", "colour", "outline"):
        assert len({getattr(mark, part) for mark in MARKS.values()}) == len(Label)


class _Tags(HTMLParser):
    """Collects tags and attributes, and checks that what was opened is closed."""

    VOID = ("meta", "link", "br", "img", "circle", "rect", "line", "path", "polygon", "polyline")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def tags(html: str) -> list[tuple[str, dict[str, str | None]]]:
    parser = _Tags()
    parser.feed(html)
    parser.close()
    assert parser.open == []
    return parser.seen


def test_the_page_has_a_picture_for_every_position(found: Review) -> None:
    html = found.to_html()
    seen = tags(html)
    figures = [attributes["data-ply"] for tag, attributes in seen if tag == "figure"]
    assert figures == [str(ply) for ply in range(len(found.plies) + 1)]
    assert [tag for tag, _ in seen].count("script") == 1
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;Ann&quot;" in html
    assert "Opens &lt;b4&gt;." in html


def test_the_page_refers_to_nothing_outside(found: Review) -> None:
    html = found.to_html().replace("http://www.w3.org/2000/svg", "")
    assert re.findall(r"https?:|//|\burl\(|@import|\bsrc=|\bhref=", html.split("<script>")[0]) == []


def test_the_notebook_s_part_is_well_formed(found: Review, estimated: Review) -> None:
    for each in (found, estimated):
        seen = tags(each._repr_html_())
        assert seen[0] == ("div", {"class": "fourfold-review"})
        assert sum(tag == "li" for tag, _ in seen) == len(each.turning_points)


def test_the_table_has_a_line_for_every_ply(found: Review, estimated: Review) -> None:
    for each in (found, estimated):
        out = io.StringIO()
        Console(file=out, width=120).print(each)
        lines = out.getvalue().splitlines()
        start = next(number for number, line in enumerate(lines) if line.startswith("ply"))
        for ply, line in zip(each.plies, lines[start + 1 :], strict=False):
            assert line.split()[0] == str(ply.number)
            assert f" {ply.label.letter} " in line
            assert ("~" in line) == (not ply.proven or ply.outcome_before is None)
        assert lines[-1].startswith("Every label is proven." if each.proven else "8 of 8 labels")
