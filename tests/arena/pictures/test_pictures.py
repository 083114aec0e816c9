"""The pictures are well-formed, show what they should, and survive any name."""

import random
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourfold.arena.pictures import heat_map, rating_chart, score_chart
from fourfold.arena.pictures.frame import ticks
from fourfold.arena.statistics import GameScore, Tally, rate

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ("perfect", "uct:seconds=1", "<greedy> & 'co'")


def parsed(picture: str) -> ET.Element:
    root = ET.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    assert not [each for each in root.iter() if "id" in each.attrib]
    width, height = (float(root.attrib[side]) for side in ("width", "height"))
    for each in root.iter():
        for name, most in (("x", width), ("x1", width), ("x2", width), ("cx", width)):
            assert 0 <= float(each.attrib.get(name, 0)) <= most
        for name in ("y", "y1", "y2", "cy"):
            assert 0 <= float(each.attrib.get(name, 0)) <= height
    return root


def texts(root: ET.Element) -> list[str]:
    return [each.text or "" for each in root.iter(f"{SVG}text")]


def with_class(root: ET.Element, kind: str) -> list[ET.Element]:
    return [each for each in root.iter() if each.attrib.get("class") == kind]


def games(players: int, pairs: int) -> list[GameScore]:
    choice = random.Random(1)
    return [
        GameScore(first, second, choice.choice((0.0, 0.5, 1.0, float(first < second))), pair)
        for pair in range(pairs)
        for first in range(players)
        for second in range(players)
        if first != second
    ]


def test_ratings() -> None:
    found = rate(games(3, 20), 3)
    root = parsed(rating_chart(NAMES, found))
    shown = texts(root)
    assert [text for text in shown if text in NAMES] == [NAMES[player] for player in found.ranking]
    assert str(found.ratings[0]) in shown
    assert len(with_class(root, "point")) == 3
    assert len(with_class(root, "bar")) == 9


@pytest.mark.parametrize("players", [1, 2])
def test_ratings_without_games(players: int) -> None:
    root = parsed(rating_chart(NAMES[:players], rate([], players)))
    assert len(with_class(root, "point")) == players


def test_who_beats_whom() -> None:
    tallies = {(0, 1): Tally(8, 2, 0), (2, 0): Tally(0, 10, 0)}
    root = parsed(heat_map(NAMES, tallies, order=(2, 0, 1)))
    shown = texts(root)
    # Both directions, from one; the third pairing has no games.
    assert sorted(text for text in shown if text.endswith("%")) == ["10 %", "50 %", "50 %", "90 %"]
    assert [text for text in shown if text in NAMES] == [NAMES[2], NAMES[0], NAMES[1]]
    assert float(with_class(root, "win")[0].attrib["opacity"]) == 0.8


def test_the_score_over_time() -> None:
    points = [2, 1, 1.5, 0, 1, 1, 2, 2, 0.5, 1, 1, 2]
    root = parsed(score_chart("uct", "greedy", points))
    (curve,) = with_class(root, "curve")
    assert len(curve.attrib["points"].split()) == 12
    (band,) = with_class(root, "band")
    assert len(band.attrib["points"].split()) == 24
    description = root.find(f"{SVG}desc")
    assert description is not None
    assert description.text is not None
    assert description.text.startswith("After 12 pairs 62.5 %")


def test_long_matches_are_drawn_with_fewer_points() -> None:
    root = parsed(score_chart("a", "b", [1.0, 2.0, 0.5] * 1000))
    (curve,) = with_class(root, "curve")
    assert 300 < len(curve.attrib["points"].split()) <= 401


def test_a_match_without_games() -> None:
    root = parsed(score_chart("a", "b", []))
    assert not with_class(root, "curve")


@given(st.text(min_size=1, max_size=60), st.text(min_size=1, max_size=60))
def test_any_name(one: str, two: str) -> None:
    parsed(rating_chart((one, two), rate([], 2)))
    parsed(heat_map((one, two), {(0, 1): Tally(1, 1, 1)}))
    parsed(score_chart(one, two, [1.0, 2.0]))


@given(st.floats(-3000, 3000), st.floats(0.01, 5000))
def test_ticks(low: float, width: float) -> None:
    found = list(ticks(low, low + width))
    assert 2 <= len(found) <= 10
    assert found == sorted(found)
    assert all(low - 1e-6 <= tick <= low + width + 1e-6 for tick in found)
