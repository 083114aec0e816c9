"""The picture: well formed, complete, readable without colours and without eyes."""

import re
from collections import Counter
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings

from fourfold import Position
from fourfold.rules import Content

from .strategies import positions

SVG = "{http://www.w3.org/2000/svg}"


def picture(position: Position) -> ElementTree.Element:
    return ElementTree.fromstring(position._repr_svg_())


def classes(position: Position) -> Counter[str]:
    """How often each thing is drawn on the board, the sign beside the heading left out."""
    root = picture(position)
    for turn in root.findall(f"{SVG}g[@class='turn']"):
        root.remove(turn)
    return Counter(element.get("class", "") for element in root.iter())


@given(positions())
@settings(max_examples=60)
def test_everything_is_drawn(position: Position) -> None:
    rules = position.rules
    contents = Counter(
        position.cell(column, row) for column in range(rules.columns) for row in range(rules.rows)
    )
    drawn = classes(position)
    assert drawn["piece first"] == contents[Content.FIRST]
    assert drawn["piece second"] == contents[Content.SECOND]
    assert drawn["ban"] == contents[Content.BAN]
    assert drawn["forbidden"] == contents[Content.FORBIDDEN] == len(rules.forbidden)
    assert drawn["hole"] == rules.playable_cells
    assert drawn["bonus"] == (rules.bonus is not None and position.cell(*rules.bonus) is None)
    assert drawn["last"] == (position.ply > 0)
    assert (drawn["line"] > 0) == bool(position.winning_cells)
    assert drawn["label"] == rules.columns + rules.rows


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("7x6:445", 0),
        ("7x6:4455667", 1),
        ("7x6:1122335566774", 1),
        ("7x6:124317123556251", 2),
        ("7x6:43724554447676416563567", 3),
    ],
)
def test_one_joined_line_for_each_line_that_wins(text: str, lines: int) -> None:
    assert classes(Position.parse(text))["line"] == lines


def test_the_line_joins_the_outermost_cells() -> None:
    root = picture(Position.parse("1122335566774"))
    line = root.find(f"{SVG}g[@class='line']/{SVG}line")
    circles = root.findall(f"{SVG}circle[@class='hole']")
    assert line is not None
    bottom = max(float(circle.get("cy", "")) for circle in circles)
    across = [float(circle.get("cx", "")) for circle in circles]
    assert (float(line.get("x1", "")), float(line.get("x2", ""))) == (min(across), max(across))
    assert float(line.get("y1", "")) == float(line.get("y2", "")) == bottom


def test_it_can_be_read_aloud() -> None:
    root = picture(Position.parse("6x6-xa1-bc2:344"))
    assert root.get("role") == "img"
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert description is not None
    assert title.text == "Connect Four on 6x6-xa1-bc2: SECOND to move"
    assert description.text == (
        "6 columns and 6 rows. FIRST has c1, d2. SECOND has d1. Forbidden: a1. "
        "The bonus cell is c2. The last move went to d2. SECOND to move."
    )
    won = picture(Position.parse("4455667")).find(f"{SVG}desc")
    assert won is not None
    assert won.text is not None
    assert "The winning line is d1, e1, f1, g1. FIRST wins: four in line." in won.text


def test_pieces_differ_in_shape() -> None:
    """Each kind of piece with its colours taken away is still unlike the others."""
    root = picture(Position.parse("6x6-bc2:3341"))
    shapes = set()
    for kind in ("piece first", "piece second", "ban"):
        group = root.find(f"{SVG}g[@class='{kind}']")
        assert group is not None
        mark = list(group)[1]
        shapes.add((mark.tag, re.sub(r"M\d+ \d+|M[\d ]+", "M", mark.get("d", ""))))
    assert len(shapes) == 3


@given(positions())
@settings(max_examples=20)
def test_nothing_from_outside_and_no_ids(position: Position) -> None:
    svg = position._repr_svg_()
    assert not re.search(r"href|url\(|<script|<image|<style|\sid=", svg)
    assert svg.count("http") == 1  # the name space
