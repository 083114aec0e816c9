"""What two people at two screens have besides the board: emotes, and hints by agreement."""

import pytest

pytest.importorskip("playwright.sync_api", reason="there is no playwright")

from playwright.sync_api import Locator, expect

from tests.web.page.axe import check_axe
from tests.web.page.conftest import Visit
from tests.web.page.driver import Visitor
from tests.web.page.test_people import begin_by_link


def bubble(visitor: Visitor, side: str) -> Locator:
    return visitor.page.locator(f".player-{side} .emote-bubble")


def hints(visitor: Visitor) -> Locator:
    return visitor.page.locator("#hints-words")


def test_an_emote_is_shown_at_its_players_card_and_read_out(visit: Visit) -> None:
    ann, bob = begin_by_link(visit)
    eve = visit(ann.page.url.removeprefix(ann.site.address))
    ann.button("Send: Good move").click()
    for visitor in (ann, bob, eve):
        expect(bubble(visitor, "first")).to_have_text("Good move")
        expect(bubble(visitor, "second")).to_have_count(0)
    expect(bob.page.locator("#people [role=status]")).to_have_text("Ann: Good move")
    expect(eve.button("Send: Good move")).to_have_count(0)  # who watches sends none
    expect(bubble(bob, "first")).to_have_count(0)  # after a few seconds
    # Another one takes the place of the first, by the keyboard as well.
    bob.button("Send: Oops").focus()
    bob.press("Enter")
    expect(bubble(ann, "second")).to_have_text("Oops")
    # It changes nothing in the game.
    ann.drop("4")
    expect(bob.status).to_have_text("Your move.")


def test_too_many_emotes_are_refused(visit: Visit) -> None:
    ann, bob = begin_by_link(visit)
    for _ in range(5):
        ann.button("Send: Hello").click()
    expect(ann.status).to_have_text("You have sent several of these already: wait a few seconds.")
    expect(bubble(bob, "first")).to_have_text("Hello")
    ann.problems.clear()  # the browser writes the refusal to its console


def test_emotes_are_muted(visit: Visit) -> None:
    ann, bob = begin_by_link(visit)
    bob.button("Settings").click()
    bob.page.get_by_label("Show the emotes of people who play by link").uncheck()
    bob.press("Escape")
    expect(bob.button("Send: Hello")).to_have_count(0)
    ann.button("Send: Hello").click()
    ann.button("Send: Thanks").click()
    expect(bubble(ann, "first")).to_have_text("Thanks")
    ann.drop("4")  # what comes after them is there, so they are, too
    expect(bob.status).to_have_text("Your move.")
    expect(bubble(bob, "first")).to_have_count(0)
    expect(bob.page.locator("#people [role=status]")).to_have_text("")
    bob.page.reload()
    expect(bob.board).to_be_visible()
    expect(hints(bob)).to_be_visible()
    expect(bob.button("Send: Hello")).to_have_count(0)


def test_emotes_are_for_two_people_at_two_screens(visit: Visit) -> None:
    ann = visit(None).begin()
    expect(ann.page.locator("#people")).to_be_hidden()
    bob = visit(None).begin(players=[{}, {"agent": "random"}])
    expect(bob.page.locator("#people")).to_be_hidden()


def test_hints_are_allowed_by_both_and_switched_off_again(visit: Visit) -> None:
    ann, bob = begin_by_link(visit)
    eve = visit(ann.page.url.removeprefix(ann.site.address))
    off = "Hints and study are off while two people play."
    for visitor in (ann, bob, eve):
        expect(hints(visitor)).to_have_text(off)
    expect(eve.button("Ask to allow them")).to_have_count(0)
    ann.button("Ask to allow them").click()
    expect(hints(ann)).to_have_text("You have asked to allow hints and study for both.")
    expect(hints(bob)).to_have_text("Ann asks to allow hints and study for both.")
    expect(bob.button("Hint")).to_be_disabled()
    bob.button("Keep them off").click()
    expect(ann.status).to_have_text("Yellow would rather play without hints.")
    expect(hints(bob)).to_have_text(off)

    bob.button("Ask to allow them").click()
    ann.button("Allow them").click()
    expect(bob.status).to_have_text("Ann agrees: hints and study are on for both.")
    for visitor in (ann, bob, eve):
        expect(hints(visitor)).to_have_text("Hints and study are on: both allow them.")
    ann.button("Hint").click()
    expect(ann.page.locator(".hint-ring")).to_have_count(1)
    bob.button("Study").click()
    expect(bob.page.locator("#study")).to_be_visible()
    ann.button("Switch them off").click()
    expect(bob.status).to_have_text("Hints and study are off again.")
    expect(bob.page.locator("#study")).to_be_hidden()
    expect(ann.page.locator(".hint-ring")).to_have_count(0)
    expect(bob.button("Study")).to_be_disabled()
    ann.button("Resign").click()
    ann.button("Yes, resign").click()
    expect(hints(bob)).to_be_hidden()
    expect(bob.button("Study")).to_be_enabled()


def test_it_fits_and_is_accessible(visit: Visit) -> None:
    ann, bob = begin_by_link(visit)
    ann.button("Ask to allow them").click()
    expect(bob.button("Allow them")).to_be_visible()
    bob.column("4").click()
    for width in (320, 390, 1280):
        bob.page.set_viewport_size({"width": width, "height": 800})
        ann.button("Send: Well played").click()
        expect(bubble(bob, "first")).to_be_visible()
        boxes = bob.page.locator("#people button, .emote-bubble").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect()).map((box) => [box.x, box.right])"
        )
        assert all(left >= 0 and right <= width for left, right in boxes)
        check_axe(bob.page, ["dark" if width == 390 else "light"])
