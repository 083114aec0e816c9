"""The review of a game: graph, labels, lines, trying again, its address, and leaving it."""

import re
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="there is no playwright")

from playwright.sync_api import Locator, expect

from tests.web.page.axe import MODES, check_axe
from tests.web.page.conftest import Visit
from tests.web.page.driver import Visitor

GAME = "1213121"
"""On a board of 5x4: Red wins with a1 to a4. Yellow's last move gives it away."""
REVIEW = f"position/5x4:{GAME}/review"
PHONE = {"width": 390, "height": 844}


def words(visitor: Visitor) -> Locator:
    return visitor.page.locator(".review-headline > span").last


def graph(visitor: Visitor) -> Locator:
    return visitor.page.get_by_role("slider", name="Win chances, move by move")


def wait_for_review(visitor: Visitor) -> None:
    expect(visitor.page.locator("#summary")).to_contain_text("Every label is proven.")


def play(visitor: Visitor, *names: str) -> Visitor:
    """Play the game to its end, two people at this screen."""
    visitor.begin("5x4", *names)
    visitor.drop(*GAME)
    return visitor


def test_after_a_game_by_keyboard_alone(visit: Visit) -> None:
    ann = play(visit(None), "Ann", "Bob")
    expect(ann.status).to_have_text("Ann wins with a1–a4.")
    ann.press("v")
    expect(ann.page).to_have_url(re.compile(r"/game/\w+/review$"))
    expect(graph(ann)).to_be_focused()
    wait_for_review(ann)
    expect(words(ann)).to_have_text("Only move: four in a row, and nothing else wins.")
    # The arrow keys go through the game, and the graph says where.
    ann.press("ArrowLeft")
    expect(ann.pieces()).to_have_count(6)
    expect(graph(ann)).to_have_attribute("aria-valuenow", "6")
    expect(graph(ann)).to_have_attribute("aria-valuetext", "Move 6, mistake: Ann 100\u202f%")
    expect(words(ann)).to_contain_text("Mistake: a loss at once instead of a draw.")
    ann.press("Home")
    expect(ann.pieces()).to_have_count(0)
    expect(words(ann)).to_have_text("The start of the game.")
    ann.press("End")
    ann.press("ArrowLeft")
    # From the graph, Tab leads to what would have been better.
    ann.press("Tab")
    expect(ann.button("Better line")).to_be_focused()
    ann.press("Enter")
    expect(ann.page.locator(".line-ghost")).not_to_have_count(0)
    expect(ann.page.locator(".line-ghost text").first).to_have_text("1")
    ann.press("Enter")
    expect(ann.page.locator(".line-ghost")).to_have_count(0)
    ann.press("v")
    expect(graph(ann)).to_be_hidden()
    expect(ann.page).to_have_url(re.compile(r"/game/\w+\?ply=6$"))
    expect(ann.pieces()).to_have_count(6)


def test_labels_in_the_list_and_the_summary(visit: Visit) -> None:
    ann = visit(REVIEW)
    wait_for_review(ann)
    expect(ann.page.locator(".ply .label-mark")).to_have_count(7)
    # The letter is in a shape of its own, and the words say the same.
    mark = ann.plies.nth(5).locator(".label-mark")
    expect(mark).to_have_class(re.compile("is-mistake"))
    expect(mark.locator("text")).to_have_text("M")
    expect(ann.plies.nth(5)).to_have_attribute("aria-label", re.compile(r"\(mistake\)$"))
    summary = ann.page.locator("#summary")
    expect(summary.locator(".summary-rates tbody tr").first).to_contain_text("Red won")
    expect(summary.locator(".summary-rates tbody td").first).to_have_text(re.compile(r"^\d+\s%$"))
    counts = summary.locator(".summary-counts tbody tr")
    assert [
        sum(int(text) for text in counts.nth(row).locator("td").all_inner_texts() if text != "·")
        for row in (0, 1)
    ] == [4, 3]
    summary.get_by_role("button", name="Turning point: move 6, mistake").click()
    expect(ann.pieces()).to_have_count(6)
    expect(ann.plies.nth(5)).to_have_attribute("aria-current", "step")


