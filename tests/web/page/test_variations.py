"""Variations: begun by a move from an earlier position, walked, promoted, deleted and kept."""

import re
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="there is no playwright")

from playwright.sync_api import Locator, expect

from tests.web.page.axe import MODES, check_axe
from tests.web.page.conftest import Visit
from tests.web.page.driver import Visitor


def variations(visitor: Visitor) -> Locator:
    return visitor.page.locator(".moves-variation")


def texts(visitor: Visitor) -> list[str]:
    """The variations as they stand in the list: the number of their first move, and the moves."""
    return [re.sub(r"\s+", "", text) for text in variations(visitor).all_inner_texts()]


def current(visitor: Visitor) -> Locator:
    return visitor.page.locator("#moves-list [aria-current]")


def finished(visitor: Visitor) -> Visitor:
    """Show a game that the first player has won."""
    visitor.begin("7x6", "Ann", "Bob")
    visitor.drop("1", "2", "1", "2", "1", "2", "1")
    expect(visitor.status).to_have_text(re.compile("^Ann wins"))
    return visitor


def test_a_study_board_keeps_both_lines(visit: Visit) -> None:
    ann = visit("position/7x6:4435")
    ann.press("u")
    ann.press("u")
    ann.press("6")
    expect(variations(ann)).to_have_count(1)
    ann.press("2")
    expect(ann.pieces()).to_have_count(4)
    expect(ann.page).to_have_url(re.compile(r"/position/7x6:4462\?lines=4435,-$"))
    assert texts(ann) == ["362"]
    expect(current(ann)).to_have_accessible_name("Variation, move 4: Yellow: b1")
    # The same move again follows the line that is there.
    ann.press("u")
    ann.press("2")
    expect(ann.page).to_have_url(re.compile(r"/position/7x6:4462\?lines=4435,-$"))
    # A variation of the variation.
    ann.press("u")
    ann.press("1")
    expect(ann.page.locator(".moves-inner")).to_have_count(1)
    assert texts(ann) == ["362(41)"]
    # The address has all of it.
    ann.page.reload()
    expect(variations(ann)).to_have_count(1)
    assert texts(ann) == ["362(41)"]
    expect(current(ann)).to_have_accessible_name("Variation, move 4: Yellow: a1")
    ann.page.locator('[data-path="4435"]').click()
    expect(ann.page).to_have_url(re.compile(r"/position/7x6:4435\?lines=-,4462,4461$"))
    expect(ann.page.get_by_role("group", name="This variation")).to_be_hidden()


def test_make_main_line_and_delete(visit: Visit) -> None:
    ann = visit("position/7x6:4462?lines=4435,-")
    tools = ann.page.get_by_role("group", name="This variation")
    tools.get_by_role("button", name="Make main line").click()
    expect(ann.page).to_have_url(re.compile(r"/position/7x6:4462\?lines=-,4435$"))
    assert texts(ann) == ["335"]
    expect(tools).to_be_hidden()
    ann.page.locator('[data-path="443"]').click()
    tools.get_by_role("button", name="Delete").click()
    expect(variations(ann)).to_have_count(0)
    expect(ann.pieces()).to_have_count(2)
    expect(ann.page).to_have_url(re.compile(r"/position/7x6:4462\?ply=2$"))


def test_by_keyboard_alone(visit: Visit) -> None:
    ann = visit("position/7x6:4435")
    for key in (",", ",", "6", "2"):
        ann.press(key)
    expect(ann.page).to_have_url(re.compile("7x6:4462"))
    current(ann).focus()
    ann.press("ArrowLeft")
    expect(current(ann)).to_have_accessible_name("Variation, move 3: Red: f1")
    expect(current(ann)).to_be_focused()
    ann.press("Shift+ArrowUp")
    expect(current(ann)).to_have_accessible_name("Move 3: Red: c1")
    expect(current(ann)).to_be_focused()
    ann.press("Shift+ArrowDown")
    expect(current(ann)).to_have_accessible_name("Variation, move 3: Red: f1")
    ann.press("ArrowRight")
    expect(current(ann)).to_have_accessible_name("Variation, move 4: Yellow: b1")
    expect(current(ann)).to_be_focused()
    ann.press("Tab")
    expect(ann.button("Make main line")).to_be_focused()
    ann.press("Tab")
    expect(ann.button("Delete")).to_be_focused()
    ann.press("Enter")
    expect(variations(ann)).to_have_count(0)
    expect(ann.pieces()).to_have_count(2)
    expect(current(ann)).to_be_focused()


