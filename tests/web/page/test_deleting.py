"""Deleting a game of one's own: from the history and from the game, after a question."""

import re

import pytest

pytest.importorskip("playwright.sync_api", reason="there is no playwright")

from playwright.sync_api import expect

from tests.web.page.axe import MODES, check_axe
from tests.web.page.conftest import Visit
from tests.web.page.test_mine import WIN, open_history, play


def test_a_game_is_deleted_from_the_history_by_keyboard(visit: Visit) -> None:
    ann = visit()
    first = play(ann, "44", {"name": "Ann"}, {"name": "Ben"})
    second = play(ann, WIN, {"name": "Ann"}, {"name": "Zed"})
    screen = open_history(ann)
    expect(screen.locator(".game-card")).to_have_count(2)
    button = screen.get_by_role("button", name="Delete: Ann – Zed")
    dialog = ann.page.get_by_role("dialog", name="Delete this game?")

    button.focus()
    ann.press("Enter")
    expect(dialog).to_be_visible()
    expect(dialog).to_contain_text("Ann – Zed")
    expect(dialog.get_by_role("button", name="Keep it")).to_be_focused()
    check_axe(ann.page, MODES)
    ann.press("Enter")  # what is not meant deletes nothing
    expect(dialog).to_have_count(0)
    expect(button).to_be_focused()
    expect(screen.locator(".game-card")).to_have_count(2)

    ann.press("Enter")
    ann.press("Tab")
    expect(dialog.get_by_role("button", name="Yes, delete")).to_be_focused()
    ann.press("Enter")
    expect(dialog).to_have_count(0)
    expect(screen.locator(".game-card")).to_have_count(1)
    expect(screen.locator(".history-words")).to_have_text("The game was deleted.")
    expect(screen.locator(f"a[href='game/{first}']")).to_be_focused()
    assert ann.context.request.get(f"api/games/{second}").status == 404
    assert ann.context.request.get(f"api/games/{first}").status == 200
    check_axe(ann.page, MODES)


def test_only_own_games_can_be_deleted(visit: Visit) -> None:
    other = play(visit(), "44", {"name": "Bob"}, {"name": "Eve"})
    ann = visit()
    own = play(ann, "44", {"name": "Ann"}, {"name": "Ben"})
    screen = open_history(ann, "All games")
    for id, count in ((own, 1), (other, 0)):
        card = screen.locator(f".game-card[data-game='{id}']")
        expect(card).to_have_count(1)
        expect(card.get_by_role("button", name=re.compile("^Delete"))).to_have_count(count)


def test_a_game_is_deleted_from_its_own_page(visit: Visit) -> None:
    ann = visit()
    ann.new_game("Against an agent", agent="greedy", starts="You")
    ann.drop("1")
    id = ann.page.url.rpartition("/")[2]
    ann.page.locator("#nav").get_by_role("button", name="Share").click()
    ann.page.get_by_role("button", name="Delete this game").click()
    dialog = ann.page.get_by_role("dialog", name="Delete this game?")
    expect(dialog).to_be_visible()
    dialog.get_by_role("button", name="Yes, delete").click()
    expect(ann.status).to_have_text("The game was deleted.")
    assert ann.context.request.get(f"api/games/{id}").status == 404
    seats = ann.page.evaluate("localStorage['fourfold.seats']")
    assert id not in seats


def test_a_refusal_is_told_in_the_dialog(visit: Visit) -> None:
    ann = visit()
    id = play(ann, "44", {"name": "Ann"}, {"name": "Ben"})
    screen = open_history(ann)
    screen.get_by_role("button", name="Delete: Ann – Ben").click()
    dialog = ann.page.get_by_role("dialog")
    ann.page.route(
        f"**/api/games/{id}",
        lambda route: route.fulfill(status=503, json={"error": "The database is busy."}),
    )
    dialog.get_by_role("button", name="Yes, delete").click()
    expect(dialog.get_by_role("alert")).to_have_text("The database is busy.")
    expect(dialog.get_by_role("button", name="Yes, delete")).to_be_focused()
    assert all("503" in problem for problem in ann.problems)
    ann.problems.clear()
    ann.page.unroute(f"**/api/games/{id}")
    dialog.get_by_role("button", name="Yes, delete").click()
    expect(screen.locator(".game-card")).to_have_count(0)
