"""Trees as pictures, pages and JSON, and what is said of their steps."""

import itertools
import json
import re
from xml.etree import ElementTree

import pytest

import fourfold as ff
from fourfold.agents.trees import decide_with_tree
from fourfold.analysis.trees import draw, page, step_views
from fourfold.search.tree import SearchTree, TreeRequest

SVG = "{http://www.w3.org/2000/svg}"


def tree_of(spec: str, position: str, **request: int) -> SearchTree:
    return decide_with_tree(spec, ff.agent(spec), position, request=TreeRequest(**request))[1]


TREES = {
    "alphabeta": tree_of("hard:depth=5", "4x4:12", plies=3),
    "bonus": tree_of("classic", "5x4-bc1:", plies=3),
    "wide": tree_of("hard:depth=3", "12x5:", plies=2),
    "uct": tree_of("uct:simulations=120,seed=1", "5x4:33", plies=3),
    "proven": tree_of("uct:simulations=120,seed=1", "7x6:4455", plies=2),
}


@pytest.fixture(params=TREES)
def tree(request: pytest.FixtureRequest) -> SearchTree:
    return TREES[request.param]


def test_every_node_is_drawn_once(tree: SearchTree) -> None:
    root = ElementTree.fromstring(draw(tree))
    drawn = [group for group in root.iter(f"{SVG}g") if "node" in group.get("class", "").split()]
    assert sorted(int(group.get("data-node", "")) for group in drawn) == list(
        range(len(tree.nodes))
    )
    principal = {
        int(group.get("data-node", "")) for group in drawn if "principal" in group.get("class", "")
    }
    assert principal == tree.principal


def test_no_two_boxes_overlap_and_all_are_inside(tree: SearchTree) -> None:
    root = ElementTree.fromstring(draw(tree))
    width, height = float(root.get("width", "")), float(root.get("height", ""))
    boxes = [group.find(f"{SVG}rect") for group in root.iter(f"{SVG}g") if group.get("data-path")]
    places = []
    for box in boxes:
        assert box is not None
        x, y = float(box.get("x", "")), float(box.get("y", ""))
        wide, high = float(box.get("width", "")), float(box.get("height", ""))
        assert 0 <= x <= width - wide
        assert 0 <= y <= height - high
        places.append((y, x, wide))
    places.sort()
    for (y1, x1, wide), (y2, x2, _) in itertools.pairwise(places):
        assert y1 != y2 or x1 + wide < x2


def test_what_is_cut_off_is_drawn_and_told() -> None:
    tree = TREES["alphabeta"]
    root = ElementTree.fromstring(draw(tree))
    crossed = [group for group in root.iter(f"{SVG}g") if group.get("class") == "pruned"]
    assert crossed
    assert all(group.find(f"{SVG}path[@class='cross']") is not None for group in crossed)
    said = [view.text for view in step_views(tree)]
    assert any(text.startswith("Cut: ") and "alpha has met beta" in text for text in said)


def test_the_page_needs_nothing_else(tree: SearchTree) -> None:
    html = page(tree, "hard:depth=5")
    assert not re.search(r"(src|href)=|url\(|@import|https?://(?!www\.w3\.org/2000/svg)", html)
    assert "Content-Security-Policy" in html
    data = re.search(r'<script type="application/json" class="data">(.*?)</script>', html, re.S)
    assert data is not None
    steps = json.loads(data[1])["steps"]
    assert [step["text"] for step in steps] == [view.text for view in step_views(tree)]


def test_a_name_cannot_leave_its_place() -> None:
    html = page(TREES["uct"], "<script>alert(1)</script>")
    assert "<script>alert" not in html


def test_the_steps_in_words() -> None:
    said = [view.text for view in step_views(TREES["alphabeta"])]
    assert said[0] == "The search begins, 5 plies deep, with the window from −∞ to +∞."
    assert said[1] == "MAX tries column 2, with the window −∞ … +∞."
    assert said[2].startswith("MIN tries column ")
    assert re.fullmatch(r"The search ends: \S+ for MAX, with column \d\.", said[-1])
    uct = [view.text for view in step_views(TREES["uct"])]
    assert uct[0] == "Simulation 1, selection: stays at the root."
    assert re.fullmatch(r"Simulation 1, expansion: column \d for the first time\.", uct[1])
    assert re.fullmatch(r"Simulation 1, a random game from here: .+\.", uct[2])
    assert re.fullmatch(r"Simulation 1, backed up: column \d \d+ % of 1\.", uct[3])


def test_the_cells_of_a_step_are_those_of_its_position(tree: SearchTree) -> None:
    for view in step_views(tree):
        position = tree.position
        for column, (cell, piece) in zip(view.step.path, view.cells, strict=True):
            assert piece == ("ban" if position.must_ban else position.turn.name.lower())
            position = position.play(column)
            assert position.last_cell is not None
            assert ff.rules.notation.format_cell(position.last_cell) == cell


def test_json_names_the_nodes_as_the_notation_does() -> None:
    found = TREES["wide"].to_json()
    assert json.loads(json.dumps(found)) == found
    assert found["fourfold"] == "tree"
    assert found["search"] == "alphabeta"
    assert {node["path"] for node in found["nodes"]} >= {"", "f", "fa"}
    assert found["nodes"][0]["window"] == [None, None]
    root = TREES["uct"].to_json()["nodes"][0]
    assert root["visits"] == 120
    assert root["parent"] is None