def test_variations_of_a_finished_game_are_saved(visit: Visit) -> None:
    ann = finished(visit(None))
    address = ann.page.url
    for _ in range(4):
        ann.press(",")
    ann.press("5")
    expect(ann.status).to_have_text("In a variation, after move 4. Ann to move.")
    ann.press("6")
    expect(ann.pieces()).to_have_count(5)
    assert texts(ann) == ["456"]
    # Everybody sees them, and they outlive the page.
    bob = visit(None)
    bob.page.goto(address)
    expect(variations(bob)).to_have_count(1)
    ann.page.reload()
    expect(ann.pieces()).to_have_count(5)
    expect(ann.status).to_have_text("In a variation, after move 5. Bob to move.")
    # A second one at the same fork; the game itself stays the main line.
    ann.page.locator('[data-path="121"]').click()
    ann.press("7")
    expect(variations(ann)).to_have_count(2)
    ann.button("Put first").click()
    expect(variations(bob).first).to_have_text(re.compile("7"))
    assert texts(ann) == ["47", "456"]
    ann.button("Delete").click()
    expect(variations(ann)).to_have_count(1)
    expect(variations(bob)).to_have_count(1)
    ann.press("End")
    ann.page.locator('[data-path="1212121"]').click()
    expect(ann.status).to_have_text(re.compile("^Ann wins"))


def test_who_watches_tries_out_without_saving(visit: Visit) -> None:
    ann = finished(visit(None))
    bob = visit(None)
    bob.page.goto(f"{ann.page.url}?ply=2")
    expect(bob.pieces()).to_have_count(2)
    bob.press("7")
    bob.press("7")
    expect(bob.pieces()).to_have_count(4)
    assert texts(bob) == ["377"]
    ann.page.reload()
    expect(ann.plies).to_have_count(7)
    expect(variations(ann)).to_have_count(0)


def test_in_a_review(visit: Visit) -> None:
    ann = finished(visit(None))
    ann.press("v")
    expect(ann.page.locator(".label-mark").first).to_be_visible()
    for _ in range(4):
        ann.press(",")
    ann.press("5")
    expect(variations(ann)).to_have_count(1)
    expect(ann.page).to_have_url(re.compile(r"/review\?line=1215$"))
    expect(ann.page.locator("#review")).to_be_visible()
    ann.page.locator('[data-path="1212"]').click()
    expect(ann.page).to_have_url(re.compile(r"/review\?ply=4$"))
    expect(variations(ann)).to_have_count(1)


def test_playing_on_from_a_variation(visit: Visit) -> None:
    ann = finished(visit(None))
    for _ in range(4):
        ann.press(",")
    ann.press("5")
    expect(variations(ann)).to_have_count(1)
    ann.button("Play on from here").click()
    expect(ann.status).to_have_text("Ann to move.")
    expect(ann.pieces()).to_have_count(4)
    expect(variations(ann)).to_have_count(0)


def test_a_running_game_has_none(visit: Visit) -> None:
    ann = visit(None).begin()
    ann.drop("4", "4")
    ann.press(",")
    ann.press("3")
    expect(ann.status).to_have_text(re.compile("^This is an earlier position"))
    expect(variations(ann)).to_have_count(0)


def test_the_record_has_them(visit: Visit, tmp_path: Path) -> None:
    ann = visit("position/7x6:4462?lines=4435,-")
    ann.button("Share").click()
    with ann.page.expect_download() as coming:
        ann.page.get_by_role("link", name="Download the record").click()
    path = tmp_path / "study.jsonl"
    coming.value.save_as(path)
    assert '"variations": ["4462"]' in path.read_text()
    ann.page.get_by_label("A file of games").set_input_files(path)
    expect(ann.page).to_have_url(re.compile("/game/"))
    expect(variations(ann)).to_have_count(1)
    assert texts(ann) == ["362"]


def test_boards_with_a_ban(visit: Visit) -> None:
    ann = visit("position/6x5-bc1:34")
    ann.press(",")
    ann.press("5")
    expect(variations(ann)).to_have_text(re.compile("ban 5"))
    ann.press("1")
    expect(ann.pieces()).to_have_count(3)


@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing(visit: Visit, width: int) -> None:
    size = {"width": width, "height": 844}
    ann = visit("position/7x6:4461?lines=4435,4462,-", viewport=size)
    if width == 390:
        ann.page.locator("#tabs").get_by_role("button", name="Moves").click()
    expect(ann.button("Make main line")).to_be_visible()
    check_axe(ann.page, MODES)
    assert not ann.has_overflow()
