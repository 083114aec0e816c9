"""Study tools, stepping through games, sharing and keeping."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="there is no playwright")

from playwright.sync_api import expect

from tests.web.page.conftest import Visit


def test_every_position_has_an_address(visit: Visit) -> None:
    ann = visit("position/9x8-xd3-be4:445536")
    expect(ann.pieces()).to_have_count(6)
    expect(ann.status).to_have_text("Red to move.")
    ann.poke("1")
    expect(ann.pieces()).to_have_count(7)
    expect(ann.page).to_have_url(re.compile("/position/9x8-xd3-be4:4455361$"))
    ann.press("u")
    expect(ann.pieces()).to_have_count(6)
    expect(ann.page).to_have_url(re.compile("/position/9x8-xd3-be4:4455361[?]ply=6$"))
    ann.poke("2")
    expect(ann.page).to_have_url(re.compile(r"/position/9x8-xd3-be4:4455362\?lines=4455361,-$"))


def test_scores_bar_and_winning_cells(visit: Visit) -> None:
    # FIRST has three at the bottom with both ends open, SECOND three above them.
    ann = visit("position/7x6:445533")
    chips = ann.page.locator(".chip")
    expect(chips).to_have_count(7)
    expect(chips.nth(5)).to_have_class(re.compile("is-win"))
    expect(chips.nth(5)).to_contain_text("W 1")
    expect(ann.page.locator("#study-verdict")).to_have_text("Red wins in 1 move with best play.")
    worth = "Evaluation: 100\u202f% for Red"
    expect(ann.page.locator("#bar")).to_have_attribute("aria-label", worth)
    # b1 and f1 are on an odd row and can be played now: filled circles. b2 and f2 are neither.
    expect(ann.page.locator("circle.threat-first.is-playable")).to_have_count(2)
    expect(ann.page.locator("rect.threat-second:not(.is-playable)")).to_have_count(2)
    ann.press("a")
    expect(chips).to_have_count(0)
    expect(ann.page.locator(".threat")).to_have_count(0)


def test_study_tools_are_off_while_you_play_and_a_key_away(visit: Visit) -> None:
    ann = visit()
    expect(ann.page.locator("#study")).to_be_hidden()
    ann.press("a")
    expect(ann.page.locator(".chip")).to_have_count(7)
    expect(ann.page.locator("#study")).to_be_visible()


def test_study_and_hint_say_why(visit: Visit) -> None:
    ann = visit("position/7x6:4455")
    expect(ann.page.locator("#study-why")).to_have_text(
        "Column 3: Makes two threats at once, at b1 and f1: Yellow cannot stop them all."
    )
    ann.page.locator("#study-why .cell-name", has_text="f1").hover()
    expect(ann.page.locator(".pointed-ring")).to_have_count(1)
    ann.page.locator("#study-verdict").hover()
    expect(ann.page.locator(".pointed-ring")).to_have_count(0)
    ann.press("h")
    expect(ann.status).to_have_text(
        "Red to move. Try column 3: it wins in 3 moves. Makes two threats at once."
    )


def test_hint_stays_until_the_move(visit: Visit) -> None:
    ann = visit(None).begin()
    ann.drop("4", "1", "4", "1", "4", "1")
    ann.press("h")
    expect(ann.status).to_have_text("Red to move. Try column 4: it wins at once.")
    expect(ann.page.locator(".hint-ring")).to_have_count(1)
    ann.drop("4")
    expect(ann.page.locator(".hint-ring")).to_have_count(0)


def test_hint_goes_when_the_game_ends_without_a_move(visit: Visit) -> None:
    ann = visit(None).begin()
    ann.drop("4", "1", "4", "1", "4", "1")
    ann.press("h")
    expect(ann.page.locator(".hint-ring")).to_have_count(1)
    ann.button("Resign").click()
    ann.button("Yes, resign").click()
    expect(ann.status).to_have_text("Yellow wins: Red resigned.")
    expect(ann.page.locator(".hint-ring")).to_have_count(0)


def test_stepping_through_a_game(visit: Visit) -> None:
    ann = visit(None).begin()
    ann.drop("4", "4", "3")
    ann.press("Home")
    expect(ann.pieces()).to_have_count(0)
    ann.press(".")
    expect(ann.pieces()).to_have_count(1)
    expect(ann.plies.first).to_have_attribute("aria-current", "step")
    ann.poke("1")
    expect(ann.status).to_have_text(re.compile("^This is an earlier position"))
    ann.plies.first.focus()
    ann.press("ArrowRight")
    expect(ann.pieces()).to_have_count(2)
    expect(ann.plies.nth(1)).to_be_focused()
    ann.press("End")
    expect(ann.pieces()).to_have_count(3)
    ann.press(",")
    expect(ann.page).to_have_url(re.compile(r"\?ply=2$"))
    ann.page.reload()
    expect(ann.pieces()).to_have_count(2)


def test_play_on_from_an_earlier_position(visit: Visit) -> None:
    ann = visit(None).begin("7x6", "Ann", "Bob")
    ann.drop("1", "2", "1", "2", "1", "2", "1")
    old = ann.page.url
    for _ in range(2):
        ann.press(",")
    ann.button("Play on from here").click()
    expect(ann.plies).to_have_count(5)
    assert ann.page.url != old
    expect(ann.status).to_have_text("Bob to move.")
    ann.drop("1")
    expect(ann.pieces()).to_have_count(6)


def test_sharing(visit: Visit) -> None:
    ann = visit(None).begin()
    ann.drop("4", "4")
    ann.button("Share").click()
    dialog = ann.page.get_by_role("dialog")
    link = dialog.get_by_role("textbox", name="Link to this position").input_value()
    assert link.endswith("/position/7x6:44")
    assert dialog.get_by_role("textbox", name="Moves").input_value() == "7x6:44"
    assert dialog.get_by_role("textbox", name="Link to watch").input_value() == ann.page.url
    dialog.get_by_text("Play on from another device").click()
    seat = dialog.get_by_role("textbox", name="Seat of Red").input_value()
    phone = visit(None)
    phone.page.goto(seat)
    expect(phone.pieces()).to_have_count(2)
    phone.drop("3")
    expect(ann.pieces()).to_have_count(3)


def test_record_goes_out_and_comes_back(visit: Visit, tmp_path: Path) -> None:
    ann = visit(None).begin("7x6", "Ann", "Bob")
    ann.drop("1", "2", "1", "2", "1", "2", "1")
    ann.button("Share").click()
    with ann.page.expect_download() as coming:
        ann.page.get_by_role("link", name="Download the record").click()
    path = tmp_path / "game.jsonl"
    coming.value.save_as(path)
    assert path.read_text().startswith("{")

    bob = visit()
    bob.button("Share").click()
    bob.page.get_by_label("A file of games").set_input_files(path)
    expect(bob.plies).to_have_count(7)
    expect(bob.status).to_have_text("Ann wins with a1–a4.")

    nonsense = tmp_path / "nonsense.jsonl"
    nonsense.write_text("boo")
    bob.button("Share").click()
    bob.page.get_by_label("A file of games").set_input_files(nonsense)
    expect(bob.page.get_by_role("alert")).to_contain_text("Line 1")
    assert all("status of 4" in problem for problem in bob.problems)
    bob.problems.clear()


def test_history_and_statistics(visit: Visit) -> None:
    ann = visit(None).begin("7x6", "Zoe", "Yves")
    ann.drop("1", "2", "1", "2", "1", "2", "1")
    ann.new_game("Against an agent", agent="greedy", starts="You", columns=6, rows=5)
    ann.drop("1")
    expect(ann.plies).to_have_count(2)
    ann.button("Resign").click()
    ann.button("Yes, resign").click()
    expect(ann.status).to_have_text("Greedy wins: you resigned.")

    ann.button("History").click()
    expect(ann.page).to_have_url(re.compile("/history$"))
    screen = ann.page.locator(".history")
    expect(screen.locator(".game-link").first).to_contain_text("You lost")
    screen.get_by_role("link", name="Statistics").click()
    expect(screen.locator(".tally tbody tr", has_text="Greedy")).to_have_count(1)
    screen.get_by_role("link", name="All games").click()
    screen.get_by_role("searchbox", name="Player").fill("yves")
    expect(screen.locator(".game-link")).to_have_count(1)
    expect(screen.locator(".game-link")).to_contain_text("Zoe – Yves")
    screen.get_by_label("Result").select_option("draw")
    expect(screen.locator(".game-link")).to_have_count(0)
    expect(screen).to_contain_text("No games found.")
    screen.get_by_label("Result").select_option("FIRST")
    screen.locator(".game-link").click()
    expect(screen).to_have_count(0)
    expect(ann.status).to_have_text("Zoe wins with a1–a4.")


def test_history_leaves_the_board_as_it_was(visit: Visit) -> None:
    ann = visit(None).begin()
    ann.drop("4", "4", "3")
    ann.press("a")
    ann.press(",")
    ways: list[Callable[[], object]] = [lambda: ann.press("Escape"), ann.page.go_back]
    for leave in ways:
        ann.button("History").click()
        expect(ann.page).to_have_url(re.compile("/history$"))
        expect(ann.page.locator(".history")).to_be_visible()
        leave()
        expect(ann.page.locator(".history")).to_have_count(0)
        expect(ann.page).to_have_url(re.compile(r"\?ply=2$"))
        expect(ann.pieces()).to_have_count(2)
        expect(ann.page.locator("#study")).to_be_visible()
