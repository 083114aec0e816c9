"""The lobby: two people who do not know each other find a game, and both land in it."""

import re
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="there is no playwright")

from playwright.sync_api import Locator, expect

from tests.web.page.axe import check_axe
from tests.web.page.conftest import Visit
from tests.web.page.driver import Visitor


def enter(visit: Visit, **options: Any) -> Visitor:
    """Open the lobby, by its address."""
    visitor = visit(None, **options)
    visitor.page.goto(f"{visitor.site.address}/people")
    expect(visitor.page.get_by_role("heading", name="Find someone to play")).to_be_visible()
    expect(visitor.page.locator(".lobby-count")).not_to_have_text("One moment …")
    return visitor


def look(visitor: Visitor, name: str, starts: str = "Random", time: str = "0") -> None:
    page = visitor.page
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Time for the game").select_option(time)
    page.get_by_role("radio", name=starts, exact=True).check(force=True)
    visitor.button("Look for a game").click()
    expect(page.get_by_text("You are looking for a game.")).to_be_visible()


def seek(visitor: Visitor, name: str) -> Locator:
    """The line of somebody who looks for a game."""
    return visitor.page.locator(".seek").filter(has_text=re.compile(f"^{name}"))


def test_two_strangers_find_a_game_and_play(visit: Visit) -> None:
    ann, bob = enter(visit), enter(visit)
    look(ann, "Lena", starts="The other player", time="300")
    expect(seek(ann, "You")).to_contain_text("7×6 · 5 min a game · they start")
    expect(ann.button("Play Lena")).to_have_count(0)  # nobody joins themselves
    expect(seek(bob, "Lena")).to_contain_text("7×6 · 5 min a game · you start")
    bob.page.get_by_label("Your name").fill("Bob")
    bob.button("Play Lena").click()
    expect(bob.status).to_have_text("You start: choose a column.")
    expect(ann.status).to_have_text("Bob to move.")
    assert "/game/" in ann.page.url
    assert ann.page.url == bob.page.url
    expect(ann.page.locator(".player-clock").first).to_have_text("5:00")
    bob.drop("4")
    ann.drop("4")
    expect(bob.status).to_have_text("Your move.")
    for visitor in (ann, bob):  # both keep their seats
        visitor.page.reload()
        expect(visitor.plies).to_have_count(2)
    bob.drop("5")
    expect(ann.status).to_have_text("Your move.")


def test_a_seek_is_seen_live_and_vanishes_when_its_owner_leaves(visit: Visit) -> None:
    ann, bob = enter(visit), enter(visit)
    look(ann, "Vera")
    expect(seek(bob, "Vera")).to_have_count(1)
    ann.button("Stop looking").click()
    expect(seek(bob, "Vera")).to_have_count(0)
    expect(ann.button("Look for a game")).to_be_focused()
    look(ann, "Vera")
    expect(seek(bob, "Vera")).to_have_count(1)
    ann.page.get_by_role("link", name="Back to the game").click()
    expect(ann.board).to_be_visible()
    expect(seek(bob, "Vera")).to_have_count(0)
    # A browser that is simply closed says nothing more.
    eve = enter(visit)
    look(eve, "Wilma")
    expect(seek(bob, "Wilma")).to_have_count(1)
    eve.context.close()
    expect(seek(bob, "Wilma")).to_have_count(0)


def test_somebody_else_was_quicker(visit: Visit) -> None:
    ann, bob, eve = enter(visit), enter(visit), enter(visit)
    look(ann, "Paula")
    expect(eve.button("Play Paula")).to_be_visible()
    id = str(eve.button("Play Paula").get_attribute("data-seek"))
    eve.context.route("**/api/lobby/events", lambda route: route.abort())  # it hears of nothing
    bob.button("Play Paula").click()
    expect(bob.board).to_be_visible()
    answer = eve.context.request.post(f"api/lobby/{id}/join", data={"name": "Eve"})
    assert answer.status == 409
    assert "somebody was quicker" in answer.json()["error"]


def test_who_looks_can_join_somebody_else(visit: Visit) -> None:
    ann, bob = enter(visit), enter(visit)
    look(ann, "Rosa")
    look(bob, "Bert")
    expect(seek(ann, "Bert")).to_have_count(1)
    bob.button("Play Rosa").click()
    expect(bob.board).to_be_visible()
    expect(ann.board).to_be_visible()
    assert ann.page.url == bob.page.url
    eve = enter(visit)
    expect(seek(eve, "Bert")).to_have_count(0)


def test_another_board(visit: Visit) -> None:
    ann, bob = enter(visit), enter(visit)
    page = ann.page
    page.get_by_label("Your name").fill("Olga")
    page.locator(".seek-form summary").click()
    page.get_by_role("slider", name="Columns").fill("9")
    page.get_by_role("radio", name="Star").check(force=True)
    page.get_by_role("gridcell", name="c2", exact=True).click()
    ann.button("Look for a game").click()
    expect(seek(bob, "Olga")).to_contain_text("9×6 with a star")
    ann.button("Stop looking").click()
    expect(seek(bob, "Olga")).to_have_count(0)


def test_the_new_game_dialog_leads_there_and_back(visit: Visit) -> None:
    ann = visit()
    ann.press("n")
    dialog = ann.page.get_by_role("dialog")
    dialog.get_by_role("button", name="With a friend").click()
    dialog.get_by_role("button", name="Find someone", exact=True).click()
    expect(ann.page.get_by_role("heading", name="Find someone to play")).to_be_visible()
    expect(dialog).to_have_count(0)
    assert ann.page.url.endswith("/people")
    ann.button("Invite a friend by link").click()
    expect(dialog).to_be_visible()
    ann.press("Escape")
    expect(dialog).to_have_count(0)
    ann.press("Escape")
    expect(ann.board).to_be_visible()


def test_the_lobby_fits_and_is_accessible(visit: Visit) -> None:
    ann, bob = enter(visit), enter(visit)
    look(ann, "Wilhelmina-Friederike von der Marwitz")
    expect(seek(bob, "Wilhelmina")).to_have_count(1)

    def check() -> None:
        for width in (320, 390, 1280):
            bob.page.set_viewport_size({"width": width, "height": 800})
            assert not bob.has_overflow()
            check_axe(bob.page, ["dark" if width == 390 else "light"])

    bob.page.locator(".seek-form summary").click()
    check()
    look(bob, "Bob")
    check()