def test_a_ban_has_a_label_of_its_own(visit: Visit) -> None:
    ann = visit("position/4x4-bb1:12134/review", viewport={"width": 1000, "height": 700})
    wait_for_review(ann)
    expect(ann.page.locator(".ply.is-ban .label-mark")).to_have_count(1)
    moves = ann.page.locator("#moves-list")
    assert moves.evaluate("e => e.scrollWidth <= e.clientWidth")


def test_better_line_and_refutation_can_be_played(visit: Visit) -> None:
    ann = visit(f"{REVIEW}?ply=6")
    wait_for_review(ann)
    ghosts = ann.page.locator(".line-ghost")
    steps = ann.page.locator("#review-line button")
    ann.button("Refutation").click()
    expect(ghosts).to_have_count(1)  # four at once
    expect(ann.pieces()).to_have_count(6)
    ann.button("Better line").click()
    expect(ann.button("Refutation")).to_have_attribute("aria-pressed", "false")
    expect(ghosts).to_have_count(6)
    steps.nth(1).click()
    expect(ghosts).to_have_count(2)  # instead of Yellow's move, which is not on the board now
    expect(ann.pieces()).to_have_count(5)
    assert ann.cell(2, 3) == "free"
    ann.press(",")
    expect(ghosts).to_have_count(0)
    expect(ann.plies.nth(4)).to_have_attribute("aria-current", "step")


def test_try_again_here(visit: Visit) -> None:
    ann = visit(f"{REVIEW}?ply=6")
    wait_for_review(ann)
    ann.poke("1")
    expect(ann.status).to_contain_text("Try again here")
    ann.button("Try again here").click()
    ann.press("4")  # at once, before the server has sent the position
    expect(words(ann)).to_contain_text("Not yet: column 4 loses at once")
    ann.button("Try again here").click()
    ann.button("Try again here").click()
    expect(words(ann)).to_have_text("Yellow to move: which column is better than 2?")
    expect(ann.board).to_have_class(re.compile("is-playable"))
    expect(ann.pieces()).to_have_count(5)
    ann.press("2")
    expect(words(ann)).to_have_text("Column 2 is what was played. Try another one.")
    ann.press("5")
    expect(words(ann)).to_have_text(
        "Not yet: column 5 loses at once, but there is a draw. Leaves a4 to Red. "
        "Red answers with column 1."
    )
    ann.column("1").click()
    expect(words(ann)).to_have_text(
        re.compile("^Yes: column 1 draws, and nothing is better. Blocks a4.$")
    )
    expect(ann.page.locator(".line-ghost text")).to_have_text("✓")
    ann.button("Try again here").click()
    expect(ann.pieces()).to_have_count(6)
    # There is nothing better than the last move.
    ann.press("End")
    expect(ann.button("Try again here")).to_be_disabled()


def test_a_shared_address_and_going_back(visit: Visit) -> None:
    ann = play(visit(None))
    ann.button("Share").click()
    field = ann.page.get_by_role("textbox", name="Link to the review")
    link = field.input_value()
    ann.press("Escape")
    bob = visit(None)
    bob.page.goto(link)
    wait_for_review(bob)
    expect(bob.pieces()).to_have_count(7)
    bob.button("History").click()
    expect(bob.page.locator(".history")).to_be_visible()
    bob.press("Escape")
    expect(bob.page).to_have_url(link)
    expect(graph(bob)).to_be_visible()
    bob.button("Leave the review").click()
    expect(graph(bob)).to_be_hidden()
    expect(bob.button("Review")).to_be_focused()
    bob.page.go_back()
    expect(graph(bob)).to_be_visible()
    wait_for_review(bob)


def test_a_game_that_is_being_played_has_no_review(visit: Visit) -> None:
    ann = visit(None).begin("5x4")
    ann.drop("1", "2")
    expect(ann.button("Review")).to_have_count(0)
    ann.go(f"{ann.page.url.removeprefix(ann.site.address)}/review")
    expect(ann.status).to_have_text("The game can be reviewed once it is over.")
    expect(ann.page).to_have_url(re.compile(r"/game/\w+$"))
    expect(graph(ann)).to_be_hidden()


def test_from_the_history_and_from_a_file(visit: Visit, tmp_path: Path) -> None:
    ann = play(visit(None), "Quentin", "Wanda")
    record = tmp_path / "game.jsonl"
    record.write_bytes(
        ann.context.request.get(f"{ann.page.url.replace('/game', '/api/games')}/record").body()
    )
    bob = visit()
    bob.button("History").click()
    bob.page.get_by_role("link", name="All games").click()
    bob.page.get_by_role("searchbox", name="Player").fill("quentin")
    expect(bob.page.locator(".game-link")).to_have_count(1)
    bob.page.locator(".game-link").click()
    bob.button("Review").click()
    wait_for_review(bob)
    expect(bob.page.locator("#summary")).to_contain_text("Quentin won")
    bob.button("Share").click()
    bob.page.get_by_label("A file of games").set_input_files(record)
    expect(graph(bob)).to_be_hidden()  # another game is shown
    bob.button("Review").click()
    wait_for_review(bob)


def test_progress_comes_ply_by_ply_and_leaving_ends_the_work(visit: Visit) -> None:
    ann = visit("position/12x12:aabbaabbddeeddeeggggjjkkjjkk/review")
    bar = ann.page.locator(".summary-bar")
    expect(ann.page.locator("#summary")).to_contain_text(re.compile(r"Reviewing: [1-9]\d* of 28"))
    expect(bar).to_have_attribute("max", "28")
    expect(ann.plies.last.locator(".label-mark")).to_have_count(1)
    expect(ann.plies.first.locator(".label-mark")).to_have_count(0)
    with ann.page.expect_event("requestfailed") as ended:
        ann.button("Leave the review").click()
    assert "/api/reviews/" in ended.value.url
    expect(ann.page.locator(".ply .label-mark")).to_have_count(0)


@pytest.mark.parametrize("viewport", [PHONE, {"width": 1280, "height": 800}], ids=["phone", "wide"])
def test_axe_finds_nothing_and_nothing_jumps(visit: Visit, viewport: Any) -> None:
    ann = visit(f"{REVIEW}?ply=6", viewport=viewport)
    wait_for_review(ann)
    check_axe(ann.page, MODES)
    assert not ann.has_overflow()
    parts = [ann.board, graph(ann), ann.page.locator("#review-tools"), ann.page.locator("#summary")]
    places = [part.bounding_box() for part in parts]
    ann.button("Better line").click()
    expect(ann.page.locator(".line-ghost")).to_have_count(6)
    check_axe(ann.page, MODES)
    ann.press(",")
    ann.press("Home")
    expect(ann.pieces()).to_have_count(0)
    assert [part.bounding_box() for part in parts] == places


def test_click_on_the_graph(visit: Visit) -> None:
    ann = visit(REVIEW, viewport=PHONE, has_touch=True, is_mobile=True)
    wait_for_review(ann)
    box = graph(ann).bounding_box()
    assert box is not None
    graph(ann).tap(position={"x": box["width"] * 3 / 7, "y": box["height"] / 2})
    expect(ann.pieces()).to_have_count(3)
    expect(graph(ann)).to_have_attribute("aria-valuenow", "3")


def test_study_says_who_has_won_and_how(visit: Visit) -> None:
    ann = visit(f"position/5x4:{GAME}")
    expect(ann.page.locator("#study-verdict")).to_have_text("Red wins with a1–a4.")
